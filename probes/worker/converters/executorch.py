"""ExecuTorch's exporter: the module of the torch adapter becomes model.pte.

torch.export, then `to_edge_transform_and_lower`: what XNNPACK can take is delegated to it. The rest
is left to ExecuTorch's portable kernels, which took 340 times as long for mobilenet-v3-small.
"""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING, Any

from .. import artefact
from ..adapter import load
from ..case import Unsupported

if TYPE_CHECKING:
    from pathlib import Path

    from ..case import Case


def open() -> Tool:
    """Import PyTorch and ExecuTorch's exporter."""
    # Thousands of times the same deprecation within the exporter itself.
    warnings.simplefilter("ignore")
    import torch
    from executorch import exir, version
    from executorch.backends.xnnpack.partition.xnnpack_partitioner import XnnpackPartitioner
    from executorch.devtools import backend_debug

    return Tool(torch, exir, backend_debug, [XnnpackPartitioner()], version.__version__)


class Tool:
    """The exporter with the back ends it lowers to."""

    def __init__(
        self, torch: Any, exir: Any, backend_debug: Any, partitioners: list[Any], version: str
    ) -> None:
        self._torch = torch
        self._exir = exir
        self._backend_debug = backend_debug
        self._partitioners = partitioners
        self.versions = {"torch": torch.__version__, "executorch": version}

    def convert(self, case: Case, folder: Path) -> dict[str, Any]:
        """Write model.pte, with the method "forward"."""
        torch = self._torch
        module = load("torch").Recorder(torch, case).module()
        example = tuple(torch.tensor(array) for array in case.sets[0])
        with torch.no_grad():
            exported = torch.export.export(module, example)
        try:
            edge = self._exir.to_edge_transform_and_lower(exported, partitioner=self._partitioners)
            graph = edge.exported_program().graph_module
            counted = self._backend_debug.get_delegation_info(graph)
            program = edge.to_executorch()
        except Exception as error:
            lacking = _lacking(str(error))
            if not lacking:
                raise
            raise Unsupported(lacking, "ExecuTorch has no kernel for it") from error
        with (folder / "model.pte").open("wb") as file:
            program.write_to_file(file)
        artefact.describe(folder)
        return {"delegated": _share(counted.num_delegated_nodes, counted.num_non_delegated_nodes)}


def _share(delegated: int, others: int) -> float | None:
    """Delegated nodes of all; None where there is none at all."""
    total = delegated + others
    return delegated / total if total else None


def _lacking(message: str) -> set[str]:
    """ATen operators a failed lowering names.

    >>> sorted(_lacking("Missing out variants: {'aten::linalg_det', 'aten::erfinv'}"))
    ['aten::erfinv', 'aten::linalg_det']
    >>> sorted(_lacking("Operator torch._ops.aten.linalg_det.default is not Aten Canonical."))
    ['aten::linalg_det']
    """
    if "out variants" not in message and "not Aten Canonical" not in message:
        return set()
    dotted = {f"aten::{name}" for name in re.findall(r"\baten\.(\w+)", message)}
    return dotted | set(re.findall(r"aten::\w+", message))
