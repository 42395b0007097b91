"""The classical view: training framework by criterion, each by its best feasible stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.decision import FrameworkRow, Recommendation
from knowledge.schema.report import Block, Cell, Heading, Paragraph, Table
from reports import wording
from reports.cells import belief_cell, criterion_notes
from reports.citations import METHOD, cite

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 40


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """One row per framework with its best stack, value and cells; nothing without a ranking."""
    if not recommendation.frameworks or not recommendation.ranking:
        return ()
    criteria = recommendation.matrix.criteria
    rows = [_row(row, recommendation, texts) for row in _best_first(recommendation)]
    return (
        Heading(text=texts.t("report.frameworks.heading"), anchor="frameworks"),
        Paragraph(text=texts.t("report.frameworks.intro"), detail=True),
        Table(
            caption=texts.t("report.frameworks.caption"),
            columns=(
                texts.t("report.frameworks.framework"),
                texts.t("report.frameworks.best"),
                texts.t("report.ranking.expected"),
                *(criterion.title.in_language(texts.language) for criterion in criteria),
            ),
            notes=("", "", "", *criterion_notes(criteria, texts)),
            rows=tuple(rows),
            numeric=tuple(range(2, len(criteria) + 3)),
            detail=True,
        ),
    )


def _best_first(recommendation: Recommendation) -> list[FrameworkRow]:
    """Frameworks in the order of their best stacks; those without one come last."""
    place = {ranked.id: number for number, ranked in enumerate(recommendation.ranking)}
    last = len(place)
    return sorted(recommendation.frameworks, key=lambda row: place.get(row.best or "", last))


def _row(row: FrameworkRow, recommendation: Recommendation, texts: Texts) -> tuple[Cell, ...]:
    criteria = recommendation.matrix.criteria
    ranked = next((r for r in recommendation.ranking if r.id == row.best), None)
    if ranked is None:
        blank = Cell(text=texts.t("report.dash"))
        reason = Cell(text=texts.t("report.frameworks.ruled_out"), evidence=("excluded",))
        return (Cell(text=row.title), reason, blank, *(blank for _ in criteria))
    citations = cite(recommendation)
    beliefs = {b.criterion: b for b in recommendation.matrix.beliefs if b.alternative == ranked.id}
    value = Cell(
        text=wording.score(texts, ranked.expected.point),
        sub=wording.score_interval(texts, ranked.expected),
        level=min(1.0, max(0.0, ranked.expected.point)),
        evidence=(METHOD,),
    )
    cells = [belief_cell(beliefs[c.id], c, ranked, texts, citations) for c in criteria]
    return (Cell(text=row.title), Cell(text=ranked.label), value, *cells)
