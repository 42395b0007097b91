"""As good.py, but the weight is a tenth too big."""

import runpy
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))


def open():
    return good["open"](alter=lambda weight: weight * 1.1)
