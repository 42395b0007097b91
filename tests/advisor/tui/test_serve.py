from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner

from advisor.cli.tui import command
from advisor.tui.serve import HOST, serve
from knowledge.errors import KnownError


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What a stand-in for textual-serve was asked to serve."""
    asked: list[Any] = []

    class Server:
        def __init__(self, command: str, **settings: object) -> None:
            asked.append((command, settings))

        def serve(self) -> None:
            asked.append("serving")

    package, module = ModuleType("textual_serve"), ModuleType("textual_serve.server")
    module.Server = Server  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "textual_serve", package)
    monkeypatch.setitem(sys.modules, "textual_serve.server", module)
    return asked


def test_it_serves_the_same_command_on_the_loopback_with_a_warning(served: list[Any]) -> None:
    words = ["--serve", "--port", "8123", "--lang", "zh", "--scenario", "edge-cv"]
    done = CliRunner().invoke(command, words, standalone_mode=False)
    assert done.exception is None
    assert "没有登录" in done.stderr
    assert "127.0.0.1:8123" in done.stderr
    (line, settings), said = served
    assert line.endswith("-m advisor tui --lang zh --scenario edge-cv")
    assert settings["host"] == HOST == "127.0.0.1"
    assert said == "serving"


def test_what_is_missing_is_said_before_the_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve", None)
    warned: list[int] = []
    with pytest.raises(KnownError, match="needs textual-serve") as refused:
        serve([], 8000, lambda: warned.append(1))
    assert "advisor-dl[serve]" in refused.value.hint
    assert not warned
