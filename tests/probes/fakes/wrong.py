"""As good.py, but the answer is a tenth too big."""

import runpy
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("run",)


def open(mode, threads):
    return good["open"](mode, threads, alter=lambda answer: answer * 1.1)
