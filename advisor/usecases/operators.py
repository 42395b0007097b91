"""Operators of frameworks: read from their registries, put to ONNX's cases, held against sets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

from advisor.wiring import Narrate, Wiring
from knowledge.coverage import Judged, coverage, judge, used_share
from knowledge.errors import KnownError
from knowledge.evidence import best_citation
from knowledge.nearest import did_you_mean
from knowledge.registries import case_results, core_set, equivalents, onnx_set, registry
from knowledge.schema.base import Noun
from knowledge.schema.evidence import Grade
from knowledge.schema.operators import (
    CaseResults,
    Equivalents,
    OperatorRegistry,
    OperatorSet,
    Registry,
    SetCoverage,
)
from knowledge.schema.progress import Progress

if TYPE_CHECKING:
    from probes.node_cases import NodeCase, Tried

NAMED = ("onnx", "aten-core")


class Extracted(Noun):
    """What became of asking one environment."""

    spec: str
    registry: Registry | None = None
    message: str = ""


class TriedCases(Noun):
    """What became of the cases in one environment."""

    spec: str
    results: CaseResults | None = None
    refused: dict[str, str] = {}
    """What was said of the cases that did not pass, with the outcome."""
    message: str = ""


@dataclass(frozen=True)
class Covered:
    """How one back end stands with one set."""

    framework: str
    version: str
    device: str
    of: SetCoverage
    judged: tuple[Judged, ...]
    least: float
    most: float
    """Bounds of the covered share of uses."""
    grade: Grade
    """Of the evidence: what was read from the package by running it is measured."""
    read: date
    """When the package was asked."""
    cases: bool = False
    """Whether ONNX's test cases, run in it, count as well."""


@dataclass(frozen=True)
class Shown:
    """Everything on the operators of one framework."""

    counted: OperatorRegistry
    registry: Registry
    coverage: tuple[Covered, ...]
    cases: CaseResults | None


def extract(
    wiring: Wiring, specs: Sequence[str], progress: Narrate = lambda event: None
) -> tuple[Extracted, ...]:
    """Ask every environment of `specs`, or all that can be asked, for its operators.

    Raises:
        KnownError: nothing reads the registry of one of them.
    """
    from probes.environments import preferred
    from probes.registry import registries

    wanted = _known(specs, registries(), "nothing reads the operators of {}") or registries()
    found = preferred(wiring.environments())
    outcomes = []
    for done, spec in enumerate(wanted):
        progress(_step(done, len(wanted), spec))
        if spec not in found:
            outcomes.append(Extracted(spec=spec, message=_absent(spec)))
            continue
        answer = wiring.operators(found[spec], wiring.catalog.environment(spec).framework)
        if isinstance(answer, Registry):
            outcomes.append(Extracted(spec=spec, registry=answer))
        else:
            outcomes.append(Extracted(spec=spec, message=answer.message))
    return tuple(outcomes)


def try_cases(
    wiring: Wiring,
    spec: str,
    operators: Sequence[str] = (),
    progress: Narrate = lambda event: None,
    stop: Callable[[], bool] = lambda: False,
) -> TriedCases:
    """Put ONNX's node cases to the runtime in the environment `spec`.

    Raises:
        KnownError: it reads no ONNX, or no case is about any of `operators`.
    """
    from probes.environments import preferred
    from probes.node_cases import results
    from probes.registry import readers

    _known((spec,), readers(), "{} reads no ONNX")
    environment = preferred(wiring.environments()).get(spec)
    if environment is None:
        return TriedCases(spec=spec, message=_absent(spec))
    cases, tried = wiring.node_cases(environment, operators, progress=progress, stop=stop)
    if not cases:
        raise KnownError("no case is about " + ", ".join(operators), hint="names are ONNX's")
    framework = wiring.catalog.environment(spec).framework
    return TriedCases(
        spec=spec,
        results=results(cases, tried, framework, environment.version, "cpu"),
        refused=_refused(cases, tried),
        message=tried.trouble.message if tried.trouble is not None else "",
    )


