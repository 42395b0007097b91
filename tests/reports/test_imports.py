"""The formats of the command line stay light: what they import is tried in a clean interpreter."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("jinja2", "typst", "fontTools", "numpy", "sqlmodel", "textual", "babel")


@pytest.mark.parametrize(
    "module", ["reports.build", "reports.formats.json", "reports.formats.terminal"]
)
def test_light_modules_import_no_heavy_ones(module: str) -> None:
    code = (
        f"import sys, {module}\n"
        "from reports.build import section_modules; section_modules()\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
