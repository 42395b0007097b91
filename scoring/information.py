"""What to measure next: the expected value of measuring a task (once more), per second of its cost.

Pure. Expected value of sample information (EVSI), by preposterior simulation: results are drawn as
they are believed in, each moves the belief, and the best choice is taken after it. A result settles
what was not known at all. It does not settle what was measured before: it has an error of its own,
at most `NOISE`, so that it moves the logarithm of the belief to its precision-weighted mean, whose
deviation is ``s * sqrt(s^2 / (s^2 + e^2))`` for a belief of deviation s and an error e.

In general such a value is estimated by sorting the draws by the parameter and averaging the
alternatives' values within bins (Strong & Oakley, Medical Decision Making 33(6), 2013, 755-766), at
the price of an upward bias from the noise within bins.
Here the value model is additive and latents are independent across streams, so the inner
expectation given the parameter is known in closed form and nothing is binned:

    E[U_d | x] = E[U_d] + sum over cells j of d that x enters of w_j (v_j(x) - E[v_j])

Weights are independent of beliefs and U is linear in them, so the stated (= mean) weights serve.

A requirement that is unverified of a stack may fail, and a choice that fails a requirement is worth
nothing: so a measurement that would settle it is worth what its failing would change. The choice
now is the stack that is first; after the result it is the best one that meets the requirement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.decision import (
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Exclusion,
    Latent,
    NextMeasurement,
)
from knowledge.schema.framework import Framework, Mode
from knowledge.schema.probing import Precision, Task
from knowledge.schema.scenario import Scenario, WorkloadUse
from scoring import reasons
from scoring.doubts import Doubted, doubted
from scoring.draws import Array, LatentDraws
from scoring.measured import UNSTEADY_SD
from scoring.simulate import Simulation
from scoring.value import value

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

NOISE = UNSTEADY_SD
"""Error of one more measurement on the log scale; that of the earlier one where it was less."""
ENOUGH = 0.001
"""A gain below a thousandth of the value scale is nothing more to learn: no reader could tell it,
and it is about the standard error of the estimate at 10,000 draws."""
SURE = 0.999
"""Chance from which a requirement counts as met."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """A measured cell that a task's result would settle."""

    row: int
    view: CriterionView
    belief: Belief


@dataclass(frozen=True, slots=True)
class _Found:
    """A measurement that is worth its time."""

    task: Task
    gain: float
    cost_s: float
    measured: bool
    doubt: Doubted | None
    """A requirement that it would settle of the stack that is first."""


def probe_command(task: Task) -> str:
    """The command line that measures `task`.

    >>> probe_command(Task(stack="pytorch/eager", workload="mobilenet-v3-small"))
    'advisor probe run --stack pytorch/eager --workload mobilenet-v3-small --batch 1'
    """
    words = f"--stack {task.stack} --workload {task.workload} --batch {task.batch}"
    if task.precision is not Precision.FP32:
        words += f" --precision {task.precision}"
    return f"advisor probe run {words}"


def next_measurement(
    catalog: Catalog,
    scenario: Scenario,
    matrix: DecisionMatrix,
    simulation: Simulation,
    cost_s: Callable[[Task], float | None],
    command: Callable[[Task], str] = probe_command,
    unverified: Sequence[Exclusion] = (),
) -> NextMeasurement | None:
    """The task with the highest expected gain per second, or None: nothing more to learn.

    Args:
        catalog: tells which modes a probe can measure (`adapter`).
        scenario: tells on which workload each measured criterion is asked, and what is required.
        matrix: the beliefs as they stand.
        simulation: of that matrix; its draws are used again.
        cost_s: seconds a task would take (above zero); None where it cannot be measured here.
        command: the command line that measures a task.
        unverified: the requirements that nothing proves or refutes, per alternative.
    """
    doubts = doubted(catalog, scenario, unverified)
    found: list[_Found] = []
    for task, cells in _tasks(scenario, matrix).items():
        _, mode = catalog.mode(task.stack)
        cost = cost_s(task) if mode.adapter is not None else None
        if cost is None or not cells:
            continue
        one = _worth(matrix, simulation, task, cells, doubts, cost)
        if one.gain >= ENOUGH:
            found.append(one)
    if not found:
        return None
    best = min(found, key=lambda one: (-one.gain / one.cost_s, str(one.task)))
    task = best.task
    framework, mode = catalog.mode(task.stack)
    use = WorkloadUse(workload=task.workload, batch=task.batch)
    name = _named(framework, mode, task.precision)
    return NextMeasurement(
        stack=task.stack,
        workload=task.workload,
        batch=task.batch,
        gain=best.gain,
        cost_s=best.cost_s,
        command=command(task),
        reason=reasons.worth_measuring(name, use, best.measured)
        if best.doubt is None
        else reasons.worth_verifying(name, use, best.doubt.title),
    )


def _worth(
    matrix: DecisionMatrix,
    simulation: Simulation,
    task: Task,
    cells: Sequence[_Cell],
    doubts: Sequence[Doubted],
    cost_s: float,
) -> _Found:
    """What a run is worth, for the values it would settle and the requirements."""
    measured = any(cell.belief.basis is Basis.MEASURED for cell in cells)
    kept = [doubt for doubt in doubts if doubt.settled_by(task)]
    first = int(simulation.expected.argmax())
    open_ = [
        doubt
        for doubt in kept
        if doubt.alternative == matrix.alternatives[first].id
        and any(cell.row == first for cell in cells)
        and _chance(matrix, simulation, cells, doubt).mean() < SURE
    ]
    gain = expected_gain(matrix, simulation, cells, kept)
    return _Found(task, gain, cost_s, measured, open_[0] if open_ else None)


