"""torchao's PT2E quantisation for torch.compile: the torch adapter's module becomes module.pt2.

Static, by the quantiser for x86: ranges of activations are observed on inputs that are not measured
with, weights are per output channel. What comes out is an exported program with quantise and
dequantise steps, which torch.compile turns into integer kernels when weights are frozen.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import artefact
from ..adapter import load
from ..batch_norm import folded
from ..case import UnsupportedPrecision
from ..straight import used

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case

MADE = "module.pt2"


def open() -> Tool:
    """Import PyTorch and torchao."""
    warnings.simplefilter("ignore")
    import torch
    import torchao

    return Tool(torch, torchao)


class Tool:
    """torchao.quantization.pt2e with X86InductorQuantizer."""

    def __init__(self, torch: Any, torchao: Any) -> None:
        self._torch = torch
        self.versions = {"torch": torch.__version__, "torchao": torchao.__version__}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write module.pt2; raises UnsupportedPrecision where nothing of the graph is quantised."""
        from torchao.quantization.pt2e.quantize_pt2e import convert_pt2e, prepare_pt2e
        from torchao.quantization.pt2e.quantizer import x86_inductor_quantizer as x86

        torch, adapter = self._torch, load("torch")
        case = folded(adapter.Stack(torch, "compile").arrange(replace(case, precision="fp32")))
        sets = [tuple(torch.from_numpy(array) for array in each) for each in case.calibration]
        # The quantiser finds operators by what it reads of strict exports alone, and only where
        # their weights are parameters.
        weights = tuple(n for n in used(case) if case.weights[n].dtype.kind == "f")
        module = adapter.Recorder(torch, case, weights).module()
        quantiser = x86.X86InductorQuantizer()
        quantiser.set_global(x86.get_default_x86_inductor_quantization_config())
        with torch.no_grad():
            exported = torch.export.export(module, sets[0], strict=True).module()
            observed = prepare_pt2e(exported, quantiser)
            for each in sets:
                observed(*each)
            quantised = convert_pt2e(observed)
            note = _note(quantised, len(sets), {node.op for node in case.nodes})
            program = torch.export.export(quantised, sets[0], strict=True)
        torch.export.save(program, str(folder / MADE))
        artefact.describe(folder)
        return {"notes": [note]}


HEAVY = {"aten.conv": "convolutions", "aten.linear": "matrix products"}
"""Starts of the names of operators that the quantiser has integer kernels for."""


def _note(module: Any, sets: int, operators: set[str]) -> str:
    """How much is quantised; raises UnsupportedPrecision where it is nothing."""
    found, done = Counter[str](), Counter[str]()
    for node in module.graph.nodes:
        for start, kind in HEAVY.items():
            if str(node.target).startswith(start):
                found[kind] += 1
                done[kind] += "dequantize" in str(getattr(node.args[0], "target", ""))
    if not sum(done.values()):
        why = "torchao's quantiser for x86 quantises no operator of the graph"
        raise UnsupportedPrecision("int8", why, operators)
    told = ", ".join(f"{done[kind]} of {count} {kind}" for kind, count in found.items())
    return (
        f"quantised by the ranges seen on {sets} seeded inputs that are not measured with: {told}"
    )
