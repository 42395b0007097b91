"""What the readings of an experiment say: outcome, estimate of each variant, how disturbed it was.

Pure. Variants are compared within rounds, so a round in which one of the two was disturbed counts
as disturbed for both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from knowledge.schema.probing import Estimate, Sample
from knowledge.schema.recipe import Reading, Recipe
from probes.statistics import LEAST_ROUNDS, estimate, ratio, used


def summary(
    recipe: Recipe, readings: Sequence[Reading], rng: np.random.Generator
) -> tuple[Estimate | None, dict[str, Estimate]]:
    """The recipe's outcome and the estimate of each variant; None where too little was read."""
    by_variant, names = {}, [variant.id for variant in recipe.compared]
    for variant in recipe.variants:
        pair = names if variant.id in names else (names[0], variant.id)
        taken = _samples(readings, variant.id, pair)
        if taken:
            by_variant[variant.id] = _estimate(recipe, taken, rng)
    if any(name not in by_variant for name in names):
        return None, by_variant
    if len(names) == 1:
        return by_variant[names[0]], by_variant
    return _ratio(recipe, readings, (names[0], names[1]), rng), by_variant


def beside(
    recipe: Recipe, readings: Sequence[Reading], rng: np.random.Generator
) -> dict[str, Estimate]:
    """By further variant, the ratio of the first one to it."""
    first, found = recipe.variants[0].id, {}
    for variant in recipe.beside:
        if {r.variant for r in readings} >= {first, variant.id}:
            compared = _ratio(recipe, readings, (first, variant.id), rng)
            if compared is not None:
                found[variant.id] = compared
    return found


def foreign_cpu(recipe: Recipe, readings: Sequence[Reading]) -> float | None:
    """Cores taken by others in the median round, where no process had enough quiet rounds.

    None where one had, and for what is no time: such numbers do not depend on who else computes.
    """
    if recipe.quantity != "seconds" or not readings:
        return None
    names = [variant.id for variant in recipe.compared]
    samples = _samples(readings, names[0], names)
    quiet: dict[int, int] = defaultdict(int)
    for sample in samples:
        quiet[sample.process] += not sample.contended
    if any(count >= LEAST_ROUNDS for count in quiet.values()):
        return None
    if not any(sample.contended for sample in samples):
        return None
    return float(np.median([sample.foreign_cpu for sample in samples]))


def _ratio(
    recipe: Recipe, readings: Sequence[Reading], pair: tuple[str, str], rng: np.random.Generator
) -> Estimate | None:
    """The first of a pair over the other; None where that has no meaning."""
    first, second = (_samples(readings, name, pair) for name in pair)
    common = {(s.process, s.round) for s in first} & {(s.process, s.round) for s in second}
    first, second = (
        [s for s in taken if (s.process, s.round) in common] for taken in (first, second)
    )
    if not common:
        return None
    if recipe.quantity == "seconds":
        return ratio(first, second, rng)
    one, other = (_estimate(recipe, taken, rng) for taken in (first, second))
    if other.low <= 0:
        return None
    return Estimate(
        point=one.point / other.point, low=one.low / other.high, high=one.high / other.low
    )


def _estimate(recipe: Recipe, taken: list[Sample], rng: np.random.Generator) -> Estimate:
    """Of seconds as of any timing; of a value that is no timing its median and its range."""
    if recipe.quantity == "seconds":
        kept = used(taken).items()
        return estimate({p: [s.seconds_per_call for s in samples] for p, samples in kept}, rng)
    values = [sample.seconds_per_call for sample in taken]
    return Estimate(point=float(np.median(values)), low=min(values), high=max(values))


def _samples(readings: Sequence[Reading], variant: str, pair: Collection[str]) -> list[Sample]:
    """The readings of a variant as samples of one loop, for the statistics of timings.

    Args:
        readings: of all variants.
        variant: the one wanted.
        pair: the variants whose disturbance counts, this one among them.
    """
    foreign: dict[tuple[int, int], float] = defaultdict(float)
    contended: dict[tuple[int, int], bool] = defaultdict(bool)
    for r in readings:
        if r.variant in pair:
            foreign[r.process, r.round] = max(foreign[r.process, r.round], r.foreign_cpu)
            contended[r.process, r.round] |= r.contended
    return [
        Sample(
            process=r.process,
            round=r.round,
            loops=1,
            seconds=r.value,
            foreign_cpu=foreign[r.process, r.round],
            contended=contended[r.process, r.round],
        )
        for r in readings
        if r.variant == variant
    ]
