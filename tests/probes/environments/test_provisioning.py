"""Making environments, with a fake uv."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import pytest

from knowledge.errors import KnownError
from knowledge.schema.environment import Environment, EnvironmentSpec
from knowledge.schema.probing import Status
from probes.environments import Unavailable, manifest, provision, remove
from probes.environments.uv_tool import Ended
from probes.lock import exclusive
from tests.probes.environments import made
from tests.probes.environments.made import FakeUv

GIB = 1 << 30


class Workshop:
    """Provision into a folder, and keep what was narrated."""

    def __init__(self, folder: Path) -> None:
        self.cache = folder / "cache"
        self.environ = made.environ(folder)
        self.said: list[str] = []

    def make(
        self, uv: FakeUv, spec: EnvironmentSpec | None = None, free: int = GIB
    ) -> Environment | Unavailable:
        return provision(
            spec or made.spec(),
            self.cache,
            self.said.append,
            self.environ,
            uv=uv,
            free_bytes=lambda _folder: free,
        )

    def place(self) -> Path:
        return manifest.folder("tiny", self.cache)


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def failed(outcome: Environment | Unavailable) -> Unavailable:
    assert isinstance(outcome, Unavailable)
    assert outcome.status is Status.UNAVAILABLE
    return outcome


def test_made_once(workshop: Workshop) -> None:
    uv = FakeUv()
    first = workshop.make(uv)
    assert isinstance(first, Environment)
    assert first.version == "1.0"
    assert uv.steps() == ["venv", "pip"]
    assert "--compile-bytecode" in uv.calls[1]
    assert uv.calls[1][-1] == "tiny==1.0"
    # uv inherits the lock, so that it outlives a killed advisor.
    assert all(len(kept) == 1 for kept in uv.kept_open)
    workshop.said.clear()
    assert workshop.make(uv) == first
    assert uv.steps() == ["venv", "pip"]
    assert workshop.said == []


def test_an_unfinished_one_is_made_again(workshop: Workshop) -> None:
    workshop.place().mkdir(parents=True)
    (workshop.place() / "leftover").touch()
    assert isinstance(workshop.make(FakeUv()), Environment)
    assert not (workshop.place() / "leftover").exists()
    assert "was left unfinished" in workshop.said[0]


def test_a_wrong_version_is_made_again(workshop: Workshop) -> None:
    workshop.make(FakeUv())
    place = made.site(workshop.place())
    (place / "tiny-1.0.dist-info").rename(place / "tiny-0.9.dist-info")
    metadata = place / "tiny-0.9.dist-info/METADATA"
    metadata.write_text("Name: tiny\nVersion: 0.9\n")
    again = workshop.make(FakeUv())
    assert isinstance(again, Environment)
    assert again.version == "1.0"
    assert any("holds tiny 0.9 instead of ==1.0" in line for line in workshop.said)


def test_other_pins_make_it_again(workshop: Workshop) -> None:
    workshop.make(FakeUv())
    newer = workshop.make(FakeUv(), made.spec(requirements=("tiny==2.0",)))
    assert isinstance(newer, Environment)
    assert newer.version == "2.0"


@pytest.mark.parametrize("step", ["venv", "pip"])
def test_a_failing_uv_is_a_value_and_leaves_nothing(workshop: Workshop, step: str) -> None:
    lines = ("error: Request failed", "  cause: dns error")
    outcome = failed(workshop.make(FakeUv(fail={step: Ended(2, lines)})))
    assert outcome.lines == lines
    assert "network" in outcome.hint
    assert not workshop.place().exists()
    assert isinstance(workshop.make(FakeUv()), Environment)


def test_a_uv_stopped_at_the_deadline_says_so(workshop: Workshop) -> None:
    outcome = failed(workshop.make(FakeUv(fail={"pip": Ended(None, ())})))
    assert "within" in outcome.message


def test_a_disk_without_room_is_refused_before_uv_starts(workshop: Workshop) -> None:
    uv = FakeUv()
    outcome = failed(workshop.make(uv, free=10 << 20))
    assert "10 MB free" in outcome.message
    assert uv.calls == []


def test_a_disk_that_fills_up_meanwhile(workshop: Workshop) -> None:
    full = Ended(2, ("error: failed to write: No space left on device (os error 28)",))
    outcome = failed(workshop.make(FakeUv(fail={"pip": full})))
    assert "disk is full" in outcome.hint
    assert not workshop.place().exists()


def test_no_fitting_python_is_a_value(workshop: Workshop) -> None:
    outcome = failed(workshop.make(FakeUv(), made.spec(python=">=3.99")))
    assert ">=3.99" in outcome.message
    assert made.here() in outcome.hint


def test_no_fitting_python_keeps_what_was_there(workshop: Workshop) -> None:
    workshop.make(FakeUv())
    failed(workshop.make(FakeUv(), made.spec(python=">=3.99", requirements=("tiny==2.0",))))
    assert workshop.place().exists()


def test_what_uv_installed_is_checked(workshop: Workshop) -> None:
    outcome = failed(workshop.make(FakeUv(installs="0.5")))
    assert "holds tiny 0.5 instead of ==1.0" in outcome.message
    assert not workshop.place().exists()


def test_a_cache_that_cannot_be_made(workshop: Workshop) -> None:
    workshop.cache.touch()
    assert "cannot be written" in failed(workshop.make(FakeUv())).message


def torch(backend: str = "cpu") -> EnvironmentSpec:
    return made.spec(torch_backend=backend, requirements=("tiny==1.0", "torch==2.13.0"))


def test_the_users_own_build_for_a_back_end_is_taken(workshop: Workshop) -> None:
    uv = FakeUv()
    made_ = workshop.make(uv, torch())
    assert isinstance(made_, Environment)
    assert (made_.version, made_.packages["torch"]) == ("1.0", "2.13.0+cpu")
    assert uv.steps() == ["venv", "dry-run", "pip"]
    assert uv.calls[2][-2:] == ["tiny==1.0", "torch==2.13.0+cpu"]
    assert "--torch-backend" not in uv.calls[2]


def test_otherwise_uv_is_told_the_back_end(workshop: Workshop) -> None:
    uv = FakeUv(fail={"dry-run": Ended(1, ("error: No solution found",))})
    made_ = workshop.make(uv, torch())
    assert isinstance(made_, Environment)
    command = uv.calls[2]
    assert command[command.index("--torch-backend") + 1] == "cpu"
    assert command[-2:] == ["tiny==1.0", "torch==2.13.0"]


def test_pip_settings_reach_uv_and_passwords_do_not_reach_the_screen(workshop: Workshop) -> None:
    workshop.environ |= {
        "PIP_EXTRA_INDEX_URL": "https://me:secret@mirror.example/simple",
        "PIP_FIND_LINKS": "https://me:secret@wheels.example/w.html /gone/me:secret@x",
    }
    uv = FakeUv()
    workshop.make(uv)
    assert uv.environs[1]["UV_INDEX"] == "https://me:secret@mirror.example/simple"
    assert not any("secret" in word for call in uv.calls for word in call)
    assert any("extra-index-url, find-links" in line for line in workshop.said)
    assert not any("mirror.example" in line for line in workshop.said)


def test_two_at_once_make_it_once(workshop: Workshop) -> None:
    uv = FakeUv()
    outcomes: list[Environment | Unavailable] = []
    threads = [
        threading.Thread(target=lambda: outcomes.append(workshop.make(uv))) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert uv.steps() == ["venv", "pip"]
    assert outcomes[0] == outcomes[1]
    assert isinstance(outcomes[0], Environment)


def test_removing(workshop: Workshop) -> None:
    workshop.make(FakeUv())
    assert remove("tiny", workshop.cache)
    assert not workshop.place().exists()
    assert not remove("tiny", workshop.cache)


def test_removing_what_is_being_made_is_refused(workshop: Workshop) -> None:
    workshop.make(FakeUv())
    with (
        exclusive(workshop.cache / "environments/.tiny.lock", timeout_s=0),
        pytest.raises(KnownError, match="being made"),
    ):
        remove("tiny", workshop.cache)
    assert workshop.place().exists()


def test_a_removal_cut_short_leaves_an_unfinished_environment(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cut_short(_place: Path) -> None:
        raise KeyboardInterrupt

    workshop.make(FakeUv())
    monkeypatch.setattr(shutil, "rmtree", cut_short)
    with pytest.raises(KeyboardInterrupt):
        remove("tiny", workshop.cache)
    reason = manifest.check(made.spec(), workshop.cache, workshop.environ)
    assert reason == "was left unfinished"


@pytest.mark.parametrize("name", ["..", "a/b", "", "/etc", ".tiny.lock"])
def test_removing_takes_ids_only(workshop: Workshop, name: str) -> None:
    with pytest.raises(KnownError):
        remove(name, workshop.cache)
