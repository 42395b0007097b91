"""The case of a flow: a plan for workers and what they must find, in a directory of its own.

Named by the digest of all it is made from, as the cases of graphs are. The files that a flow reads
lie in a directory beside it, which all its settings share.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from probes.workloads.case import CaseFiles, kept

if TYPE_CHECKING:
    from types import ModuleType

    from knowledge.schema.probing import FlowUnit


@dataclass(frozen=True)
class Moved:
    """What one call moves, and how many processes do it together."""

    amount: int
    processes: int = 1


@dataclass(frozen=True)
class FlowFiles(CaseFiles):
    """Where the case of a flow lies, and what a call of it moves."""

    unit: FlowUnit
    moved: Moved


def write_flow(
    module: ModuleType, workload: str, setting: str, batch: int, seed: int, cache_dir: Path
) -> FlowFiles:
    """The case of a flow's setting, written on first use.

    Args:
        module: the flow's file.
        workload: the flow and its setting, as they are asked for.
        setting: one that the module knows.
        batch: rows of a batch, where the flow has batches.
        seed: of the data.
        cache_dir: where cases are kept.
    """
    parameters = module.parameters(setting)
    shared = ""
    if hasattr(module, "share"):
        digest = _digest(module, seed)
        name = f"{workload.partition('.')[0]}-data-{digest}"
        shared = kept(name, digest, cache_dir, lambda made: module.share(made, seed)).directory.name

    def make(directory: Path) -> None:
        told, right = module.plan(parameters, batch, seed)
        plan = {
            "flow": workload.partition(".")[0],
            "data": f"../{shared}" if shared else ".",
            "outputs": list(right),
            "parameters": told,
        }
        directory.mkdir(parents=True, exist_ok=True)
        (directory / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
        if hasattr(module, "inputs"):
            np.savez(directory / "inputs.npz", **module.inputs(parameters, batch, seed))
        np.savez(directory / "reference.npz", **{f"0.{n}": a for n, a in right.items()})

    digest = _digest(module, seed, setting, batch)
    found = kept(f"{workload}-b{batch}-{digest}", digest, cache_dir, make)
    moved = module.moved(parameters, batch)
    return FlowFiles(found.directory, found.digest, module.UNIT, moved)


def _digest(module: ModuleType, *parts: object) -> str:
    """16 hex characters over the flow's own text and what it is asked."""
    text = Path(str(module.__file__)).read_text(encoding="utf-8")
    content = f"{text} {np.__version__} {' '.join(map(str, parts))}"
    return hashlib.sha256(content.encode()).hexdigest()[:16]