def _named(framework: Framework, mode: Mode, precision: Precision) -> str:
    of = "" if precision is Precision.FP32 else f", {precision.value.upper()}"
    return f"{framework.title} ({mode.id}{of})"


def expected_gain(
    matrix: DecisionMatrix,
    simulation: Simulation,
    cells: Sequence[_Cell],
    doubts: Sequence[Doubted] = (),
) -> float:
    """EVSI, on the value scale, of one run that tells of all the latents `cells` rest on.

    `doubts` are the requirements that it would settle.
    """
    amounts = _drawn(matrix, simulation, cells)
    worths = _shifted(simulation, cells, amounts)
    rows = {alternative.id: row for row, alternative in enumerate(matrix.alternatives)}
    for doubt in doubts:
        row = rows.get(doubt.alternative)
        if row in worths:
            worths[row] = worths[row] * _chance(matrix, simulation, cells, doubt, amounts)
    first = int(simulation.expected.argmax())
    now = worths[first].mean() if first in worths else simulation.expected[first]
    rest = np.delete(simulation.expected, list(worths))
    best = reduce(np.maximum, [*worths.values(), rest.max() if len(rest) else 0.0])
    return max(0.0, float(np.mean(best) - now))


def _drawn(
    matrix: DecisionMatrix, simulation: Simulation, cells: Sequence[_Cell]
) -> dict[str, Array]:
    """Per latent what will be believed after a run, shape (draws,)."""
    latents = {latent.id: latent for latent in matrix.latents}
    wanted = dict.fromkeys(cell.belief.terms[0].latent for cell in cells)
    draws = LatentDraws([latents[name] for name in wanted], simulation.key)
    block = draws.draw(simulation.draws)
    return {name: _believed(latents[name], block[draws.rows[name]]) for name in wanted}


def _shifted(
    simulation: Simulation, cells: Sequence[_Cell], amounts: Mapping[str, Array]
) -> dict[int, Array]:
    """Per alternative that a run tells of, what it will be worth, shape (draws,)."""
    found: dict[int, Array] = {}
    for cell in cells:
        term = cell.belief.terms[0]
        worth = value(cell.view.anchors, term.coefficient * amounts[term.latent])
        shift = cell.view.weight * (worth - worth.mean())
        found[cell.row] = found.get(cell.row, simulation.expected[cell.row]) + shift
    return found


def _chance(
    matrix: DecisionMatrix,
    simulation: Simulation,
    cells: Sequence[_Cell],
    doubt: Doubted,
    amounts: Mapping[str, Array] | None = None,
) -> Array:
    """Whether the requirement is met (1) or not (0), shape (2, draws), of equal odds by row.

    The rows are the same where a criterion's amount decides. Where nothing was measured and no
    amount does, it is met in one of them: even odds, independent of everything else.
    """
    of = [c for c in cells if matrix.alternatives[c.row].id == doubt.alternative]
    for cell in of:
        if doubt.limits(cell.view):
            term = cell.belief.terms[0]
            drawn = _drawn(matrix, simulation, [cell]) if amounts is None else amounts
            met = doubt.met(cell.view, term.coefficient * drawn[term.latent])
            return np.stack([met, met])
    known = any(cell.belief.basis is not Basis.UNKNOWN for cell in of)
    odds = np.ones((2, simulation.draws))
    odds[1] = float(known)
    return odds


def _believed(latent: Latent, draws: Array) -> Array:
    """What will be believed after a run, for each draw of what is so.

    >>> x = Latent(id="measurement:m", family="lognormal", a=2.0, b=0.1)
    >>> _believed(x, np.array([2.0, 2.2])).round(3)  # as much error again: half of the variance
    array([2.   , 2.139])
    """
    if latent.family != "lognormal" or not latent.b:
        return draws
    spread = abs(latent.b)
    kept = spread / math.hypot(spread, min(spread, NOISE))
    return np.asarray(latent.a * (draws / latent.a) ** kept)


def _tasks(scenario: Scenario, matrix: DecisionMatrix) -> dict[Task, list[_Cell]]:
    """The measurable tasks behind the matrix's measured cells, with all cells each would settle."""
    uses = {p.criterion: p.measure for p in scenario.preferences if p.measure is not None}
    # Joules are not among what a run is sure to tell: most machines have no counter of them.
    views = {v.id: v for v in matrix.criteria if v.measured not in (None, "energy")}
    rows = {alternative.id: row for row, alternative in enumerate(matrix.alternatives)}
    found: dict[Task, list[_Cell]] = {}
    for belief in matrix.beliefs:
        if belief.criterion not in views:
            continue
        row, use = rows[belief.alternative], uses[belief.criterion]
        task = Task(
            stack=matrix.alternatives[row].stack,
            workload=use.workload,
            batch=use.batch,
            precision=Precision(matrix.alternatives[row].precision),
        )
        found.setdefault(task, []).append(_Cell(row, views[belief.criterion], belief))
    return {task: _told(cells) for task, cells in found.items()}


def _told(cells: list[_Cell]) -> list[_Cell]:
    """The cells of which a run will tell something.

    How many answers a precision changes is told once: a further run gives the same ones, and a run
    of what is no classifier has not told it.
    """
    timed = [cell for cell in cells if cell.view.measured != "changed"]
    ran = any(cell.belief.basis is not Basis.UNKNOWN for cell in timed)
    return [
        cell
        for cell in cells
        if cell.view.measured != "changed" or (cell.belief.basis is Basis.UNKNOWN and not ran)
    ]
