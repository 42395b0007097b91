from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.widgets import DataTable, OptionList

from advisor.tui.screens.result import ResultScreen
from advisor.tui.screens.welcome import WelcomeScreen
from advisor.tui.widgets.command_line import CommandLine
from advisor.usecases.environments import Provisioned
from advisor.usecases.recommend import Request, recommend
from advisor.usecases.session import Step, sessions
from knowledge.errors import KnownError
from tests.advisor.fakes import fake_wiring
from tests.advisor.tui import made_up
from tests.advisor.tui.stage import (
    LARGE,
    SMALL,
    application,
    desk,
    eventually,
    opened,
    pressed,
    settled,
    shown,
)
from tests.reports import sample


async def answered(pilot: Any) -> None:
    """Start the run, and wait for the answer to be shown."""
    await pressed(pilot, "f9")
    await eventually(pilot, lambda: isinstance(pilot.app.screen, ResultScreen))
    await settled(pilot)


@pytest.mark.parametrize(("size", "language"), [(SMALL, "en"), (LARGE, "zh")])
async def test_keys_alone_lead_from_the_welcome_to_a_report(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    app = application(made_up.desk(tmp_path), language)
    async with app.run_test(size=size) as pilot:
        await eventually(pilot, lambda: hasattr(app, "catalog"))
        await settled(pilot)
        await pressed(pilot, "enter")
        await settled(pilot)
        for step in list(Step)[1:6]:
            await pressed(pilot, "f5")
            await settled(pilot)
            assert app.session.step is step
        await answered(pilot)
        assert app.session.run is not None
        await pressed(pilot, "f5")
        await settled(pilot)
        assert app.session.step is Step.EXPORT
        assert app.session.run in shown(app)


async def test_the_answer_and_its_command_are_those_of_the_command_line(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "probing")
        app.change(weights={"latency": 12.0}, require=("maintained",), exclude=("jax",))
        await answered(pilot)
        assert app.answer is not None
        command = app.screen.query_one(CommandLine).command
        app.action_go("probing")
        await settled(pilot)
        live = app.screen.query_one("#live", DataTable)
        row = live.get_row("onnxruntime/cpu mobilenet-v3-small batch 1")
        assert [str(cell) for cell in row[2:]] == ["7 ms", "6.51 ms – 7.56 ms"]
    direct = recommend(
        Request(
            scenario="edge-cv", weights={"latency": 12}, require=("maintained",), exclude=("jax",)
        ),
        fake_wiring(tmp_path / "direct"),
    )
    assert app.answer.ranking == direct.ranking
    assert command == app.answer.command
    assert "--weight latency=12 --require maintained --exclude jax" in command


async def test_back_and_forth_loses_nothing(tmp_path: Path) -> None:
    app = application(made_up.desk(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "priorities")
        await pressed(pilot, "right", "right")
        assert app.session.weights == {"latency": 32.0}
        await pressed(pilot, "escape")
        await settled(pilot)
        assert app.session.step is Step.CONSTRAINTS
        await pressed(pilot, "f5")
        await settled(pilot)
        assert "--weight latency=32" in app.screen.query_one(CommandLine).command
        assert " 32 " in shown(app)


async def test_what_was_chosen_is_there_after_a_kill(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "constraints")
        app.change(require=("offline",))
        await eventually(pilot, lambda: _kept(tmp_path) == ("offline",))
    again = application(desk(tmp_path))
    async with again.run_test(size=SMALL) as pilot:
        await eventually(pilot, lambda: hasattr(again, "catalog"))
        await settled(pilot)
        choices = again.screen.query_one(OptionList)
        place = next(i for i, o in enumerate(choices.options) if "session:" in str(o.id))
        choices.highlighted = place
        await pressed(pilot, "enter")
        await settled(pilot)
        assert again.session.step is Step.CONSTRAINTS
        assert "[x] require offline" in shown(again)


def _kept(folder: Path) -> tuple[str, ...]:
    found = sessions(fake_wiring(folder)).sessions
    return found[0].require if found else ()


async def test_an_earlier_answer_is_opened_with_what_had_been_chosen(tmp_path: Path) -> None:
    past = recommend(
        Request(scenario="edge-cv", weights={"memory": 3.0}, require=("offline",)),
        fake_wiring(tmp_path),
    )
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await eventually(pilot, lambda: hasattr(app, "catalog"))
        await settled(pilot)
        choices = app.screen.query_one(OptionList)
        choices.highlighted = choices.option_count - 1
        await pressed(pilot, "enter")
        await eventually(pilot, lambda: isinstance(app.screen, ResultScreen))
        assert app.answer == past
        assert app.session.weights == {"memory": 3.0}
        assert app.session.require == ("offline",)
        assert not app.session.stale


async def test_stopping_decides_with_what_there_is(tmp_path: Path) -> None:
    begun = threading.Event()

    def slowly(request: Request, progress: Any, stop: Callable[[], bool]) -> Any:
        begun.set()
        while not stop():
            time.sleep(0.01)
        return sample.recommendation()

    app = application(made_up.desk(tmp_path, recommend=slowly))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "probing")
        await pressed(pilot, "f9")
        await eventually(pilot, begun.is_set)
        # other steps can be looked at meanwhile
        app.action_go("priorities")
        await settled(pilot)
        await pressed(pilot, "right")
        assert app.session.weights
        app.action_go("probing")
        await settled(pilot)
        await pressed(pilot, "f8")
        await eventually(pilot, lambda: isinstance(app.screen, ResultScreen))
        await settled(pilot)
        # the answer is to what was asked, not to what was chosen since
        assert app.session.stale
        assert "has changed since" in shown(app)


async def test_an_installation_can_be_given_up(tmp_path: Path) -> None:
    begun = threading.Event()

    def slowly(spec: str, progress: Any, stop: Callable[[], bool]) -> Any:
        begun.set()
        while not stop():
            time.sleep(0.01)
        return (Provisioned(spec=spec, message="making OpenVINO was stopped (hint)"),)

    app = application(made_up.desk(tmp_path, provision=slowly))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "probing")
        app.simulate_key("m")
        await eventually(pilot, begun.is_set)
        app.simulate_key("f8")
        await eventually(pilot, lambda: "making OpenVINO was stopped" in shown(app))
        assert app.running is None


