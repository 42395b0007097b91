"""PyTorch's FX graph mode quantisation: the module of the torch adapter in INT8 becomes module.pt.

A graph with convolutions is quantised statically: ranges of activations are observed on inputs that
are not measured with, weights are per output channel. One with dense layers alone is quantised
dynamically, as the adapter does it. What has no quantised kernel stays in fp32 in between.
"""

from __future__ import annotations

import warnings
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from .. import artefact
from ..adapter import load
from ..adapters._torch_dense import DENSE
from ..batch_norm import folded
from ..case import UnsupportedPrecision

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case

MADE = "module.pt"


def open() -> Tool:
    """Import PyTorch."""
    # torch.ao is announced to move to torchao, and says so at every call.
    warnings.simplefilter("ignore")
    import torch

    return Tool(torch)


class Tool:
    """torch.ao.quantization with the engine that PyTorch takes for this CPU."""

    def __init__(self, torch: Any) -> None:
        self._torch = torch
        self.versions = {"torch": torch.__version__}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write module.pt; raises UnsupportedPrecision where nothing of the graph is quantised."""
        adapter = load("torch")
        case = adapter.Stack(self._torch, "eager").arrange(replace(case, precision="fp32"))
        if any(node.op in CONVOLVING for node in case.nodes):
            module, note = self._static(adapter, folded(case))
        else:
            recorder = adapter.Recorder(self._torch, replace(case, precision="int8"))
            module, (note,) = recorder.module(), recorder.notes
        self._torch.save(module, str(folder / MADE))
        artefact.describe(folder)
        return {"notes": [note]}

    def _static(self, adapter: Any, case: Case) -> tuple[Any, str]:
        """The module with observed ranges, and how much of it is quantised."""
        from torch.ao.quantization import get_default_qconfig_mapping
        from torch.ao.quantization.quantize_fx import convert_fx, prepare_fx

        torch, engine = self._torch, self._torch.backends.quantized.engine
        sets = [[torch.from_numpy(array) for array in each] for each in case.calibration]
        module = adapter.Recorder(torch, case).module()
        with torch.no_grad():
            observed = prepare_fx(module, get_default_qconfig_mapping(engine), tuple(sets[0]))
            for each in sets:
                observed(*each)
            quantised = convert_fx(observed)
        counts = _quantised(quantised)
        if not sum(counts.values()):
            why = "PyTorch's FX quantisation has no INT8 kernel for them"
            raise UnsupportedPrecision("int8", why, {node.op for node in case.nodes})
        whole = {
            "convolutions": sum(node.op in CONVOLVING for node in case.nodes),
            "matrix products": sum(node.op in DENSE for node in case.nodes),
        }
        told = ", ".join(f"{counts[kind]} of {n} {kind}" for kind, n in whole.items() if n)
        note = (
            f"quantised by the ranges seen on {len(sets)} seeded inputs that are not measured "
            f"with: {told} (engine {engine})"
        )
        return quantised, note


CONVOLVING = frozenset({"Conv", "ConvTranspose"})


def _quantised(module: Any) -> Counter[str]:
    """How many convolutions and matrix products of a module call a quantised kernel."""
    names = [str(node.target) for node in module.graph.nodes if node.op == "call_function"]
    kinds = {"quantized.conv": "convolutions", "quantized.linear": "matrix products"}
    return Counter(
        kind for name in names for start, kind in kinds.items() if name.startswith(start)
    )
