"""How much each criterion adds to the expected value of each stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Cell, Heading, Paragraph, Table
from reports import wording
from reports.cells import level
from reports.citations import METHOD

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 35


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A table of weight times value per criterion with its sum; nothing without a ranking."""
    if not recommendation.ranking:
        return ()
    criteria = recommendation.matrix.criteria
    rows = []
    for ranked in recommendation.ranking:
        parts = [
            Cell(
                text=wording.fixed(texts, ranked.contributions.get(criterion.id, 0.0), 3),
                level=level(criterion, ranked),
                evidence=(METHOD,),
            )
            for criterion in criteria
        ]
        total = Cell(text=wording.fixed(texts, ranked.expected.point, 3), evidence=(METHOD,))
        rows.append((Cell(text=ranked.label), *parts, total))
    table = Table(
        caption=texts.t("report.contributions.caption"),
        columns=(
            texts.t("report.matrix.stack"),
            *(criterion.title.in_language(texts.language) for criterion in criteria),
            texts.t("report.contributions.total"),
        ),
        notes=("", *(wording.share(texts, criterion.weight) for criterion in criteria), ""),
        rows=tuple(rows),
        numeric=tuple(range(1, len(criteria) + 2)),
        detail=True,
        live="contributions",
    )
    return (
        Heading(text=texts.t("report.contributions.heading"), anchor="contributions"),
        Paragraph(text=texts.t("report.contributions.intro"), detail=True),
        table,
    )
