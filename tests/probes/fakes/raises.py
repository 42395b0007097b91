"""As good.py, but raises in the stage that the mode names, with a message of two lines."""

import runpy
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("open", "prepare", "sample")


def open(mode, threads):
    def fail(stage):
        if stage == mode:
            raise RuntimeError(f"the {stage} went wrong\nsecond line")

    return good["open"](mode, threads, hook=fail)
