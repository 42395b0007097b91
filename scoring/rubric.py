"""Cells of criteria built from indicators: the belief that claims and facts leave.

Pure. The cell is 100 times the weighted mean of its indicators' levels. An indicator with evidence
is a level with the deviation of its grade; one without may be anything from 0 to 1.

What is not known of one framework moves together: all of it may turn out good or bad. Were it
independent, a dozen unknowns would average out, and a cell of which nothing is known would claim
to be near the middle; so it spans the whole scale instead.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from knowledge.schema.criterion import Criterion, Indicator, Part
from knowledge.schema.decision import Alternative, Basis, Belief, Latent, Term
from knowledge.schema.framework import Framework
from scoring.bundles import asked
from scoring.moments import weighted_sum
from scoring.reading import Reading, read, unknown_key, weakest
from scoring.speaker import speaker

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def rubric_cell(
    catalog: Catalog,
    criterion: Criterion,
    alternative: Alternative,
    today: date,
    latents: MutableMapping[str, Latent],
) -> Belief:
    """The belief of one alternative on one rubric; see `Rubric.cell`."""
    return Rubric(catalog, criterion, today).cell(alternative, latents)


class Rubric:
    """The indicators of a criterion; what each says of a framework is read once."""

    def __init__(
        self,
        catalog: Catalog,
        criterion: Criterion,
        today: date,
        bundles: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """`bundles` maps what an indicator asks to its bundle, see scoring.bundles."""
        self._catalog = catalog
        self._criterion = criterion
        self._today = today
        self._indicators = catalog.rubric(criterion)
        self._bundles = bundles
        self._parts = {indicator.part for indicator in self._indicators}
        self._read: dict[tuple[int, str], tuple[Reading | None, Latent]] = {}
        self._cells: dict[tuple[str | bool | None, ...], tuple[Belief, dict[str, Latent]]] = {}

    def cell(self, alternative: Alternative, latents: MutableMapping[str, Latent]) -> Belief:
        """The belief of one alternative, in points from 0 to 100.

        Latents not yet in `latents` are put there; those of other alternatives are shared, so that
        two stacks on one runtime rise and fall together. What is asked of the same frameworks is
        worked out once.
        """
        key = self._asked(alternative)
        if key not in self._cells:
            own: dict[str, Latent] = {}
            self._cells[key] = self._worked_out(alternative, own), own
        belief, own = self._cells[key]
        for name, latent in own.items():
            latents.setdefault(name, latent)
        if belief.alternative == alternative.id:
            return belief
        return belief.model_copy(update={"alternative": alternative.id})

    def _asked(self, alternative: Alternative) -> tuple[str | bool | None, ...]:
        """The frameworks that speak for the alternative, see scoring.speaker."""
        _, mode = self._catalog.mode(alternative.stack)
        return (
            alternative.trainer if Part.TRAINER in self._parts else None,
            alternative.runtime if Part.RUNTIME in self._parts else None,
            mode.on,
            alternative.trainer == alternative.runtime,
        )

    def _worked_out(self, alternative: Alternative, latents: MutableMapping[str, Latent]) -> Belief:
        coefficients: dict[str, float] = {}
        readings: list[Reading] = []
        taken: list[str] = []
        known = 0.0
        for place, indicator in enumerate(self._indicators):
            reading, latent = self._reading(place, indicator, alternative)
            latents.setdefault(latent.id, latent)
            share = 100.0 * indicator.weight
            coefficients[latent.id] = coefficients.get(latent.id, 0.0) + share
            if reading is not None and reading.assumed:
                taken.append(reading.key)
            elif reading is not None:
                readings.append(reading)
                known += indicator.weight
        terms = tuple(Term(latent=key, coefficient=c) for key, c in coefficients.items())
        return Belief(
            alternative=alternative.id,
            criterion=self._criterion.id,
            terms=terms,
            estimate=weighted_sum(terms, latents),
            basis=Basis.ASSUMED if taken else Basis.DOCUMENTED if readings else Basis.UNKNOWN,
            coverage=min(1.0, known),
            grade=weakest([reading.grade for reading in readings]),
            evidence=tuple(dict.fromkeys(reading.key for reading in readings)),
            assumed=tuple(dict.fromkeys(taken)),
            stale_since=min((r.stale_since for r in readings if r.stale_since), default=None),
        )

    def _reading(
        self, place: int, indicator: Indicator, alternative: Alternative
    ) -> tuple[Reading | None, Latent]:
        owner = speaker(self._catalog, alternative, indicator.part, indicator.term)
        key = place, owner.id
        if key not in self._read:
            reading = read(self._catalog, owner, indicator, self._today)
            latent = _latent(owner, indicator, reading)
            name = self._bundles.get(asked(indicator))
            if name is not None and latent.family == "normal" and not latent.stream:
                latent = latent.model_copy(update={"bundle": f"{owner.id}:{name}"})
            self._read[key] = reading, latent
        return self._read[key]


def _latent(subject: Framework, indicator: Indicator, reading: Reading | None) -> Latent:
    """The latent of an indicator, named after its evidence.

    One fact may be valued between different anchors by different rubrics: those are two latents
    of one stream.
    """
    if reading is None:
        return Latent(
            id=unknown_key(subject.id, indicator),
            family="uniform",
            a=0.0,
            b=1.0,
            stream=f"unknown:{subject.id}",
        )
    name, stream = reading.key, ""
    if indicator.anchors is not None:
        anchors = indicator.anchors
        name = f"{reading.key}@{anchors.worst:g}..{anchors.best:g}:{anchors.shape}"
        stream = reading.key
    return Latent(
        id=name, family="normal", a=reading.level, b=reading.sd, low=0.0, high=1.0, stream=stream
    )
