"""Risks: counts that add up, a lane for each criterion, and what is not checked."""

from __future__ import annotations

from knowledge.schema.report import Callout, Definitions, Paragraph, Table, TimelineChart
from knowledge.texts import Texts
from reports.sections import risks
from tests.reports import sample
from tests.reports.sample_dossier import TODAY, dossier

ANSWER = sample.recommendation()
EN = Texts("en")


def test_nothing_without_a_dossier_or_a_ranking() -> None:
    assert risks.build(ANSWER, EN) == ()
    assert risks.build(sample.nothing_feasible(), EN, dossier()) == ()


def test_counts_are_those_of_the_evidence() -> None:
    table = next(b for b in risks.build(ANSWER, EN, dossier()) if isinstance(b, Table))
    first = {ranked.id for ranked in ANSWER.ranking[:2]}
    ages = {age.key: age for age in dossier().ages}
    titles = {view.id: view.title.en for view in ANSWER.matrix.criteria}
    for row in table.rows:
        keys = {
            key
            for belief in ANSWER.matrix.beliefs
            if belief.alternative in first and titles[belief.criterion] == row[0].text
            for key in belief.evidence
            if key in ages
        }
        found = [ages[key] for key in keys]
        assert [cell.text for cell in row[1:4]] == [
            str(len(found)),
            str(sum(age.sources == 1 for age in found)),
            str(sum(age.until < TODAY for age in found)),
        ]


def test_the_timeline_runs_from_the_first_reading_to_the_first_expiry() -> None:
    chart = next(b for b in risks.build(ANSWER, EN, dossier()) if isinstance(b, TimelineChart))
    for lane in chart.lanes:
        assert lane.start == min(lane.days)
        assert lane.end >= lane.start


def test_requirements_that_were_not_checked_are_warnings() -> None:
    doubtful = ANSWER.unverified[0].model_copy(update={"alternative": ANSWER.ranking[0].id})
    blocks = risks.build(sample.recommendation(unverified=(doubtful,)), EN, dossier())
    assert [b.tone for b in blocks if isinstance(b, Callout)] == ["warning"]


def test_measurements_alone_cannot_go_stale() -> None:
    blocks = risks.build(ANSWER, EN, dossier(ages=()))
    assert any(isinstance(b, Paragraph) and "measurements alone" in b.text for b in blocks)


def test_what_is_left_out_of_the_traps_is_counted() -> None:
    blocks = risks.build(ANSWER, EN, dossier())
    told = next(b for b in blocks if isinstance(b, Definitions))
    assert len(told.items) == risks.TRAPS
    assert any(isinstance(b, Paragraph) and b.text.startswith("2 more") for b in blocks)