async def test_a_refusal_is_explained_with_the_next_step(tmp_path: Path) -> None:
    def refuse(request: Request, progress: Any, stop: Any) -> Any:
        raise KnownError("no luck today", hint="try tomorrow")

    app = application(made_up.desk(tmp_path, recommend=refuse))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "probing")
        await pressed(pilot, "f9")
        await eventually(pilot, lambda: "no luck today → try tomorrow" in shown(app))
        await pressed(pilot, "escape")
        await settled(pilot)
        assert app.session.step is Step.PRIORITIES


async def test_a_bug_in_a_thread_is_logged_and_told_without_a_traceback(tmp_path: Path) -> None:
    def broken(request: Request, progress: Any, stop: Any) -> Any:
        raise ZeroDivisionError("deep inside")

    app = application(made_up.desk(tmp_path, recommend=broken))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "probing")
        await pressed(pilot, "f9")
        await eventually(pilot, lambda: "this is a bug in advisor" in shown(app))
        assert "Traceback" not in shown(app)
    log = (tmp_path / "state" / "tui.log").read_text()
    assert "ZeroDivisionError: deep inside" in log
    assert "Traceback" in log


async def test_a_full_disk_is_told_and_stops_nothing(tmp_path: Path) -> None:
    def full(session: Any) -> Any:
        raise KnownError("x.json could not be written: No space left on device", hint="make room")

    app = application(made_up.desk(tmp_path, save=full))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "workload")
        told = [note.message for note in app._notifications]
        assert any("No space left on device → make room" in note for note in told)
        await pressed(pilot, "f5")
        await settled(pilot)
        assert app.session.step is Step.HARDWARE


async def test_the_language_changes_at_once_and_answers_stay(tmp_path: Path) -> None:
    app = application(made_up.desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "priorities")
        await pressed(pilot, "right")
        await pressed(pilot, "f2")
        await eventually(pilot, lambda: "权重占比" in shown(app))
        assert app.session.weights == {"latency": 31.0}
        assert "--weight latency=31" in shown(app)
        await pressed(pilot, "f2")
        await eventually(pilot, lambda: "Shares of the weight" in shown(app))


