"""As good.py, but with noise on every stream the protocol could be hurt through."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("run",)


def make_noise(stage):
    os.write(1, b'{"type": "noise"}\n')
    sys.stdout.write("noise\n")
    sys.stdin.read()
    subprocess.run(
        [sys.executable, "-c", "import sys; print('noise', sys.stdin.read())"], check=True
    )


def open(mode, threads):
    return good["open"](mode, threads, hook=make_noise)
