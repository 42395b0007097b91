"""The workloads there are: each is a file in this folder that offers TITLE, OPERATORS and build.

Listing them and their operators builds nothing.
"""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, cast

from rapidfuzz import process

from knowledge.errors import KnownError

if TYPE_CHECKING:
    from types import ModuleType

    from knowledge.schema.base import LocalText

FOLDER = Path(__file__).parent
MACHINERY = frozenset({"__init__", "case", "catalog", "cost", "graph", "reference"})


def workload_ids() -> tuple[str, ...]:
    """Ids of all workloads, sorted.

    >>> workload_ids()
    ('conv2d', 'matmul', 'mobilenet-v3-small')
    """
    stems = {path.stem for path in FOLDER.glob("*.py")} - MACHINERY
    return tuple(sorted(stem.replace("_", "-") for stem in stems))


def title(workload: str) -> LocalText:
    """What the workload is called, in every language."""
    return cast("LocalText", module(workload).TITLE)


def operators(workload: str) -> frozenset[str]:
    """ONNX operators of the workload's graph.

    >>> sorted(operators("conv2d"))
    ['Conv']
    """
    return cast("frozenset[str]", module(workload).OPERATORS)


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
