from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.recipe import Reading, Recipe, Variant
from probes.outcomes import beside, foreign_cpu, summary

WORDS = LocalText(en="a", zh="a")
TIMES = {"slow": 0.2, "fast": 0.1, "third": 0.4}


def recipe(*variants: str, quantity: str = "seconds") -> Recipe:
    named = tuple(Variant(id=v, title=WORDS, environment="here") for v in variants)
    return Recipe.model_validate(
        {"id": "r", "title": WORDS, "about": WORDS, "variants": named, "quantity": quantity}
    )


def rounds(
    *variants: str, processes: int = 2, busy: dict[str, set[int]] | None = None
) -> list[Reading]:
    """Five rounds in each process; `busy` are the rounds in which a variant was disturbed."""
    return [
        Reading(
            variant=v,
            process=p,
            round=r,
            value=TIMES[v],
            foreign_cpu=1.5 if r in (busy or {}).get(v, ()) else 0.0,
            contended=r in (busy or {}).get(v, ()),
        )
        for p in range(processes)
        for r in range(5)
        for v in variants
    ]


def test_variants_are_compared_over_the_same_rounds_however_disturbed() -> None:
    # Each variant's least disturbed rounds are others than the other's.
    foreign = {"slow": (1, 1, 1, 2, 2, 2), "fast": (2, 2, 2, 1, 1, 1)}
    readings = [
        Reading(variant=v, process=0, round=r, value=s, foreign_cpu=foreign[v][r], contended=True)
        for r in range(6)
        for v, s in (("slow", 0.2), ("fast", 0.1))
    ]
    outcome, by_variant = summary(recipe("slow", "fast"), readings, np.random.default_rng(0))
    assert outcome is not None
    assert outcome.point == pytest.approx(2)
    assert set(by_variant) == {"slow", "fast"}


def test_a_round_that_was_quiet_for_one_variant_only_is_not_used() -> None:
    readings = [
        Reading(variant=v, process=0, round=r, value=s, contended=v == "fast" and r == 0)
        for r in range(4)
        for v, s in (("slow", 9.0 if r == 0 else 0.2), ("fast", 0.1))
    ]
    _, by_variant = summary(recipe("slow", "fast"), readings, np.random.default_rng(0))
    assert by_variant["slow"].high < 1


def test_further_variants_are_compared_with_the_first() -> None:
    made = recipe("slow", "fast", "third")
    readings = rounds("slow", "fast", "third")
    outcome, by_variant = summary(made, readings, np.random.default_rng(0))
    assert outcome is not None
    assert outcome.point == pytest.approx(2)
    assert set(by_variant) == {"slow", "fast", "third"}
    found = beside(made, readings, np.random.default_rng(0))
    assert {name: round(e.point, 3) for name, e in found.items()} == {"third": 0.5}


def test_a_further_variant_that_was_not_read_is_not_compared() -> None:
    made = recipe("slow", "fast", "third")
    outcome, by_variant = summary(made, rounds("slow", "fast"), np.random.default_rng(0))
    assert outcome is not None
    assert "third" not in by_variant
    assert beside(made, rounds("slow", "fast"), np.random.default_rng(0)) == {}


def test_a_further_variant_that_ended_early_is_compared_where_it_was_read() -> None:
    made = recipe("slow", "fast", "third")
    readings = [r for r in rounds("slow", "fast", "third") if r.variant != "third" or not r.process]
    busy = [r.model_copy(update={"contended": not r.process}) for r in readings]
    found = beside(made, busy, np.random.default_rng(0))
    assert found["third"].point == pytest.approx(0.5)


def test_values_beside_are_compared_by_their_ranges() -> None:
    made = recipe("slow", "fast", "third", quantity="share")
    found = beside(made, rounds("slow", "fast", "third"), np.random.default_rng(0))
    assert (found["third"].low, found["third"].high) == (0.5, 0.5)


ALL = {0, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("busy", "said"),
    [
        ({}, None),
        ({"slow": {0, 1}}, None),
        ({"slow": {0, 1, 2}}, 1.5),
        ({"slow": {0, 1}, "fast": {3, 4}}, 1.5),
        ({"slow": ALL, "fast": ALL}, 1.5),
        ({"third": ALL}, None),
    ],
)
def test_a_measurement_with_too_few_quiet_rounds_is_disturbed(
    busy: dict[str, set[int]], said: float | None
) -> None:
    made = recipe("slow", "fast", "third")
    assert foreign_cpu(made, rounds("slow", "fast", "third", busy=busy)) == said


def test_one_quiet_process_is_enough() -> None:
    busy, quiet = rounds("slow", "fast", busy={"slow": ALL}), rounds("slow", "fast", processes=3)
    readings = [*busy, *(r for r in quiet if r.process == 2)]
    assert foreign_cpu(recipe("slow", "fast"), readings) is None


def test_what_is_no_time_is_not_disturbed() -> None:
    made = recipe("slow", "fast", quantity="MiB")
    assert foreign_cpu(made, rounds("slow", "fast", busy={"slow": ALL})) is None
    assert foreign_cpu(recipe("slow", "fast"), []) is None
