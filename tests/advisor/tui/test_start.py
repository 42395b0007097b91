from __future__ import annotations

import subprocess
import sys

HEAVY = ("numpy", "scipy", "onnx", "sqlmodel", "jinja2", "typst")


def test_the_first_screen_loads_nothing_heavy() -> None:
    script = (
        f"import sys, advisor.tui.start\nprint([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
