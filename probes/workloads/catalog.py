"""The workloads there are: each is a file in this folder that offers TITLE, OPERATORS and build.

Listing them and their operators builds nothing.
"""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rapidfuzz import process

from knowledge.errors import KnownError

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    import numpy as np
    import onnx

    from knowledge.schema.base import LocalText
    from probes.workloads.objective import Objective

FOLDER = Path(__file__).parent
MARK = "\nTITLE = "
"""A file of this folder that has a title is a workload; the others are what they are made with."""


def workload_ids() -> tuple[str, ...]:
    """Ids of all workloads, sorted.

    >>> workload_ids()[:4]
    ('attention', 'bert-base', 'conv2d', 'depthwise-conv2d')
    """
    files = [path for path in FOLDER.glob("*.py") if MARK in path.read_text(encoding="utf-8")]
    return tuple(sorted(path.stem.replace("_", "-") for path in files))


def title(workload: str) -> LocalText:
    """What the workload is called, in every language."""
    return cast("LocalText", module(workload).TITLE)


def operators(workload: str) -> frozenset[str]:
    """ONNX operators of the workload's graph.

    >>> sorted(operators("conv2d"))
    ['Conv']
    """
    return cast("frozenset[str]", module(workload).OPERATORS)


def classifies(workload: str) -> bool:
    """Whether the workload's outputs are scores of classes; never said of the user's own model.

    >>> classifies("mobilenet-v3-small"), classifies("matmul"), classifies("model:0123")
    (True, False, False)
    """
    known = workload in workload_ids()
    return known and bool(getattr(module(workload), "CLASSIFIES", False))


def objective(workload: str) -> Objective | None:
    """How the workload is trained; None where it is not, as for models of the user.

    >>> objective("mlp").loss, objective("matmul"), objective("model:0123")
    (<Loss.CROSS_ENTROPY: 'cross-entropy'>, None, None)
    """
    known = workload in workload_ids()
    return getattr(module(workload), "TRAINING", None) if known else None


def trainable() -> dict[str, Objective]:
    """The workloads that have a training step, by id."""
    found = {name: objective(name) for name in workload_ids()}
    return {name: each for name, each in found.items() if each is not None}


def trained(workload: str) -> Callable[[int, np.random.Generator | None], onnx.ModelProto]:
    """What builds the graph that is trained: `build_step` where it is not that of inference."""
    found = module(workload)
    return cast(
        "Callable[[int, np.random.Generator | None], onnx.ModelProto]",
        getattr(found, "build_step", found.build),
    )


def uses(workload: str) -> dict[str, int]:
    """How many nodes of the workload's graph use each operator; no weight is drawn for that.

    >>> uses("conv2d")
    {'Conv': 1}
    """
    graph = module(workload).build(1, None).graph
    return dict(sorted(Counter(node.op_type for node in graph.node).items()))


def weights_mib(workload: str) -> float:
    """What the weights of the workload's graph take, in MiB; the graph is built for that.

    >>> round(weights_mib("conv2d"), 2)
    0.14
    """
    import numpy as np
    from onnx import numpy_helper

    graph = module(workload).build(1, np.random.default_rng(0)).graph
    return float(sum(numpy_helper.to_array(w).nbytes for w in graph.initializer)) / 2**20


def module(workload: str) -> ModuleType:
    """The file that defines a workload.

    Raises:
        KnownError: there is no such workload.
    """
    known = workload_ids()
    if workload not in known:
        close = process.extractOne(workload, known, score_cutoff=60)
        hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(known)}"
        raise KnownError(f"unknown workload {workload!r}", hint=hint)
    return importlib.import_module(f"{__package__}.{workload.replace('-', '_')}")
