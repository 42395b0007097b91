"""MNN's converter, which comes with its wheel: the ONNX file becomes model.mnn.

It runs in a child process, because what it cannot convert it says on its output only.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from .. import artefact
from ..case import Unsupported
from ..tool import run

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case

# `MNN.tools.mnnconvert` itself would report to its makers what was converted.
CONVERT = "import sys, _tools; _tools.mnnconvert(sys.argv)"


def open() -> Tool:
    """Nothing to import: the converter is started anew for every case."""
    return Tool()


class Tool:
    """The converter of the installed MNN."""

    def __init__(self) -> None:
        self.versions = {"MNN": version("MNN")}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write model.mnn, with the inputs and outputs of the case by name."""
        target = folder / "model.mnn"
        options = {"-f": "ONNX", "--modelFile": case.model, "--MNNModel": target}
        # Else an exact GELU becomes an approximation.
        options |= {"--bizCode": "advisor", "--useGeluApproximation": "0"}
        words = [str(word) for option in options.items() for word in option]
        ended = run([sys.executable, "-I", "-c", CONVERT, *words], folder.parent)
        if not target.is_file():
            lacking = _lacking(ended.said)
            if lacking:
                raise Unsupported(lacking, "MNN's converter does not know it")
            raise RuntimeError(f"no model came out: {ended.how}")
        artefact.describe(folder)
        return {}


def _lacking(said: str) -> set[str]:
    r"""ONNX operators the converter says it lacks.

    >>> sorted(_lacking("[15:32] :220: These Op Not Support: ONNX::Bernoulli ONNX::Det \n"))
    ['Bernoulli', 'Det']
    """
    listed = re.search(r"These Op Not Support:(.*)", said)
    return set(re.findall(r"ONNX::(\w+)", listed[1])) if listed else set()