def overview(wiring: Wiring) -> tuple[OperatorRegistry, ...]:
    """What was counted of every framework."""
    return tuple(wiring.catalog.operators.values())


def show(wiring: Wiring, name: str) -> Shown:
    """Everything on the operators of the framework `name`.

    Raises:
        KnownError: there is no such framework, or its registry has not been read.
    """
    counted = _counted(wiring, name)
    found = registry(wiring.folders, counted.id)
    if found is None:
        hint = "advisor kb operators extract writes the lists anew"
        raise KnownError(f"data/registries has nothing on {counted.id}", hint=hint)
    cases, table = case_results(wiring.folders, counted.id), equivalents(wiring.folders)
    return Shown(
        counted,
        found,
        tuple(
            _covered(operators(wiring, name), counted, found, device, table, cases)
            for name in NAMED
            for device in found.backends
        ),
        cases,
    )


def covered(wiring: Wiring, name: str, frameworks: Sequence[str] = ()) -> tuple[Covered, ...]:
    """How every back end of `frameworks`, or of all, stands with the set `name`.

    Raises:
        KnownError: there is no such set or framework.
    """
    wanted, table = operators(wiring, name), equivalents(wiring.folders)
    ids = [_counted(wiring, one).id for one in frameworks] or list(wiring.catalog.operators)
    rows = []
    for framework in ids:
        found = registry(wiring.folders, framework)
        if found is not None:
            cases = case_results(wiring.folders, framework)
            counted = wiring.catalog.operators[framework]
            rows += [
                _covered(wanted, counted, found, device, table, cases) for device in found.backends
            ]
    return tuple(rows)


def operators(wiring: Wiring, name: str) -> OperatorSet:
    """The set "onnx", "aten-core", or the operators of the workload `name` by their uses.

    Raises:
        KnownError: there is no such set.
    """
    from probes.workloads.catalog import uses, workload_ids

    if name in workload_ids():
        return OperatorSet(id=name, version="", namespace="onnx", operators=uses(name))
    known = (*NAMED, *workload_ids())
    if name not in known:
        raise KnownError(f"unknown set {name!r}", hint=did_you_mean(name, known))
    found = onnx_set(wiring.folders) if name == "onnx" else core_set(wiring.folders)
    if found is None:
        hint = "advisor kb operators extract writes the lists anew"
        raise KnownError(f"data/registries has no list of the set {name}", hint=hint)
    return found


def _covered(
    wanted: OperatorSet,
    counted: OperatorRegistry,
    found: Registry,
    device: str,
    table: Sequence[Equivalents],
    cases: CaseResults | None,
) -> Covered:
    judged = judge(wanted, found, device, table, cases)
    least, most = used_share(judged)
    of = coverage(wanted, device, judged)
    return Covered(
        found.framework,
        found.version,
        device,
        of,
        judged,
        least,
        most,
        grade=best_citation(counted.evidence).grade,
        read=counted.read,
        cases=cases is not None and cases.device == device,
    )


def _counted(wiring: Wiring, name: str) -> OperatorRegistry:
    framework = wiring.catalog.framework(name).id
    found = wiring.catalog.operators.get(framework)
    if found is None:
        known = ", ".join(wiring.catalog.operators)
        raise KnownError(f"the registry of {framework} has not been read", hint=f"known: {known}")
    return found


def _known(specs: Sequence[str], known: Sequence[str], otherwise: str) -> tuple[str, ...]:
    for spec in specs:
        if spec not in known:
            raise KnownError(otherwise.format(repr(spec)), hint=did_you_mean(spec, known))
    return tuple(specs)


def _absent(spec: str) -> str:
    return f"no environment on this machine holds {spec}; advisor env create {spec}"


def _step(done: int, total: int, subject: str) -> Progress:
    return Progress(stage="prepare", done=done, total=total, subject=subject)


def _refused(cases: Sequence[NodeCase], tried: Tried) -> dict[str, str]:
    outcomes = {case.name: tried.outcomes.get(case.name) for case in cases}
    return {n: f"{o[0]}: {o[1]}" for n, o in outcomes.items() if o is not None and o[0] != "passed"}
