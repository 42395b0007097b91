"""The decision matrix: every stack by every criterion, each cell with its evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Cell, Heading, Paragraph, Table
from reports import wording
from reports.cells import MARKS, belief_cell, criterion_notes
from reports.citations import cite

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 30


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """The matrix of the ranked stacks with its legend; nothing where no stack is ranked."""
    if not recommendation.ranking:
        return ()
    return (
        Heading(text=texts.t("report.matrix.heading"), anchor="matrix"),
        Paragraph(text=texts.t("report.matrix.intro"), detail=True),
        legend(texts),
        _table(recommendation, texts),
    )


def legend(texts: Texts) -> Paragraph:
    """What the signs in the cells mean."""
    signs = {name: texts.t(f"report.mark.{name}") for name in MARKS}
    return Paragraph(text=texts.t("report.matrix.legend", **signs))


def _table(recommendation: Recommendation, texts: Texts) -> Table:
    citations = cite(recommendation)
    criteria = recommendation.matrix.criteria
    beliefs = {(b.alternative, b.criterion): b for b in recommendation.matrix.beliefs}
    rows = []
    for number, ranked in enumerate(recommendation.ranking, start=1):
        cells = [
            belief_cell(beliefs[ranked.id, criterion.id], criterion, ranked, texts, citations)
            for criterion in criteria
        ]
        rows.append((Cell(text=ranked.label, short=f"#{wording.whole(texts, number)}"), *cells))
    return Table(
        caption=texts.t("report.matrix.caption"),
        columns=(
            texts.t("report.matrix.stack"),
            *(criterion.title.in_language(texts.language) for criterion in criteria),
        ),
        notes=("", *criterion_notes(criteria, texts)),
        rows=tuple(rows),
        numeric=tuple(range(1, len(criteria) + 1)),
        live="matrix",
    )