async def test_every_screen_has_help_in_both_languages(tmp_path: Path) -> None:
    app = application(made_up.desk(tmp_path))
    async with app.run_test(size=SMALL) as pilot:
        await settled(pilot)
        for step in ("welcome", *Step):
            assert app.texts.t(f"tui.help.{step}")
        await opened(pilot, "constraints")
        await pressed(pilot, "f1")
        await eventually(pilot, lambda: "x rules something out" in shown(app))
        await pressed(pilot, "escape")
        await settled(pilot)
        assert app.session.step is Step.CONSTRAINTS


async def test_leaving_tells_what_works_to_stop(tmp_path: Path) -> None:
    begun, stopped = threading.Event(), threading.Event()

    def wait(request: Request, progress: Any, stop: Callable[[], bool]) -> Any:
        begun.set()
        while not stop():
            time.sleep(0.01)
        stopped.set()
        raise KnownError("stopped")

    app = application(made_up.desk(tmp_path, recommend=wait))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "probing")
        await pressed(pilot, "f9")
        await eventually(pilot, begun.is_set)
        await pressed(pilot, "f10")
    assert stopped.wait(5)


async def test_leaving_while_a_step_is_being_laid_out_is_no_bug(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "probing")
        await pressed(pilot, "f9")
        await eventually(pilot, lambda: isinstance(app.screen, ResultScreen))
        # the block ends here, with the body half mounted
    assert not (tmp_path / "state" / "tui.log").exists()


async def test_no_use_case_runs_on_the_event_loop(tmp_path: Path) -> None:
    """Whatever reads files, weighs or measures is called from another thread."""
    calls: dict[str, bool] = {}
    real = desk(tmp_path)

    def watched(name: str) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            loop = threading.current_thread() is threading.main_thread()
            calls[name] = calls.get(name, False) or loop
            return getattr(real, name)(*given, **named)

        return call

    names = [
        *("catalog", "sessions", "history", "save", "aim", "workloads", "outlook"),
        *("shares", "readiness", "recommend", "rerank", "recall", "export"),
    ]
    app = application(desk(tmp_path, **{name: watched(name) for name in names}))
    async with app.run_test(size=SMALL) as pilot:
        await opened(pilot, "scenario")
        for step in list(Step)[1:6]:
            app.action_go(step)
            await settled(pilot)
        await answered(pilot)
        await pressed(pilot, "f6", "f6", "f6")  # to the weights that can be tried
        app.action_go("export")
        await settled(pilot)
        for form in ("html", "pdf"):  # they take long
            app.screen.query_one(f"#as-{form}").value = False  # type: ignore[attr-defined]
        app.screen.query_one("#as-json").value = True  # type: ignore[attr-defined]
        app.screen.query_one("#write").press()  # type: ignore[attr-defined]
        await settled(pilot)
    assert calls == dict.fromkeys([n for n in names if n != "recall"], False)


async def test_the_first_screen_waits_for_nothing(tmp_path: Path) -> None:
    """Facts, sessions and history may take their time: the welcome is there, and can be left."""
    held = threading.Event()
    real = made_up.desk(tmp_path)

    def slow() -> Any:
        held.wait(10)
        return real.catalog()

    app = application(made_up.desk(tmp_path, catalog=slow))
    async with app.run_test(size=SMALL) as pilot:
        await eventually(pilot, lambda: "Loading the facts" in shown(app))
        assert isinstance(app.screen, WelcomeScreen)
        held.set()
        await eventually(pilot, lambda: "Ask a new question" in shown(app))


async def test_enter_is_kept_while_the_facts_are_loading(tmp_path: Path) -> None:
    there = threading.Event()

    def slow() -> object:
        there.wait(20)
        return made_up.catalog()

    app = application(made_up.desk(tmp_path, catalog=slow))
    async with app.run_test(size=SMALL) as pilot:
        await eventually(pilot, lambda: "Loading the facts" in shown(app))
        app.simulate_key("enter")
        await eventually(pilot, lambda: "it opens as soon as" in shown(app))
        assert not hasattr(app, "session")
        there.set()
        await eventually(pilot, lambda: hasattr(app, "session"))
        await settled(pilot)
        assert app.session.step is Step.SCENARIO
