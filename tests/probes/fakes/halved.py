"""As good.py, with a bf16 that rounds, is ignored, ruins the answer, or has no kernel."""

import runpy
from pathlib import Path

good = runpy.run_path(str(Path(__file__).with_name("good.py")))
MODES = ("rounds", "ignores", "ruins", "lacks", "plain")
PRECISIONS = {
    "rounds": ("fp32", "bf16"),
    "ignores": ("fp32", "bf16"),
    "ruins": ("fp32", "bf16"),
    "lacks": ("fp32", "bf16"),
}


def _rounded(array):
    import numpy as np

    return (array.view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)


def _refused(array):
    raise RuntimeError("\"addmm\" not implemented for 'BFloat16'")


BF16 = {"rounds": _rounded, "ignores": lambda a: a, "ruins": lambda a: a[::-1], "lacks": _refused}


class Stack:
    version = "1.0"
    notes = ()

    def __init__(self, mode):
        self._mode = mode

    def build(self, case):
        alter = (lambda answer: answer) if case.precision == "fp32" else BF16[self._mode]
        return good["Stack"](lambda stage: None, alter).build(case)


def open(mode, threads):
    return Stack(mode)
