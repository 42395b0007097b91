"""As good.py, but its working folder takes nothing, as on a full disk, in the stage of the mode."""

import errno
import os
import runpy
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("open", "prepare", "sample")


def open(mode, threads):
    def fill(stage):
        if stage == mode:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    return good["open"](mode, threads, hook=fill)
