"""What a question measures: the scenario's workloads, or another one or the user's model instead.

The criteria, weights and scales stay the scenario's; only what they are measured on is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.schema.scenario import RequirementKind, WorkloadUse

if TYPE_CHECKING:
    import onnx

    from knowledge.schema.probing import Task
    from knowledge.schema.scenario import Scenario
    from probes.workloads.model_file import GivenModel


@dataclass(frozen=True, slots=True)
class Subject:
    """A scenario as it is measured."""

    scenario: Scenario
    given: GivenModel | None = None
    """A model of the user that stands in for its workloads."""
    shapes: tuple[str, ...] = ()

    @property
    def operators(self) -> dict[str, frozenset[str]]:
        """By workload, the ONNX operators it needs."""
        from probes.workloads.catalog import operators

        if self.given is not None:
            found = frozenset(_operators(self.given.light.graph))
            return {use.workload: found for use in self.scenario.workloads}
        return {use.workload: operators(use.workload) for use in self.scenario.workloads}

    @property
    def weights_mib(self) -> dict[str, float]:
        """By workload, what its weights take; looked up only where a requirement asks for it."""
        from probes.workloads.catalog import weights_mib

        if all(one.kind is not RequirementKind.MEMORY for one in self.scenario.requirements):
            return {}
        if self.given is not None:
            size = _bytes(self.given) / 2**20
            return {use.workload: size for use in self.scenario.workloads}
        return {use.workload: weights_mib(use.workload) for use in self.scenario.workloads}

    def command(self, task: Task) -> str:
        """The command line that measures `task`."""
        import shlex

        from scoring.information import probe_command

        if self.given is None:
            return probe_command(task)
        words = ["advisor", "probe", "run", "--stack", task.stack, "--model", str(self.given.path)]
        for shape in self.shapes:
            words += ["--input-shape", shape]
        return shlex.join(words)


def subject(
    scenario: Scenario,
    *,
    workload: str | None = None,
    model: Path | None = None,
    shapes: tuple[str, ...] = (),
) -> Subject:
    """`scenario`, measured on a built-in workload or a model of the user where one is given.

    A built-in workload keeps the batch sizes that the criteria ask for. A model is called as it
    is: one call is one answer, whatever its inputs hold.

    Raises:
        KnownError: both or an unknown one are given, a model that cannot be used, or a scenario
            that measures nothing.
    """
    if workload is None and model is None:
        if shapes:
            raise KnownError("--input-shape goes with --model", hint="add --model FILE.onnx")
        return Subject(scenario)
    if workload is not None and model is not None:
        raise KnownError("--workload and --model both say what to measure", hint="give one of them")
    if not scenario.workloads:
        raise KnownError(
            f"scenario {scenario.id} measures nothing", hint="leave out --workload and --model"
        )
    if workload is not None:
        from probes.workloads.catalog import module

        module(workload)
        return Subject(_measuring(scenario, workload, None))
    given = _read(model or Path(), shapes)
    return Subject(_measuring(scenario, given.workload, 1), given, shapes)


def _measuring(scenario: Scenario, workload: str, batch: int | None) -> Scenario:
    preferences = tuple(
        preference
        if preference.measure is None
        else preference.model_copy(
            update={
                "measure": WorkloadUse(workload=workload, batch=batch or preference.measure.batch)
            }
        )
        for preference in scenario.preferences
    )
    return scenario.model_copy(update={"preferences": preferences})


def _read(model: Path, shapes: tuple[str, ...]) -> GivenModel:
    path = model.expanduser()
    if path.is_dir():
        raise KnownError(f"{path} is a folder", hint="give the path of an .onnx file")
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        stamp = 0  # reading says better what is wrong with it
    return _parsed(path, shapes, stamp)


@lru_cache(maxsize=2)
def _parsed(path: Path, shapes: tuple[str, ...], stamp: int) -> GivenModel:
    """The model; read again once its file has changed."""
    del stamp
    from probes.workloads.model_file import parse_sizes, read_model

    return read_model(path, parse_sizes(shapes))


def _operators(graph: onnx.GraphProto) -> Iterator[str]:
    """Of the graph and of those inside it."""
    for node in graph.node:
        yield node.op_type
        for attribute in node.attribute:
            for inner in (attribute.g, *attribute.graphs):
                yield from _operators(inner)


def _bytes(given: GivenModel) -> int:
    inside = sum(len(tensor.raw_data) for tensor in given.light.graph.initializer)
    return inside + sum(array.nbytes for array in given.arrays.values())
