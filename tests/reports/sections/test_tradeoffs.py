"""Who is beaten: the front is that of the numbers, and unknown power never counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.machine import Energy
from knowledge.schema.probing import Estimate, Measurement, Status
from knowledge.schema.report import Paragraph, ScatterChart, Table
from knowledge.texts import Texts
from reports.sections import tradeoffs
from tests.reports import sample
from tests.reports.sample import CREATED

EN = Texts("en")


def result(stack: str, batch: int, seconds: float, per_joule: float | None = None) -> Measurement:
    energy = None if per_joule is None else Energy(joules=1.0, items_per_joule=per_joule)
    return Measurement(
        id=f"{stack}-{batch}",
        stack=stack,
        workload="net",
        batch=batch,
        status=Status.OK,
        latency=Estimate(point=seconds, low=seconds, high=seconds),
        energy=energy,
        started=CREATED,
    )


def front(*results: Measurement) -> list[str]:
    group = tradeoffs.places(results)["net"]
    return [place.stack for place in group if not tradeoffs.beaten_by(place, group)]


def test_quick_and_rapid_are_both_on_the_front() -> None:
    results = (
        *(result("a/x", 1, 0.001), result("a/x", 8, 0.016)),
        *(result("b/x", 1, 0.002), result("b/x", 8, 0.004)),
        *(result("c/x", 1, 0.003), result("c/x", 8, 0.020)),
    )
    assert front(*results) == ["a/x", "b/x"]


def test_power_counts_where_it_is_known_of_both() -> None:
    better, worse = result("a/x", 1, 0.001, 5.0), result("b/x", 1, 0.002, 9.0)
    assert front(better, worse) == ["a/x", "b/x"]
    unknown = result("b/x", 1, 0.002)
    assert front(better, unknown) == ["a/x"]


@given(st.lists(st.floats(1e-4, 1.0), min_size=1, max_size=8))
def test_somebody_is_never_beaten(times: list[float]) -> None:
    assert front(*(result(f"s{n}/x", 1, t) for n, t in enumerate(times)))


def test_the_sample_has_a_chart_whose_numbers_are_the_rows() -> None:
    blocks = tradeoffs.build(sample.recommendation(), EN)
    chart = next(b for b in blocks if isinstance(b, ScatterChart))
    table = next(b for b in blocks if isinstance(b, Table))
    for number, (point, row) in enumerate(zip(chart.points, table.rows, strict=True), start=1):
        assert row[0].text == f"{number}. {point.label}"
        assert (row[4].text == "–") is point.front


def test_unknown_power_is_said_to_be_unknown() -> None:
    said = [
        b.text for b in tradeoffs.build(sample.recommendation(), EN) if isinstance(b, Paragraph)
    ]
    assert any(text.startswith("Power is unknown") for text in said)


@pytest.mark.parametrize("count", [0, 1])
def test_one_stack_is_no_trade(count: int) -> None:
    few = sample.measurements()[:count]
    assert tradeoffs.build(sample.recommendation(measurements=few), EN) == ()


def test_one_batch_has_no_chart() -> None:
    few = (result("a/x", 1, 0.001), result("b/x", 1, 0.002))
    blocks = tradeoffs.build(sample.recommendation(measurements=few), EN)
    assert not any(isinstance(b, ScatterChart) for b in blocks)
    assert any(isinstance(b, Paragraph) and "Only one batch" in b.text for b in blocks)
