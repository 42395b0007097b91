"""Say before a run what the budget is expected to hold, and put last what is missed least.

Expectations rest on earlier results of this machine; the budget itself is kept by the clock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from advisor.usecases.planning import known_well, reached
from advisor.wiring import Wiring
from knowledge.schema.environment import Environment
from knowledge.schema.probing import Measurement, Precision, Task
from knowledge.schema.progress import Progress

MOST_NAMES = 6
"""Tasks named in a line; of more, their number is told."""


def foreseen(
    wiring: Wiring,
    tasks: Sequence[Task],
    environments: Mapping[str, Environment],
    earlier: Sequence[Measurement],
    budget_s: float,
) -> tuple[tuple[Task, ...], Progress | None]:
    """The tasks in the order in which they are to be measured, and what to tell of it.

    If the budget is not expected to hold all of them, those lanes come last of which all is known
    well from earlier: their results are still there when they are skipped. None is told where
    nothing can be measured.
    """
    here = [task for task in tasks if task.stack in environments]
    if not here:
        return tuple(tasks), None
    order, steps = tuple(tasks), reached(here, earlier, budget_s)
    if any(step.action == "skip" for step in steps.values()):
        order = least_missed_last(tasks, known_well(wiring, environments, earlier))
        steps = reached([task for task in order if task in steps], earlier, budget_s)
    skipped = [task for task in order if task in steps and steps[task].action == "skip"]
    names = ", ".join(name(task) for task in skipped[:MOST_NAMES])
    if len(skipped) > MOST_NAMES:
        names += f", +{len(skipped) - MOST_NAMES}"
    return order, Progress(
        stage="plan",
        done=len(steps) - len(skipped),
        total=len(steps),
        subject=names,
        budget_s=sum(s.seconds or 0.0 for s in steps.values() if s.action == "measure"),
    )


def least_missed_last(tasks: Sequence[Task], known: Mapping[Task, Measurement]) -> tuple[Task, ...]:
    """The tasks with those lanes last of which every task is known; else in their order.

    >>> a, b = Task(stack="a/m", workload="w"), Task(stack="b/m", workload="w")
    >>> [task.stack for task in least_missed_last([a, b], {a: None})]
    ['b/m', 'a/m']
    """
    lacking = {task.lane for task in tasks if task not in known}
    # A lane in reduced precision is held against fp32 in the same rounds.
    lacking |= {task.full.lane for task in tasks if task.lane in lacking}
    return tuple(sorted(tasks, key=lambda task: task.lane not in lacking))


def name(task: Task) -> str:
    """A task in a list: its batch size only where it is not 1.

    >>> name(Task(stack="jax/jit", workload="matmul", batch=8))
    'jax/jit matmul × 8'
    """
    batch = f" × {task.batch}" if task.batch != 1 else ""
    precision = "" if task.precision is Precision.FP32 else f"@{task.precision}"
    return f"{task.stack}{precision} {task.workload}{batch}"
