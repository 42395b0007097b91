from __future__ import annotations

from functools import partial
from threading import Event, Thread
from typing import Any

from advisor.tui.background import Background
from advisor.tui.messages import Done, Failed
from knowledge.errors import KnownError


class Owner:
    """Collects messages; runs what it is given in a thread."""

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.threads: list[Thread] = []
        self.background = Background(self, self.run, lambda error: ("a bug", str(error)))  # type: ignore[arg-type]

    def run(self, work: Any, **settings: object) -> None:
        thread = Thread(target=work)
        self.threads.append(thread)
        thread.start()

    def post_message(self, message: Any) -> bool:
        self.messages.append(message)
        return True

    def wait(self) -> None:
        for thread in self.threads:
            thread.join(5)


def test_of_those_that_wait_only_the_last_runs_and_only_it_is_told() -> None:
    owner, begun, held, ran = Owner(), Event(), Event(), list[int]()

    def first() -> int:
        begun.set()
        held.wait(5)
        ran.append(1)
        return 1

    def kept(number: int) -> int:
        ran.append(number)
        return number

    owner.background.start("x", first)
    begun.wait(5)
    for number in (2, 3, 4):
        owner.background.start("x", partial(kept, number))
    assert owner.background.busy == {"x"}
    held.set()
    owner.wait()
    assert ran == [1, 4]
    assert [(m.name, m.value) for m in owner.messages] == [("x", 4)]
    assert owner.background.busy == frozenset()


def test_names_do_not_wait_for_each_other() -> None:
    owner, held = Owner(), Event()
    owner.background.start("slow", lambda: held.wait(5))
    owner.background.start("quick", lambda: "done")
    owner.threads[1].join(5)
    assert [m.name for m in owner.messages] == ["quick"]
    held.set()
    owner.wait()
    assert {m.name for m in owner.messages} == {"quick", "slow"}


def test_errors_come_back_as_messages() -> None:
    def known() -> None:
        raise KnownError("no", hint="yes")

    owner = Owner()
    owner.background.start("known", known)
    owner.wait()
    owner.background.start("bug", lambda: 1 / 0)
    owner.wait()
    assert all(isinstance(message, Failed) for message in owner.messages)
    assert [(m.text, m.hint) for m in owner.messages] == [
        ("no", "yes"),
        ("a bug", "division by zero"),
    ]
    owner.background.start("known", lambda: 5)
    owner.wait()
    assert isinstance(owner.messages[-1], Done)
