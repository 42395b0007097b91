"""As good.py, but leaves children behind when it is opened: one in its group, one outside of it."""

import runpy
import subprocess
import sys
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("run",)
SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]
LEFT = []


def open(mode, threads):
    LEFT.extend(subprocess.Popen(SLEEP, start_new_session=apart) for apart in (False, True))
    return good["open"](mode, threads)
