"""Whether measuring can still change who is first: heard from the events of a run.

Every cell counts with its expected value, every number that is still to be measured with the whole
range of what it may turn out to be. The race is over when the worst that the first may come to is
better than the best that any other may.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from advisor.usecases.asking.outlook import screened
from knowledge.schema.decision import Basis
from knowledge.schema.probing import Status

if TYPE_CHECKING:
    from advisor.usecases.session import Session
    from advisor.wiring import Wiring
    from knowledge.schema.decision import Alternative, CriterionView
    from knowledge.schema.probing import Estimate
    from knowledge.schema.progress import Progress
    from knowledge.schema.scenario import WorkloadUse

Range = tuple[float, float]
_UNITS = {"s": 1.0, "ms": 1e3, "µs": 1e6}


@dataclass(frozen=True, slots=True)
class Timed:
    """A criterion that is measured, and on what."""

    view: CriterionView
    use: WorkloadUse

    def worth(self, latency: Estimate) -> Range:
        """What a latency is worth, times the weight, from one end of its interval to the other."""
        import numpy as np

        from scoring.value import value

        ends = np.array([latency.low, latency.high])
        if self.view.measured == "throughput":
            amounts = self.use.batch / ends
        else:
            amounts = ends * _UNITS[self.view.unit]
        low, high = sorted(float(v) * self.view.weight for v in value(self.view.anchors, amounts))
        return low, high


class Race:
    """The stacks of a question with what each may still be worth."""

    def __init__(
        self,
        stacks: Mapping[str, tuple[str, ...]],
        cells: dict[tuple[str, str], Range],
        timed: tuple[Timed, ...],
    ) -> None:
        """Start with what is known beforehand.

        Args:
            stacks: what a probe measures -> the alternatives that run on it.
            cells: (alternative, criterion) -> from what to what it may be worth, weighed.
            timed: the criteria that the run's times speak of.
        """
        self._stacks, self._cells, self._timed = stacks, cells, timed

    def hear(self, event: Progress) -> None:
        """Take an event of the run into account."""
        words = event.subject.split()
        if event.stage != "measure" or len(words) != 4:
            return
        stack, workload, _, batch = words
        for name in self._stacks.get(stack, ()):
            if event.status not in (None, Status.OK, Status.SKIPPED, Status.UNAVAILABLE):
                self._cells = {cell: r for cell, r in self._cells.items() if cell[0] != name}
            elif event.latency is not None:
                for one in self._timed:
                    if (one.use.workload, str(one.use.batch)) == (workload, batch):
                        self._cells[name, one.view.id] = one.worth(event.latency)

    @property
    def over(self) -> bool:
        """Whether nothing left to measure can take first place from whoever has it."""
        worth: dict[str, Range] = {}
        for (name, _), (low, high) in self._cells.items():
            before = worth.get(name, (0.0, 0.0))
            worth[name] = (before[0] + low, before[1] + high)
        if not worth:
            return False
        first = max(worth, key=lambda name: worth[name][0])
        return all(high < worth[first][0] for name, (_, high) in worth.items() if name != first)


def race(wiring: Wiring, session: Session) -> Race:
    """The race as it stands before anything is measured.

    Raises:
        KnownError: what the session asks for means nothing.
    """
    from advisor.usecases.recommend import weights_for
    from advisor.usecases.weights import read_stated
    from scoring.assess import assess
    from scoring.expected import expected_value
    from scoring.stakeholders import group_weights

    request = session.request()
    field = screened(wiring, request.scenario, request=request)
    people = [read_stated(file, field.scenario) for file in request.weight_files]
    weights = weights_for(field.scenario, group_weights(people) if people else request.weights)
    kept = field.screening.kept
    matrix = assess(field.catalog, field.scenario, weights, kept, field.measured, field.today)
    latents = {latent.id: latent for latent in matrix.latents}
    views = {view.id: view for view in matrix.criteria}
    cells = {}
    for belief in matrix.beliefs:
        view = views[belief.criterion]
        if view.measured is not None and belief.basis is Basis.UNKNOWN:
            cells[belief.alternative, view.id] = (0.0, view.weight)
        else:
            point = expected_value(view, belief, latents) * view.weight
            cells[belief.alternative, view.id] = (point, point)
    timed = tuple(
        Timed(views[p.criterion], p.measure)
        for p in field.scenario.preferences
        if p.measure is not None and views[p.criterion].measured in ("latency", "throughput")
    )
    return Race(_by_stack(kept), cells, timed)


def _by_stack(kept: tuple[Alternative, ...]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for alternative in kept:
        found[alternative.lane] = (*found.get(alternative.lane, ()), alternative.id)
    return found
