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


def test_what_the_terminal_does_not_show_is_not_imported() -> None:
    code = (
        "import sys\n"
        "from reports.build import section_modules\n"
        "from reports.formats import terminal\n"
        "import advisor.cli.output\n"
        "section_modules(terminal.SECTIONS)\n"
        "names = ('sections.heard', 'sections.adoption', 'sections.risks', 'charts', 'drawing')\n"
        "names = [f'reports.{name}' for name in names] + ['knowledge.schema.dossier']\n"
        "print([name for name in names if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
