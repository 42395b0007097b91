"""Running uv: environment, words, deadline."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from probes.environments import uv_tool
from probes.interruption import Cancelled


@pytest.fixture
def scripted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in uv's place; write its text."""
    program = tmp_path / "uv"
    program.write_text("#!/bin/sh\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr(uv_tool, "binary", lambda: str(program))
    return program


def run(folder: Path, narrate: list[str], timeout_s: float = 30.0) -> uv_tool.Ended:
    return uv_tool.run(
        ["pip", "install"],
        folder=folder,
        environ=os.environ,
        narrate=narrate.append,
        timeout_s=timeout_s,
    )


def test_the_real_binary_is_there() -> None:
    assert Path(uv_tool.binary() or "").is_file()


def test_words_are_passed_on_and_the_last_kept(scripted: Path, tmp_path: Path) -> None:
    scripted.write_text(
        "#!/bin/sh\necho \"$@\"\necho ' + numpy==2.4.6'\n"
        "echo 'Failed: https://me:secret@h/simple' >&2\nexit 2\n"
    )
    said: list[str] = []
    ended = run(tmp_path, said)
    assert said == [
        "pip install --no-progress --color never",
        "Failed: https://***@h/simple",
    ]
    assert ended.status == 2
    assert not ended.ok
    assert " + numpy==2.4.6" in ended.lines


def test_a_flood_is_cut_to_its_end(scripted: Path, tmp_path: Path) -> None:
    scripted.write_text("#!/bin/sh\nfor i in 1 2 3 4 5 6 7 8 9; do echo $i; echo x; echo y; done\n")
    ended = run(tmp_path, [])
    assert ended.ok
    assert len(ended.lines) == uv_tool.TAIL
    assert ended.lines[-3:] == ("9", "x", "y")


def test_a_hanging_uv_is_stopped(scripted: Path, tmp_path: Path) -> None:
    scripted.write_text("#!/bin/sh\necho started\nexec sleep 60\n")
    ended = run(tmp_path, [], timeout_s=0.5)
    assert ended.status is None
    assert not ended.ok


def test_a_lost_binary_is_an_ending(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uv_tool, "binary", lambda: None)
    assert run(tmp_path, []).status == 127


def test_an_interrupt_stops_uv(scripted: Path, tmp_path: Path) -> None:
    scripted.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\necho started\nexec sleep 60\n")

    def interrupt(_line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        uv_tool.run(["x"], folder=tmp_path, environ={}, narrate=interrupt, timeout_s=30)
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_what_is_no_longer_wanted_is_stopped(scripted: Path, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    scripted.write_text(f"#!/bin/sh\necho $$ > {pid}\nexec sleep 60\n")
    with pytest.raises(Cancelled):
        uv_tool.run(
            ["x"],
            folder=tmp_path,
            environ={},
            narrate=print,
            timeout_s=30,
            stop=lambda: pid.exists() and bool(pid.read_text()),
        )
    with pytest.raises(ProcessLookupError):
        os.kill(int((tmp_path / "pid").read_text()), 0)


def test_environment_of_uv() -> None:
    users = {
        "PATH": "/bin",
        "http_proxy": "http://old",
        "PYTHONPATH": "/x",
        "VIRTUAL_ENV": "/v",
        "UV_SYSTEM_PYTHON": "1",
        "UV_CACHE_DIR": "/c",
        "UV_PYTHON_DOWNLOADS": "automatic",
    }
    assert uv_tool.environment(users, {"HTTP_PROXY": "http://new"}) == {
        "PATH": "/bin",
        "UV_CACHE_DIR": "/c",
        "HTTP_PROXY": "http://new",
        "UV_PYTHON_DOWNLOADS": "never",
    }
