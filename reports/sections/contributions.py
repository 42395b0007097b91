"""How much each criterion adds to the expected value of each stack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import CriterionView, Recommendation
from knowledge.schema.report import (
    Block,
    Cell,
    Heading,
    Paragraph,
    RadarChart,
    Shape,
    Stack,
    StackedChart,
    Table,
)
from reports import wording
from reports.cells import level
from reports.citations import METHOD
from reports.sections.ranking import CHARTED

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 35
SPOKES = 3
"""Criteria that a radar needs."""


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A chart and a table of weight times value per criterion; nothing without a ranking."""
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
        _chart(recommendation, texts),
        table,
        *_duel(recommendation, texts),
    )


def _duel(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    """The value of the first two by every criterion that counts, as a radar and a table."""
    first = recommendation.ranking[:2]
    views = [view for view in _heaviest_first(recommendation) if view.weight > 0]
    if len(first) < 2 or len(views) < SPOKES:
        return
    titles = [view.title.in_language(texts.language) for view in views]
    values = [[level(view, ranked) or 0.0 for view in views] for ranked in first]
    leads = [one - other for one, other in zip(*values, strict=True)]
    best, worst = leads.index(max(leads)), leads.index(min(leads))
    pair = {"first": first[0].label, "runner": first[1].label}
    yield RadarChart(
        title=texts.t("report.contributions.duel", **pair),
        alt=texts.t(
            "report.contributions.duel_alt", best=titles[best], worst=titles[worst], **pair
        ),
        axes=tuple(titles),
        shapes=tuple(
            Shape(label=ranked.label, values=tuple(own))
            for ranked, own in zip(first, values, strict=True)
        ),
    )
    yield Table(
        caption=texts.t("report.contributions.duel", **pair),
        columns=(
            texts.t("report.flips.criterion"),
            *(ranked.label for ranked in first),
            texts.t("report.contributions.lead"),
        ),
        rows=tuple(
            (
                Cell(text=title),
                *(
                    Cell(text=wording.score(texts, own[n]), level=own[n], evidence=(METHOD,))
                    for own in values
                ),
                Cell(text=wording.signed(texts, leads[n], 2), evidence=(METHOD,)),
            )
            for n, title in enumerate(titles)
        ),
        numeric=(1, 2, 3),
        detail=True,
    )


def _chart(recommendation: Recommendation, texts: Texts) -> StackedChart:
    """A bar per stack, made of what the criteria add, the heaviest criterion first."""
    first = recommendation.ranking[0]
    criteria = _heaviest_first(recommendation)
    titles = [view.title.in_language(texts.language) for view in criteria]
    most = max(range(len(criteria)), key=lambda n: first.contributions.get(criteria[n].id, 0.0))
    return StackedChart(
        title=texts.t("report.contributions.chart"),
        alt=texts.t(
            "report.contributions.chart_alt",
            first=first.label,
            criterion=titles[most],
            part=wording.score(texts, first.contributions.get(criteria[most].id, 0.0)),
            total=wording.score(texts, first.expected.point),
        ),
        legend=tuple(titles),
        bars=tuple(
            Stack(
                label=ranked.label,
                parts=tuple(ranked.contributions.get(view.id, 0.0) for view in criteria),
                text=wording.score(texts, ranked.expected.point),
            )
            for ranked in recommendation.ranking[:CHARTED]
        ),
        live="parts",
    )


def _heaviest_first(recommendation: Recommendation) -> list[CriterionView]:
    return sorted(recommendation.matrix.criteria, key=lambda view: -view.weight)
