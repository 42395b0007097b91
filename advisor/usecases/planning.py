"""Plan a run beforehand: what will be measured, what is there already, what will be skipped.

Seconds are expectations: from earlier results of this machine where there are any, else a typical
value. What really happens is the budget's to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from advisor.usecases.measuring import environments_for
from advisor.wiring import Wiring
from knowledge.schema.base import Noun
from knowledge.schema.environment import Environment
from knowledge.schema.probing import Measurement, Precision, Status, Task
from probes.flows.catalog import held_together

UNKNOWN_S, NEXT_S = 12.0, 3.0
"""Starting a stack with its first case, and building a further one, where there is no record."""
SAMPLING_S = 1.5
"""Warming up and five samples of a case that takes little time."""
ROUNDS, CALLS = 5, 3
CALIBRATION_S = 6.0


class Step(Noun):
    """One task of a plan."""

    task: Task
    action: Literal["measure", "reuse", "unavailable", "unsupported", "skip"]
    seconds: float | None = None
    """Expected for the first process; None where nothing is run."""
    guessed: bool = False
    """No record of this machine is behind `seconds`."""
    measured: str | None = None
    """The id of the result that is reused."""


class Plan(Noun):
    """What a run with a budget will do."""

    budget_s: float
    steps: tuple[Step, ...]

    @property
    def seconds(self) -> float:
        """Expected for one process of everything that is to be measured."""
        return sum(s.seconds or 0.0 for s in self.steps if s.action == "measure")


def plan(wiring: Wiring, tasks: Sequence[Task], *, budget_s: float, again: bool) -> Plan:
    """What `measure` will do with `tasks`; `again` measures also what is known already.

    As a run does, it goes through the cases: each in all stacks before the next one.
    """
    from probes.planner import adapters_for
    from probes.precisions import lacking

    environments, _ = environments_for(wiring, tasks)
    kept = {} if again else reusable(wiring, tasks, environments)
    earlier = wiring.of_all_modes()
    adapters = adapters_for(tasks, wiring.catalog)
    lacks = {task for task in tasks if lacking(task, adapters[task.stack]) is not None}
    open_ = [
        task
        for task in tasks
        if task not in kept and task not in lacks and task.stack in environments
    ]
    expected = reached(open_, earlier, budget_s)
    if any(step.action == "skip" for step in expected.values()):
        from advisor.usecases.foreseeing import least_missed_last

        order = least_missed_last(open_, known_well(wiring, environments, earlier))
        expected = reached(order, earlier, budget_s)
    return Plan(
        budget_s=budget_s,
        steps=tuple(
            expected.get(task)
            or (
                Step(task=task, action="reuse", measured=kept[task].id)
                if task in kept
                else Step(task=task, action="unsupported" if task in lacks else "unavailable")
            )
            for task in tasks
        ),
    )


def reached(
    tasks: Sequence[Task], earlier: Sequence[Measurement], budget_s: float
) -> dict[Task, Step]:
    """The steps of what has an environment, as far as the budget is expected to last."""
    known = {m.task: m for m in earlier}
    position = {task: [t for t in tasks if t.lane == task.lane].index(task) for task in tasks}
    spent, steps = CALIBRATION_S, {}
    for task in sorted(tasks, key=lambda each: position[each]):
        seconds = expected_s(known.get(task), first=position[task] == 0)
        action: Literal["measure", "skip"] = "measure" if spent < budget_s else "skip"
        spent += seconds
        guessed = task not in known
        steps[task] = Step(task=task, action=action, seconds=seconds, guessed=guessed)
    return steps


def reusable(
    wiring: Wiring, tasks: Sequence[Task], environments: Mapping[str, Environment]
) -> dict[Task, Measurement]:
    """Earlier results that a new run need not take again, without their samples.

    Of the same task (precision and mode included), framework version, threads and version of the
    probes; clean and settled. fp32 is taken again where a reduced precision is measured beside it,
    whose gain needs the same rounds; a step of one process where one of several is, for its
    efficiency.
    """
    found = known_well(wiring, environments, wiring.of_all_modes())
    missing = [task for task in tasks if task not in found]
    beside = {t.full for t in missing if t.precision is not Precision.FP32}
    scaled = {(t.stack, t.batch, held_together(t.workload)) for t in missing}
    return {
        task: found[task]
        for task in tasks
        if task in found and task not in beside and not _scales(task, scaled)
    }


def known_well(
    wiring: Wiring, environments: Mapping[str, Environment], earlier: Sequence[Measurement]
) -> dict[Task, Measurement]:
    """Earlier results that are clean and settled, of the same version and as many threads."""
    threads = wiring.host.cpu.threads
    found = {}
    for m in earlier:
        here = environments.get(m.stack)
        same = here is not None and m.version == here.version and m.threads == threads
        if same and m.status is Status.OK and not m.weak:
            found[m.task] = m
    return found


def _scales(task: Task, open_: set[tuple[str, int, str | None]]) -> bool:
    """Whether a setting of a flow is to be measured that is held against this one of it."""
    flow = held_together(task.workload)
    return flow is not None and (task.stack, task.batch, flow) in open_


def expected_s(earlier: Measurement | None, *, first: bool = True) -> float:
    """Seconds a task will take in the first process, by an earlier result of the same task.

    `first` is whether the stack starts with it.

    >>> expected_s(None), expected_s(None, first=False)
    (13.5, 4.5)
    """
    if earlier is None:
        return (UNKNOWN_S if first else NEXT_S) + SAMPLING_S
    started = earlier.import_s if first else 0.0
    known = [started, earlier.build_s, earlier.first_call_s]
    unknown = UNKNOWN_S if first else NEXT_S
    start = unknown if None in known else sum(part or 0.0 for part in known)
    call = earlier.latency.point if earlier.latency else 0.0
    return start + max(SAMPLING_S, 1.3 * ROUNDS * CALLS * call)
