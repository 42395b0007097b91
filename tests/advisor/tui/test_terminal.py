"""The questionnaire in a real terminal, with real measurements, killed in the middle."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from advisor.usecases.session import Session, Step, save
from tests.advisor.fakes import NOW, FakeWiring

pytestmark = [
    pytest.mark.frameworks,
    pytest.mark.extended,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="there is no tmux"),
]
WAIT_S = 300.0


class Terminal:
    """A tmux server of its own with one window in which the questionnaire runs."""

    def __init__(self, folder: Path) -> None:
        self._socket = str(folder / "tmux")
        self._started = 0
        self.environ = {**os.environ, "XDG_STATE_HOME": str(folder), "LANG": "C.UTF-8"}

    def tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-S", self._socket, "-f", "/dev/null", *words],
            env=self.environ,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout

    def start(self) -> None:
        command = shlex.join([sys.executable, "-m", "advisor", "tui", "--lang", "en"])
        if not self._started:  # the server outlives the process that is killed
            self.tmux("new-session", "-d", "-s", "keep", "sleep 900")
        self._started += 1
        self.tmux("new-session", "-d", "-x", "80", "-y", "24", "-s", self._name, command)

    @property
    def _name(self) -> str:
        return f"t{self._started}"

    def keys(self, *names: str) -> None:
        self.tmux("send-keys", "-t", self._name, *names)

    def resize(self, width: int, height: int) -> None:
        self.tmux("resize-window", "-t", self._name, "-x", str(width), "-y", str(height))

    @property
    def shown(self) -> str:
        return self.tmux("capture-pane", "-pJt", self._name)

    @property
    def command(self) -> list[str]:
        """The words of the command that is shown, whatever number of lines it takes."""
        _, _, rest = self.shown.partition("\n $ ")
        told, _, _ = rest.partition("\nF5")
        return shlex.split(told)

    def until(self, text: str) -> str:
        end = time.monotonic() + WAIT_S
        while time.monotonic() < end:
            shown = self.shown
            if text in shown:
                return shown
            time.sleep(0.2)
        raise AssertionError(f"{text!r} never came:\n{self.shown}")

    def kill(self) -> None:
        pid = self.tmux("display-message", "-pt", self._name, "#{pane_pid}").strip()
        os.kill(int(pid), 9)


def words_of(*arguments: str) -> list[str]:
    """The command line of advisor."""
    return [sys.executable, "-m", "advisor", *arguments]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    made = Terminal(tmp_path)
    yield made
    made.tmux("kill-server")


def test_a_run_in_a_terminal_is_killed_resumed_and_as_the_command_line(
    terminal: Terminal, tmp_path: Path
) -> None:
    wiring = FakeWiring(cache_dir=tmp_path, state_dir=tmp_path / "advisor")
    session = Session(id="s", created=NOW, changed=NOW, scenario="edge-cv", budget_s=75.0)
    save(wiring, session.model_copy(update={"step": Step.PRIORITIES}))
    terminal.start()
    terminal.until("Ask a new question")
    terminal.keys("Down", "Enter")
    terminal.until("Shares of the weight")
    terminal.keys("Right")
    terminal.until("--weight latency=31")
    terminal.kill()
    terminal.start()
    terminal.until("Ask a new question")
    terminal.keys("Down", "Enter")
    terminal.until("--weight latency=31")
    terminal.keys("F5")
    terminal.until("measurements can run here")
    terminal.resize(120, 40)
    terminal.keys("F9")
    terminal.until("Measuring in turns")
    terminal.until("The answer")
    words = terminal.command
    assert "latency=31" in words
    again = subprocess.run(
        words_of(*words[1:], "--json"),
        env=terminal.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    terminal.keys("F10")
    runs = subprocess.run(
        words_of("report", words[words.index("--replay") + 1], "--format", "json"),
        env=terminal.environ,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(again.stdout)["ranking"] == json.loads(runs.stdout)["ranking"]
    assert "ok" in {m["status"] for m in json.loads(runs.stdout)["measurements"]}
