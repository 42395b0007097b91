"""Cases: a workload written down for workers, with inputs and the answers they must give.

A case directory holds plan.json, weights.npz, inputs.npz, model.onnx and reference.npz. It is
named by the digest of all it is made from, so a cached case is never stale. Where the weights are
many, they and the model lie in a folder beside it, which all batch sizes share.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import onnx

from knowledge.errors import KnownError
from probes.workloads import catalog, tensors
from probes.workloads.deadline import checkpoint
from probes.workloads.inputs import draw
from probes.workloads.lowering import PLAN_VERSION, lower
from probes.workloads.reference import Reference

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from numpy.typing import NDArray

    from probes.workloads.tensors import Arrays

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
        """The graph as an ONNX file; its weights may lie beside it."""
        plan = json.loads((self.directory / "plan.json").read_text(encoding="utf-8"))
        path = self.directory / str(plan["model"])
        return path.resolve()


@dataclass(frozen=True)
class Shared:
    """Weights that several cases have in common: what they are, and their names."""

    digest: str
    names: frozenset[str]


def case_for(workload: str, batch: int, seed: int, cache_dir: Path) -> CaseFiles:
    """The case of a workload at a batch size, written on first use.

    Weights and inputs depend on `seed` alone, weights not on the batch size either. Whether it is
    there already is told without drawing them.

    Raises:
        KnownError: there is no such workload, or the batch is not positive.
        OutOfTime: the caller's deadline came (see `probes.workloads.deadline`).
    """
    module = catalog.module(workload)
    if batch < 1:
        raise KnownError(f"batch {batch} is not positive", hint="use 1 or more")
    declared = module.build(batch, None)
    digest = digest_of(declared, seed)

    def make(directory: Path) -> None:
        checkpoint()
        model = module.build(batch, np.random.default_rng(seed))
        write_case(model, directory, seed, shared=shared_by(declared, seed))

    return kept(f"{workload}-b{batch}-{digest}", digest, cache_dir, make)


def kept(name: str, digest: str, cache_dir: Path, make: Callable[[Path], object]) -> CaseFiles:
    """The case of that name in the cache; `make` writes it into a new directory on first use."""
    directory = cache_dir / "cases" / name
    if directory.is_dir():
        return CaseFiles(directory, digest)
    directory.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=directory.parent) as workshop:
        # One level down, as it will lie: paths to a shared folder are relative.
        made = directory.parent / workshop / "case"
        make(made)
        _move(made, directory)
    return CaseFiles(directory, digest)


def write_case(
    model: onnx.ModelProto,
    directory: Path,
    seed: int,
    sets: int = SETS,
    *,
    arrays: Arrays | None = None,
    shared: Shared | None = None,
    trained: frozenset[str] = frozenset(),
) -> CaseFiles:
    """Write a model, with seeded inputs and their reference outputs, into a new directory.

    Args:
        model: with static inputs.
        directory: is made.
        seed: of the inputs.
        sets: how many sets of inputs.
        arrays: tensors of the model whose data lie apart from it.
        shared: weights that other cases have too; if they are many, they are kept in a folder
            beside the directory.
        trained: weights of a training step; what is right of that is not the outputs, which are
            then not written.

    Raises:
        KnownError: the model cannot be lowered, an input not be drawn, or an output not computed.
    """
    light, found = tensors.apart(model)
    found.update(arrays or {})
    checkpoint()
    plan, weights = lower(light, found, trained)
    checkpoint()
    inputs = draw(plan, seed, sets)
    right = None
    if not trained:
        evaluate = Reference(light, found)
        right = _by_set([evaluate(each) for each in inputs])
    checkpoint()
    directory.mkdir(parents=True)
    if sum(array.nbytes for array in found.values()) > tensors.EMBEDDED_BYTES:
        plan.update(_beside(directory, light, found, shared or Shared("", frozenset(found))))
        weights = {n: a for n, a in weights.items() if n not in plan["shared"]["tensors"]}
    else:
        onnx.save_model(tensors.embedded(light, found), str(directory / "model.onnx"))
        plan["model"] = "model.onnx"
    (directory / "plan.json").write_text(json.dumps(plan, allow_nan=False), encoding="utf-8")
    _save(directory / "weights.npz", weights)
    _save(directory / "inputs.npz", _by_set(inputs))
    if right is not None:
        _save(directory / "reference.npz", right)
    return CaseFiles(directory, digest_of(light, seed, sets))


def digest_of(model: onnx.ModelProto, seed: int, sets: int = SETS) -> str:
    """16 hex characters over the model and all that inputs and reference depend on."""
    recipe = f"{PLAN_VERSION} {seed} {sets} {onnx.__version__} {np.__version__}"
    content = hashlib.sha256(recipe.encode())
    content.update(model.SerializeToString(deterministic=True))
    return content.hexdigest()[:16]


def shared_by(declared: onnx.ModelProto, seed: int) -> Shared:
    """The weights that are drawn, and how; the same for all batch sizes of a workload."""
    drawn = [[t.name, list(t.dims), t.doc_string] for t in declared.graph.initializer
             if t.doc_string]  # fmt: skip
    recipe = json.dumps([seed, np.__version__, drawn])
    digest = hashlib.sha256(recipe.encode()).hexdigest()[:16]
    return Shared(digest, frozenset(name for name, *_ in drawn))


def _beside(
    directory: Path, light: onnx.ModelProto, found: Arrays, shared: Shared
) -> dict[str, Any]:
    """Write the weights, unless they are there, and the model that points to them.

    Without a digest they are the case's own, and lie in its directory.
    """
    folder = directory.parent.parent / f"weights-{shared.digest}" if shared.digest else directory
    folder.mkdir(exist_ok=True)
    index = folder / "weights.json"
    if index.is_file():
        where = json.loads(index.read_text(encoding="utf-8"))
    else:
        part = folder / f"{os.getpid()}.part"
        many = {name: found[name] for name in sorted(shared.names & found.keys())}
        where = tensors.write(part, many)
        part.replace(folder / "weights.bin")
        part.write_text(json.dumps(where), encoding="utf-8")
        part.replace(index)
    few = {name: array for name, array in found.items() if name not in where}
    model = tensors.pointing(tensors.embedded(light, few), where, "weights.bin")
    name = f"model-{digest_of(model, 0)}.onnx"
    onnx.save_model(model, str(folder / name))
    to = f"../{folder.name}/" if shared.digest else ""
    return {"model": to + name, "shared": {"file": f"{to}weights.bin", "tensors": where}}


def _by_set(sets: list[dict[str, NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    return {f"{i}.{name}": array for i, arrays in enumerate(sets) for name, array in arrays.items()}


def _save(path: Path, arrays: dict[str, NDArray[Any]]) -> None:
    # mypy: a name could be "allow_pickle"; ONNX names of tensors are not.
    np.savez(path, **arrays)  # type: ignore[arg-type]


def _move(made: Path, target: Path) -> None:
    """Put a finished case in its place; another process may have been faster, with the same."""
    try:
        made.replace(target)
    except OSError:
        if not target.is_dir():
            raise
        shutil.rmtree(made)
