"""The first training steps of a stack: built, run, and written down for the parent to judge.

`outputs` of a training step are `0.loss`, the loss of the first step on the first input set,
`0.slopes`, the products of its gradient with the case's directions, and `losses`, those of the
first steps, which alternate between the input sets.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

from .training import number, of, slopes, target_of

if TYPE_CHECKING:
    from pathlib import Path

    from .case import Case

CHECKED = "memory includes what checking the gradients took"


@dataclass(frozen=True)
class Trained:
    """A step that was run a few times, and what it gave."""

    step: Any
    sets: tuple[Any, ...]
    build_s: float
    first_call_s: float
    losses: tuple[float, ...]
    slopes: tuple[float, ...]

    def save(self, path: Path) -> None:
        """Write losses and slopes where the parent reads them."""
        import numpy as np  # only interpreters that hold it get here

        named: dict[str, Any] = {
            "0.loss": np.array(self.losses[:1]),
            "0.slopes": np.array(self.slopes),
            "losses": np.array(self.losses),
        }
        np.savez(path, **named)


def begin(stack: Any, case: Case) -> Trained:
    """Build the training step of a case and run its first steps.

    Raises:
        Unsupported: the stack cannot train the graph.
        FloatingPointError: a loss is no number.
    """
    told, start = of(case), time.perf_counter()
    step = stack.train(case)
    built = time.perf_counter()
    arranged = stack.arrange(case)
    sets = tuple(
        step.place([*arrays, target_of(arranged, told.targets[index])])
        for index, arrays in enumerate(case.sets)
    )
    del arranged
    called = time.perf_counter()
    losses = [number(step.fetch(step(sets[0]))[0])]
    first = time.perf_counter() - called
    found = slopes(case, stack.arrange, step.weights())
    # The second set comes next: one step on each, in turn, as when it is timed.
    for inputs in islice(cycle((*sets[1:], sets[0])), told.steps - 1):
        losses.append(number(step.fetch(step(inputs))[0]))
    return Trained(step, sets, built - start, first, tuple(losses), tuple(found))
