from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import advisor.usecases.knowledge.searching  # noqa: F401 - it finds the locales before the patch
from advisor.__main__ import run
from advisor.wiring import Wiring
from tests.advisor.usecases.knowledge.base import BASE
from tests.knowledge.files import write

Kb = Callable[..., "Printed"]


class Printed:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the small knowledge base, which the command takes for advisor's own."""
    return write(tmp_path / "data", BASE)


@pytest.fixture
def kb(
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Kb:
    """`advisor kb ...` on the small knowledge base, as of the day after its readings."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setattr("knowledge.paths.data_dir", lambda: folder)
    monkeypatch.setattr(Wiring, "now", lambda _: datetime(2026, 10, 2, tzinfo=UTC))

    def call(*arguments: str) -> Printed:
        capsys.readouterr()
        code = run(["kb", *arguments])
        out, err = capsys.readouterr()
        return Printed(code, out, err)

    return call
