"""What a command must not load, seen from a clean interpreter: start-up time is a promise."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

REPORT = """
import sys
from advisor.__main__ import run
code = run({arguments!r})
print("\\n@@" + " ".join(sorted({{name.split(".")[0] for name in sys.modules}})))
sys.exit(code)
"""


def loaded(arguments: list[str], folder: Path) -> set[str]:
    """Top-level modules in sys.modules after `advisor arguments` ran."""
    environ = {**os.environ, "XDG_CACHE_HOME": str(folder), "XDG_STATE_HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", REPORT.format(arguments=arguments)],
        capture_output=True,
        text=True,
        check=True,
        env=environ,
    )
    return set(done.stdout.rpartition("@@")[2].split())


@pytest.mark.parametrize("arguments", [["--help"], ["recommend", "--help"]])
def test_help_loads_nothing_heavy(arguments: list[str], tmp_path: Path) -> None:
    heavy = {"numpy", "sqlmodel", "sqlalchemy", "textual", "jinja2", "onnx", "sklearn", "typst"}
    assert not loaded(arguments, tmp_path) & heavy


def test_an_answer_from_the_store_loads_no_framework_and_no_document_writer(tmp_path: Path) -> None:
    arguments = ["recommend", "--scenario", "edge-cv", "--no-measure"]
    unneeded = {"textual", "jinja2", "onnx", "sklearn", "typst", "fontTools", "torch", "scipy"}
    assert not loaded(arguments, tmp_path) & unneeded
