"""Changes to a question that must not change what they do not touch, from evidence to ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.criterion import Anchors, Criterion
from knowledge.schema.decision import DecisionMatrix, RankedAlternative
from knowledge.schema.framework import Framework
from knowledge.schema.probing import Estimate, Measurement
from knowledge.schema.scenario import Preference, Requirement
from scoring.assess import assess
from scoring.duplicates import merged, without
from scoring.enumerate import stacks
from scoring.rank import rank
from scoring.screen import screen
from scoring.simulate import simulate
from tests.scoring import build

TERMS = ("cap.a", "cap.b", "cap.c")
RUNS = build.require("runs")
DRAWS = 400


@dataclass(frozen=True)
class Question:
    frameworks: tuple[Framework, ...]
    measurements: tuple[Measurement, ...]
    preferences: tuple[Preference, ...]
    requirements: tuple[Requirement, ...] = (RUNS,)
    criteria: tuple[Criterion, ...] = build.CRITERIA


def decide(asked: Question, draws: int = DRAWS) -> dict[str, RankedAlternative]:
    """What the engine makes of it: enumerated, screened, assessed, merged, simulated, ranked."""
    runtime = build.framework("runtime", build.claim("cap.a"), roles="infer", modes=("cpu",))
    routes = [build.route(f.id, "runtime") for f in asked.frameworks[:1]]
    catalog = build.catalog(*asked.frameworks, runtime, routes=routes, criteria=asked.criteria)
    scenario = build.scenario(*asked.preferences, requirements=asked.requirements)
    everything = stacks(catalog, scenario, "x86")
    kept = screen(catalog, scenario, everything, asked.measurements, {}, today=build.TODAY)
    matrix = assess(catalog, scenario, {}, kept.kept, asked.measurements, build.TODAY)
    same = frozenset(one.alternative for one in merged(catalog, matrix, kept.unverified))
    return {row.id: row for row in ranked(without(matrix, same), draws)}


def ranked(matrix: DecisionMatrix, draws: int) -> Sequence[RankedAlternative]:
    simulation = simulate(matrix, draws, rng=np.random.default_rng(3), certainty=20.0)
    return rank(matrix, simulation)


def timed(name: str, batch: int, seconds: float, width: float) -> Measurement:
    about = Estimate(point=seconds, low=seconds / width, high=seconds * width)
    return build.measurement(f"{name}/eager", about, batch=batch)


@st.composite
def questions(draw: st.DrawFn) -> Question:
    frameworks, measurements = [], []
    for name in ("alpha", "beta", "gamma", "delta")[: draw(st.integers(2, 4))]:
        told = draw(st.dictionaries(st.sampled_from(TERMS), st.booleans(), max_size=3))
        frameworks.append(build.framework(name, *(build.claim(t, s) for t, s in told.items())))
        for batch in draw(st.sets(st.sampled_from((1, 8)))):
            seconds = draw(st.floats(0.002, 0.09))
            measurements.append(timed(name, batch, seconds, draw(st.floats(1.01, 1.5))))
    names = draw(
        st.lists(
            st.sampled_from(("latency", "throughput", "memory", "reach", "freedom")),
            min_size=1,
            unique=True,
        )
    )
    weights = {name: float(draw(st.integers(1, 9))) for name in names}
    preferences = tuple(build.prefer(name, weight) for name, weight in weights.items())
    return Question(tuple(frameworks), tuple(measurements), preferences)


def order(rows: dict[str, RankedAlternative], names: Sequence[str]) -> list[str]:
    return [name for name in rows if name in names]


@build.LAW
@given(questions())
def test_a_stack_that_is_worst_in_everything_changes_nothing_among_the_others(asked) -> None:
    worst = build.framework("worst", *(build.claim(term, False) for term in TERMS))
    slow = (timed("worst", 1, 500.0, 1.01), timed("worst", 8, 5000.0, 1.01))
    heavy = tuple(m.model_copy(update={"memory": build.spread(90_000.0)}) for m in slow)
    more = replace(
        asked,
        frameworks=(*asked.frameworks, worst),
        measurements=(*asked.measurements, *heavy),
    )
    before, after = decide(asked), decide(more)
    others = list(before)
    assert order(after, others) == others
    lost = 0.0
    for name in others:
        assert after[name].expected == before[name].expected
        share, now = (found[name].rank_acceptability[0] for found in (before, after))
        assert now <= share + 1e-12
        lost += share - now
    # A document that says no is not quite sure of it: what is lost has gone to the newcomer.
    assert after["worst/eager"].rank_acceptability[0] == pytest.approx(lost, abs=1e-9)


@build.LAW
@given(questions(), st.randoms(use_true_random=False))
def test_who_else_competes_changes_no_value_and_no_order(asked, random) -> None:
    before = decide(asked)
    gone = random.choice(asked.frameworks[1:])
    fewer = replace(
        asked,
        frameworks=tuple(f for f in asked.frameworks if f is not gone),
        measurements=tuple(m for m in asked.measurements if not m.stack.startswith(gone.id)),
    )
    after = decide(fewer)
    assert list(after) == order(before, list(after))
    for name, row in after.items():
        assert row.expected == before[name].expected
        assert row.contributions == before[name].contributions


@build.LAW
@given(questions(), st.sampled_from(("s", "ms", "µs")))
def test_the_unit_of_time_changes_nothing(asked, unit) -> None:
    factor = {"s": 1e-3, "ms": 1.0, "µs": 1e3}[unit]
    other = build.measured("latency", unit)
    scaled = Anchors(worst=100 * factor, best=factor, shape="log")
    preferences = tuple(
        p.model_copy(update={"anchors": scaled}) if p.criterion == "latency" else p
        for p in asked.preferences
    )
    criteria = tuple(other if c.id == "latency" else c for c in asked.criteria)
    before = decide(asked)
    after = decide(replace(asked, preferences=preferences, criteria=criteria))
    assert {n: r.expected.point for n, r in after.items()} == pytest.approx(
        {n: r.expected.point for n, r in before.items()}, abs=1e-12
    )


@build.LAW
@given(questions(), st.randoms(use_true_random=False))
def test_the_order_in_which_things_are_listed_changes_nothing(asked, random) -> None:
    rest = list(asked.frameworks[1:])
    random.shuffle(rest)  # the first has the route
    other = replace(
        asked,
        frameworks=(asked.frameworks[0], *rest),
        measurements=tuple(random.sample(asked.measurements, len(asked.measurements))),
        preferences=tuple(random.sample(asked.preferences, len(asked.preferences))),
        criteria=tuple(random.sample(asked.criteria, len(asked.criteria))),
    )
    before, after = decide(asked), decide(other)
    assert list(before) == list(after)
    for name, row in before.items():
        assert after[name].expected == row.expected
        assert after[name].rank_acceptability == row.rank_acceptability
        assert after[name].tied_with == row.tied_with


@build.LAW
@given(questions())
def test_a_criterion_counted_twice_by_halves_counts_once(asked) -> None:
    first, *others = asked.preferences
    old = next(c for c in asked.criteria if c.id == first.criterion)
    twin = old.model_copy(update={"id": f"{old.id}-again"})
    half = first.model_copy(update={"weight": first.weight / 2})
    again = half.model_copy(update={"criterion": twin.id})
    doubled = replace(asked, preferences=(half, again, *others), criteria=(*asked.criteria, twin))
    before, after = decide(asked), decide(doubled)
    assert {n: r.expected.point for n, r in after.items()} == pytest.approx(
        {n: r.expected.point for n, r in before.items()}, abs=1e-9
    )


@build.LAW
@given(questions(), st.floats(0.001, 0.1), st.floats(0.001, 0.1))
def test_a_stricter_ceiling_brings_nothing_in_and_turns_nothing_around(asked, one, other) -> None:
    strict, loose = sorted((one, other))

    def under(seconds: float) -> dict[str, RankedAlternative]:
        ceiling = build.require("latency", value=repr(seconds))
        return decide(replace(asked, requirements=(RUNS, ceiling)))

    few, many = under(strict), under(loose)
    left = [name for name in few if name in many]
    for name in left:
        assert few[name].expected == many[name].expected
    assert order(few, left) == order(many, left)
    ran = {m.stack for m in asked.measurements if m.batch == 1}
    assert {n for n in few if n in ran} <= {n for n in many if n in ran}
