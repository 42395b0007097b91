"""What looking into the knowledge base must not load: it should answer at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.advisor.test_imports import loaded

HEAVY = {"numpy", "sqlmodel", "sqlalchemy", "textual", "jinja2", "onnx", "psutil", "probes"}


@pytest.mark.parametrize("arguments", [["kb", "--help"], ["kb", "show", "--help"]])
def test_help_loads_neither_facts_nor_layout(arguments: list[str], tmp_path: Path) -> None:
    assert not loaded(arguments, tmp_path) & {*HEAVY, "rich", "babel"}


def test_showing_an_entry_loads_nothing_heavy(tmp_path: Path) -> None:
    unneeded = {*HEAVY, "rapidfuzz", "sqlite3"}
    assert not loaded(["kb", "show", "pytorch"], tmp_path) & unneeded
