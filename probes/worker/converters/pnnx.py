"""pnnx: the ONNX file becomes model.ncnn.param and model.ncnn.bin.

It gives the same files from TorchScript, but takes every ONNX model. Its executable is started as
such: it ends by a signal where it meets an operator that it does not know.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import artefact
from ..case import Unsupported
from ..tool import run

if TYPE_CHECKING:
    from ..case import Case

OURS = {".onnx", ".json", ".npz"}
"""Files of a case's folder that are no weights of a model."""
NAMES = ("model.ncnn.param", "model.ncnn.bin")


def open() -> Tool:
    """Find the executable, without importing the package, which would import PyTorch."""
    spec = find_spec("pnnx")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("No module named 'pnnx'")
    return Tool(str(Path(spec.origin).with_name("pnnx")))


class Tool:
    """The executable of the installed pnnx."""

    def __init__(self, program: str) -> None:
        self._program = program
        self.versions = {"pnnx": version("pnnx")}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write the two files of an ncnn model, and which axis of each tensor is the batch."""
        with tempfile.TemporaryDirectory(dir=folder.parent) as name:
            workshop = Path(name)
            model = _laid_out(case.model, workshop)
            ended = run([self._program, model.name, "fp16=0"], workshop)
            lacking = _lacking(ended.said)
            if lacking:
                raise Unsupported(lacking, "pnnx does not know it, or ncnn has no layer for it")
            if ended.code or not all((workshop / each).is_file() for each in NAMES):
                raise RuntimeError(f"no model came out of pnnx: {ended.how}")
            strange = _strange((workshop / NAMES[0]).read_text(encoding="utf-8"))
            if strange:
                raise Unsupported(strange, "ncnn has no layer for it")
            for each in NAMES:
                (workshop / each).replace(folder / each)
            script = (workshop / "model_ncnn.py").read_text(encoding="utf-8")
        artefact.describe(folder, inputs=_batches(script, "in"), outputs=_batches(script, "out"))
        return {}


def _laid_out(model: Path, workshop: Path) -> Path:
    """The model in a folder of its own, since pnnx writes beside it and names files after it.

    Its weights, where they lie in a file of their own, must truly be there: ONNX Runtime, which is
    part of pnnx, follows no link out of the folder.
    """
    for file in model.parent.iterdir():
        if file.suffix not in OURS and file.is_file():
            try:
                os.link(file, workshop / file.name)
            except OSError:
                shutil.copyfile(file, workshop / file.name)
    laid = workshop / "model.onnx"
    shutil.copyfile(model, laid)
    return laid


def _batches(script: str, kind: str) -> list[int | None]:
    """Per input ("in") or output ("out"), the batch axis in the program pnnx writes to try it.

    >>> _batches('ex.input("in0", ncnn.Mat(in0.numpy(), batch_index=0).clone())', "in")
    [0]
    >>> _batches('ex.input("in0", ncnn.Mat(in0.numpy()).clone())', "in")
    [None]
    >>> _batches('out.append(torch.from_numpy(out0.numpy(batch_index=0)))', "out")
    [0]
    """
    found = re.findall(rf"\b{kind}(\d+)\.numpy\((?:\), )?(?:batch_index=(\d+))?", script)
    return [int(axis) if axis else None for _, axis in sorted(found, key=lambda f: int(f[0]))]


def _lacking(said: str) -> set[str]:
    """Operators that pnnx, or the ONNX Runtime inside it, says it lacks.

    >>> _lacking("Error No Op registered for NoSuch with domain_version of 17")
    {'NoSuch'}
    >>> _lacking("todo Bernoulli")
    {'Bernoulli'}
    """
    return {
        name
        for pair in re.findall(r"No Op registered for (\w+)|^todo ([\w.:]+)", said, re.MULTILINE)
        for name in pair
        if name
    }


def _strange(param: str) -> set[str]:
    r"""Types of layers that pnnx left in its own terms, for want of an ncnn layer.

    >>> _strange("7767517\n2 2\nInput in0 0 1 in0\ntorch.cumsum c_0 1 1 in0 out0 dim=1\n")
    {'torch.cumsum'}
    """
    kinds = {line.split()[0] for line in param.splitlines()[2:] if line.strip()}
    return {kind for kind in kinds if "." in kind or ":" in kind}
