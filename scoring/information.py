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
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from knowledge.schema.decision import (
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
    NextMeasurement,
)
from knowledge.schema.framework import Framework, Mode
from knowledge.schema.probing import Precision, Task
from knowledge.schema.scenario import Scenario, WorkloadUse
from scoring import reasons
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


@dataclass(frozen=True, slots=True)
class _Cell:
    """A measured cell that a task's result would settle."""

    row: int
    view: CriterionView
    belief: Belief


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
) -> NextMeasurement | None:
    """The task with the highest expected gain per second, or None: nothing more to learn.

    Args:
        catalog: tells which modes a probe can measure (`adapter`).
        scenario: tells on which workload each measured criterion is asked.
        matrix: the beliefs as they stand.
        simulation: of that matrix; its draws are used again.
        cost_s: seconds a task would take (above zero); None where it cannot be measured here.
        command: the command line that measures a task.
    """
    found: list[tuple[float, float, Task, bool]] = []
    for task, cells in _tasks(scenario, matrix).items():
        _, mode = catalog.mode(task.stack)
        cost = cost_s(task) if mode.adapter is not None else None
        if cost is None:
            continue
        gain = expected_gain(matrix, simulation, cells)
        if gain >= ENOUGH:
            measured = any(cell.belief.basis is Basis.MEASURED for cell in cells)
            found.append((gain, cost, task, measured))
    if not found:
        return None
    gain, cost, task, measured = min(found, key=lambda item: (-item[0] / item[1], str(item[2])))
    framework, mode = catalog.mode(task.stack)
    use = WorkloadUse(workload=task.workload, batch=task.batch)
    return NextMeasurement(
        stack=task.stack,
        workload=task.workload,
        batch=task.batch,
        gain=gain,
        cost_s=cost,
        command=command(task),
        reason=reasons.worth_measuring(_named(framework, mode, task.precision), use, measured),
    )


def _named(framework: Framework, mode: Mode, precision: Precision) -> str:
    of = "" if precision is Precision.FP32 else f", {precision.value.upper()}"
    return f"{framework.title} ({mode.id}{of})"


def expected_gain(matrix: DecisionMatrix, simulation: Simulation, cells: Sequence[_Cell]) -> float:
    """EVSI, on the value scale, of one run that tells of all the latents `cells` rest on."""
    latents = {latent.id: latent for latent in matrix.latents}
    wanted = dict.fromkeys(cell.belief.terms[0].latent for cell in cells)
    draws = LatentDraws([latents[name] for name in wanted], simulation.key)
    block = draws.draw(simulation.draws)
    shifted: dict[int, Array] = {}
    for cell in cells:
        term = cell.belief.terms[0]
        amounts = _believed(latents[term.latent], block[draws.rows[term.latent]])
        worth = value(cell.view.anchors, term.coefficient * amounts)
        shift = cell.view.weight * (worth - worth.mean())
        shifted[cell.row] = shifted.get(cell.row, simulation.expected[cell.row]) + shift
    rest = np.delete(simulation.expected, list(shifted))
    best = np.maximum.reduce([*shifted.values()])
    if len(rest):
        best = np.maximum(best, rest.max())
    return max(0.0, float(best.mean() - simulation.expected.max()))


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
    return found
