"""As good.py, but reads where nothing is in the stage that the mode names."""

import ctypes
import runpy
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("open", "prepare", "sample")


def open(mode, threads):
    return good["open"](mode, threads, hook=lambda stage: stage == mode and ctypes.string_at(0))
