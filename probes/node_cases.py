"""ONNX's own node cases: written to files here, run in a foreign interpreter, counted by operator.

The onnx package is needed on this side alone. A case that kills its process costs that case. What
does not pass as it stands is tried once more with all inputs but the first as constants of the
model, which is how weights, shapes and axes reach a runtime that compiles ahead.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from knowledge.schema.environment import Environment
from knowledge.schema.operators import CaseCounts, CaseResults
from knowledge.schema.probing import Status
from knowledge.schema.progress import Progress
from probes.interruption import Stop, never
from probes.launcher import Worker
from probes.protocol import Reply, Trouble
from probes.registry import started
from probes.settings import Deadlines

if TYPE_CHECKING:
    import onnx

PLAIN = "biufU"
"""Kinds of numpy types that travel in an .npz; eight-bit floats and their like do not."""
RANDOM = frozenset(
    {"Bernoulli", "Multinomial", "RandomNormal", "RandomNormalLike"}
    | {"RandomUniform", "RandomUniformLike"}
)
"""Operators whose right outputs are one draw of many."""
DRAWN = frozenset(
    {"test_training_dropout", "test_training_dropout_mask"}
    | {"test_training_dropout_default", "test_training_dropout_default_mask"}
)
"""Cases of others of which that is true."""
BATCH = 300
"""Cases per process: a runtime that leaks is started afresh."""
CASE_S = 30.0
PASSED = "passed"
FRUITLESS = 3
"""Workers in a row that do not even start, after which it is given up."""


@dataclass(frozen=True)
class NodeCase:
    """A model of one node with inputs and the right outputs, in files."""

    name: str
    operator: str
    model: Path
    arrays: Path
    constant: tuple[Path, Path] | None = None
    """Model and arrays again, with all inputs but the first as constants; None where there is one
    input.
    """


class Outcome(Reply):
    """What became of a case."""

    type: Literal["case"]
    outcome: Literal["passed", "wrong", "unsupported", "failed"]
    message: str = ""


@dataclass
class Tried:
    """What became of all cases, by name: an outcome (of CaseCounts) and what was said."""

    outcomes: dict[str, tuple[str, str]] = field(default_factory=dict)
    trouble: Trouble | None = None


def write_cases(folder: Path, operators: Sequence[str] = ()) -> tuple[NodeCase, ...]:
    """Write the cases of the standard operators that files can hold, as `folder`/<name>.*.

    Models of more than one node (the expanded forms of functions) are left out, as they do not
    test the operator they are named after.

    Args:
        folder: an empty folder.
        operators: only cases of these; empty for all.
    """
    from onnx.backend.test.case import node

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overflows are what some of the cases are about
        collected = node.collect_testcases(None)
    found = []
    for case in collected:
        model = case.model
        if model is None or len(model.graph.node) != 1 or model.functions:
            continue
        (only,) = model.graph.node
        operator = only.op_type
        if (
            only.domain
            or operator in RANDOM
            or case.name in DRAWN
            or (operators and operator not in operators)
        ):
            continue
        arrays = _arrays(case)
        if arrays is not None:
            found.append(_written(folder, case, operator, arrays))
    return tuple(found)


def run_cases(
    environment: Environment,
    cases: Sequence[NodeCase],
    cache_dir: Path,
    environ: Mapping[str, str],
    *,
    registry: str | None = None,
    deadlines: Deadlines | None = None,
    progress: Callable[[Progress], None] = lambda event: None,
    stop: Stop = never,
) -> Tried:
    """Run `cases` in the interpreter of `environment`, in processes of BATCH cases each.

    What does not pass is run again with constants; if that passes, it has so passed.
    """
    runs = _Runs(
        environment=environment,
        cache_dir=cache_dir,
        environ=environ,
        registry=registry or environment.spec,
        limits=deadlines or Deadlines(),
        progress=progress,
        stop=stop,
    )
    runs.all(cases)
    first = dict(runs.tried.outcomes)
    again = [
        replace(case, model=case.constant[0], arrays=case.constant[1])
        for case in cases
        if case.constant and first.get(case.name, (PASSED,))[0] != PASSED
    ]
    runs.all(again)
    seconds = runs.tried.outcomes
    runs.tried.outcomes = {
        name: ("constant", told[1]) if told[0] != PASSED == seconds[name][0] else told
        for name, told in first.items()
    }
    return runs.tried


def results(
    cases: Sequence[NodeCase], tried: Tried, framework: str, version: str, device: str
) -> CaseResults:
    """The outcomes counted by operator."""
    import onnx

    counts: dict[str, dict[str, int]] = {}
    for case in cases:
        if case.name in tried.outcomes:
            row = counts.setdefault(case.operator, {})
            outcome = tried.outcomes[case.name][0]
            row[outcome] = row.get(outcome, 0) + 1
    return CaseResults(
        framework=framework,
        version=version,
        device=device,
        onnx=onnx.__version__,
        operators={name: CaseCounts(**counts[name]) for name in sorted(counts)},
    )


@dataclass
class _Runs:
    """Cases run one after another, in as many processes as it takes."""

    environment: Environment
    cache_dir: Path
    environ: Mapping[str, str]
    registry: str
    limits: Deadlines
    progress: Callable[[Progress], None]
    stop: Stop
    tried: Tried = field(default_factory=Tried)

    def all(self, cases: Sequence[NodeCase]) -> None:
        """Run them until the last, or until no worker starts any more."""
        left, fruitless = list(cases), 0
        while left and self.tried.trouble is None and not self.stop():
            done = len(cases) - len(left)
            self.progress(Progress(stage="measure", done=done, total=len(cases), subject="onnx"))
            with tempfile.TemporaryDirectory(prefix="advisor-") as scratch:
                worker = started(
                    self.environment,
                    Path(scratch),
                    self.cache_dir,
                    self.environ,
                    self.limits,
                    self.stop,
                )
                if isinstance(worker, Trouble):
                    fruitless += 1
                    self.tried.trouble = worker if fruitless == FRUITLESS else None
                    continue
                fruitless = 0
                try:
                    left = left[self._batch(worker, left[:BATCH]) :]
                finally:
                    worker.kill()

    def _batch(self, worker: Worker, cases: Sequence[NodeCase]) -> int:
        """Run cases until one ends the worker; how many were run."""
        for number, case in enumerate(cases):
            request = {
                "type": "case",
                "registry": self.registry,
                "model": str(case.model),
                "arrays": str(case.arrays),
            }
            # the first one imports the framework
            limit = CASE_S if number else CASE_S + self.limits.open
            reply = worker.ask(request, Outcome, limit)
            if isinstance(reply, Outcome):
                self.tried.outcomes[case.name] = (reply.outcome, reply.message)
                continue
            ended = "unfinished" if reply.status is Status.TIMEOUT else "crashed"
            self.tried.outcomes[case.name] = ("failed" if worker.alive else ended, reply.message)
            if not worker.alive:
                return number + 1
        return len(cases)


def _written(folder: Path, case: Any, operator: str, arrays: Mapping[str, Any]) -> NodeCase:
    model, stored = folder / f"{case.name}.onnx", folder / f"{case.name}.npz"
    model.write_bytes(case.model.SerializeToString())
    limits = {"rtol": case.rtol, "atol": case.atol}
    np.savez(stored, **arrays, **limits)
    return NodeCase(
        case.name, operator, model, stored, _with_constants(folder, case, arrays, limits)
    )


def _with_constants(
    folder: Path, case: Any, arrays: Mapping[str, Any], limits: Mapping[str, Any]
) -> tuple[Path, Path] | None:
    """The case with all inputs but the first as initialisers."""
    import onnx

    others = case.model.graph.input[1:]
    if not others:
        return None
    fixed = onnx.ModelProto()
    fixed.CopyFrom(case.model)
    del fixed.graph.input[1:]
    for value in others:
        array = arrays[f"input.{value.name}"]
        stored = array.astype(object) if array.dtype.kind == "U" else array
        fixed.graph.initializer.append(onnx.numpy_helper.from_array(stored, value.name))
    model, remaining = folder / f"{case.name}.constant.onnx", folder / f"{case.name}.constant.npz"
    model.write_bytes(fixed.SerializeToString())
    gone = {f"input.{value.name}" for value in others}
    np.savez(remaining, **{n: one for n, one in arrays.items() if n not in gone}, **limits)
    return model, remaining


def _arrays(case: Any) -> dict[str, Any] | None:
    """Inputs and outputs of the first data set; None where one is no plain tensor."""
    import onnx

    inputs, outputs = case.data_sets[0]
    named = zip((f"input.{value.name}" for value in case.model.graph.input), inputs, strict=False)
    numbered = ((f"output.{number}", value) for number, value in enumerate(outputs))
    arrays = {}
    for name, value in (*named, *numbered):
        if isinstance(value, list | tuple | dict) or value is None:
            return None
        tensor = isinstance(value, onnx.TensorProto)
        array = onnx.numpy_helper.to_array(value) if tensor else np.asarray(value)
        if array.dtype.kind == "O":
            array = array.astype(str)
        if array.dtype.kind not in PLAIN:
            return None
        arrays[name] = array
    graph = case.model.graph
    return None if any(_packed(value.type) for value in (*graph.input, *graph.output)) else arrays


def _packed(type_: onnx.TypeProto) -> bool:
    """Whether numpy has no type of its own for the elements."""
    from onnx import TensorProto

    # between these two stand integers, bool, string and the half
    return not TensorProto.FLOAT <= type_.tensor_type.elem_type <= TensorProto.UINT64
