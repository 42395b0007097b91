"""Cases: a workload written down for workers, with inputs and the answers they must give.

A case directory holds plan.json, weights.npz, inputs.npz, model.onnx and reference.npz. It is
named by the digest of all it is made from, so a cached case is never stale.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator

from knowledge.errors import KnownError
from probes.workloads import catalog
from probes.workloads.lowering import PLAN_VERSION, lower

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray

SETS = 2
"""Input sets per case: calls alternate between them, so that no answer can be kept."""


@dataclass(frozen=True)
class CaseFiles:
    """Where a case lies, and the digest of its content."""

    directory: Path
    digest: str

    @property
    def reference(self) -> Path:
        """The right outputs, an .npz with keys "<set>.<output name>"."""
        return self.directory / "reference.npz"

    @property
    def model(self) -> Path:
        """The graph as an ONNX file."""
        return self.directory / "model.onnx"


def case_for(workload: str, batch: int, seed: int, cache_dir: Path) -> CaseFiles:
    """The case of a workload at a batch size, written on first use.

    Weights and inputs depend on `seed` alone, weights not on the batch size either.

    Raises:
        KnownError: there is no such workload, or the batch is not positive.
    """
    module = catalog.module(workload)
    if batch < 1:
        raise KnownError(f"batch {batch} is not positive", hint="use 1 or more")
    model = module.build(batch, np.random.default_rng(seed))
    digest = _digest(model, seed, SETS)
    directory = cache_dir / "cases" / f"{workload}-b{batch}-{digest}"
    if directory.is_dir():
        return CaseFiles(directory, digest)
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory.parent) as workshop:
        made = write_case(model, directory.parent / workshop / "case", seed)
        _move(made.directory, directory)
    return CaseFiles(directory, digest)


def write_case(model: onnx.ModelProto, directory: Path, seed: int, sets: int = SETS) -> CaseFiles:
    """Write a model, with seeded inputs and their reference outputs, into a new directory.

    Raises:
        KnownError: the model cannot be lowered, or takes something else than float32.
    """
    plan, weights = lower(model)
    inputs = [_inputs(plan, seed, index) for index in range(sets)]
    directory.mkdir(parents=True)
    (directory / "plan.json").write_text(json.dumps(plan, allow_nan=False), encoding="utf-8")
    onnx.save_model(model, str(directory / "model.onnx"))
    _save(directory / "weights.npz", weights)
    _save(directory / "inputs.npz", _by_set(inputs))
    right = [reference(model, values) for values in inputs]
    _save(directory / "reference.npz", _by_set(right))
    return CaseFiles(directory, _digest(model, seed, sets))


def reference(
    model: onnx.ModelProto, inputs: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Outputs by name, computed by ONNX's own reference implementation."""
    names = [output.name for output in model.graph.output]
    return dict(zip(names, ReferenceEvaluator(model).run(names, dict(inputs)), strict=True))


def _inputs(plan: dict[str, Any], seed: int, index: int) -> dict[str, NDArray[Any]]:
    """One set of inputs, standard normal. Set and seed make the stream, so sets differ."""
    rng = np.random.default_rng([seed, index + 1])
    other = [value["name"] for value in plan["inputs"] if value["dtype"] != "float32"]
    if other:
        raise KnownError(
            f"input {other[0]!r} is not float32", hint="only float32 inputs can be drawn"
        )
    return {
        value["name"]: rng.standard_normal(value["shape"], dtype=np.float32)
        for value in plan["inputs"]
    }


def _by_set(sets: list[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    return {f"{i}.{name}": array for i, arrays in enumerate(sets) for name, array in arrays.items()}


def _save(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    # mypy: a name could be "allow_pickle"; ONNX names of tensors are not.
    np.savez(path, **arrays)  # type: ignore[arg-type]


def _digest(model: onnx.ModelProto, seed: int, sets: int) -> str:
    """16 hex characters over the model and all that inputs and reference depend on."""
    recipe = f"{PLAN_VERSION} {seed} {sets} {onnx.__version__} {np.__version__}"
    content = hashlib.sha256(recipe.encode())
    content.update(model.SerializeToString(deterministic=True))
    return content.hexdigest()[:16]


def _move(made: Path, target: Path) -> None:
    """Put a finished case in its place; another process may have been faster, with the same."""
    try:
        made.replace(target)
    except OSError:
        if not target.is_dir():
            raise
        shutil.rmtree(made)
