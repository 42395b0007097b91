"""A comparison says what changed and why, in both languages and every form with pages."""

from __future__ import annotations

import re
from typing import Any

import pytest

from knowledge.schema.decision import Recommendation
from knowledge.schema.probing import Estimate
from knowledge.schema.report import Callout, Heading, Paragraph, Report, Table
from knowledge.texts import Texts
from reports.comparison.build import build
from reports.comparison.differences import clear, evidence, measurements
from reports.formats import html, markdown, short
from tests.reports import sample

BEFORE = sample.recommendation()
EN = Texts("en")


def later(**changes: Any) -> Recommendation:
    """The sample asked again: other weights, a fact that reads otherwise, a slower run."""
    criteria = BEFORE.matrix.criteria
    swapped = {
        criteria[0].id: criteria[1].weight,
        criteria[1].id: criteria[0].weight,
    }
    views = tuple(
        view.model_copy(update={"weight": swapped.get(view.id, view.weight)}) for view in criteria
    )
    second, first, *rest = BEFORE.ranking
    items = list(BEFORE.evidence)
    items[0] = items[0].model_copy(update={"locator": "another place"})
    slower = tuple(
        m.model_copy(
            update={
                "id": f"{m.id}-new",
                "version": "2.14.0",
                "latency": m.latency
                and Estimate(
                    point=2 * m.latency.point, low=2 * m.latency.low, high=2 * m.latency.high
                ),
            }
        )
        for m in BEFORE.measurements
    )
    return sample.recommendation(
        **{
            "id": "r-20261201-000000",
            "ranking": (first, second, *rest),
            "matrix": BEFORE.matrix.model_copy(update={"criteria": views}),
            "evidence": tuple(items[:-1]),
            "measurements": slower,
            **changes,
        }
    )


def section(report: Report, id_: str) -> Table:
    found = next(s for s in report.sections if s.id == id_)
    return next(b for b in found.blocks if isinstance(b, Table))


def said(report: Report) -> str:
    blocks = [b for s in report.sections for b in s.blocks]
    return "\n".join(b.text for b in blocks if isinstance(b, Callout | Paragraph))


def test_the_answer_names_both_first_places_and_the_causes() -> None:
    text = said(build(BEFORE, later(), EN))
    first, second = (ranked.label for ranked in BEFORE.ranking[:2])
    assert f"First place went from {first}" in text
    assert f"The lead of {second} over {first}" in text


def test_the_same_run_has_nothing_to_tell() -> None:
    text = said(build(BEFORE, BEFORE, EN))
    assert "is first in both" in text
    assert "The weights are the same." in text
    assert "Both runs rest on the same measurements." in text
    assert "cite the same facts" in text


def test_parts_of_the_lead_add_up_as_shown() -> None:
    *rows, total = section(build(BEFORE, later(), EN), "causes").rows
    shown = [[float(c.text.replace("\u2212", "-")) for c in row[1:]] for row in rows]
    sums = [float(c.text.replace("\u2212", "-")) for c in total[1:]]
    for column, whole in enumerate(sums):
        assert sum(row[column] for row in shown) == pytest.approx(whole, abs=0.005)


def test_only_weights_that_moved_come_first() -> None:
    rows = section(build(BEFORE, later(), EN), "weights").rows
    assert rows[0][1].text != rows[0][2].text
    assert rows[-1][1].text == rows[-1][2].text


def test_times_are_compared_with_what_both_intervals_leave() -> None:
    pairs = [p for p in measurements(BEFORE, later()) if p.ratio is not None]
    assert pairs
    for pair in pairs:
        assert pair.ratio is not None
        assert pair.ratio.point == pytest.approx(2.0)
        assert clear(pair)
    rows = section(build(BEFORE, later(), EN), "results").rows
    assert "slower" in {row[4].text for row in rows}
    assert "2.13.0 → 2.14.0" in {row[5].text for row in rows}


def test_facts_that_read_otherwise_are_told() -> None:
    changes = evidence(BEFORE, later())
    assert {change.kind for change in changes} == {"changed", "removed"}


def test_a_first_place_that_is_ruled_out_now_is_told_with_the_reason() -> None:
    gone = BEFORE.ranking[0]
    out = BEFORE.excluded[1].model_copy(update={"alternative": gone.id, "label": gone.label})
    after = later(ranking=BEFORE.ranking[1:], excluded=(*BEFORE.excluded, out))
    report = build(BEFORE, after, EN)
    assert f"{gone.label}, first before, is ruled out now" in said(report)
    assert "ruled out now" in {row[1].text for row in section(report, "ruled").rows}
    assert "cannot be compared" in said(report)


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (sample.nothing_feasible(), BEFORE, "now"),
        (BEFORE, sample.nothing_feasible(), "was first before"),
        (sample.nothing_feasible(), sample.nothing_feasible(), "Neither run"),
    ],
)
def test_nothing_feasible_is_told(
    before: Recommendation, after: Recommendation, expected: str
) -> None:
    assert expected in said(build(before, after, EN))


def test_other_machines_and_scenarios_are_told() -> None:
    host = sample.host().model_copy(update={"id": "another"})
    text = said(build(BEFORE, later(host=host, scenario="mobile"), EN))
    assert "two machines" in text
    assert "different questions" in text


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_form_can_show_it(language: str) -> None:
    report = build(BEFORE, later(), Texts(language))
    headings = [b for s in report.sections for b in s.blocks if isinstance(b, Heading)]
    assert len({h.anchor for h in headings}) == len(report.sections)
    page, record, few = html.render(report), markdown.render(report), short.render(report)
    assert page.startswith("<!DOCTYPE html>")
    assert record.startswith("# ")
    assert "status:" not in record
    assert len(few.splitlines()) < 12
    assert not re.search(r"\{[a-z_]+\}", record)
