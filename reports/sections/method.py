"""How the answer was computed, and everything needed to compute it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.decision import CLEAR, CriterionView, Recommendation
from knowledge.schema.report import (
    Block,
    Cell,
    Code,
    Definition,
    Definitions,
    Heading,
    Paragraph,
    Table,
)
from reports import wording
from reports.citations import METHOD

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 90


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """Formulae in words, the criteria with weights and anchors, seed, digests, command."""
    draws = wording.whole(texts, recommendation.draws)
    paragraphs = (
        texts.t("report.method.belief"),
        texts.t("report.method.simulation", draws=draws, seed=str(recommendation.seed)),
        texts.t("report.method.ties", share=texts.percent(CLEAR)),
        texts.t("report.method.measuring"),
    )
    return (
        Heading(text=texts.t("report.method.heading"), anchor=METHOD),
        Paragraph(text=texts.t("report.method.screen")),
        Paragraph(text=texts.t("report.method.value")),
        _criteria(recommendation.matrix.criteria, texts),
        *(Paragraph(text=text) for text in paragraphs),
        Paragraph(text=texts.t("report.method.again")),
        Code(text=recommendation.command),
        _record(recommendation, texts),
    )


def _criteria(criteria: tuple[CriterionView, ...], texts: Texts) -> Table:
    names = ("criterion", "weight", "worst", "best", "shape_column", "about")
    return Table(
        caption=texts.t("report.method.criteria"),
        columns=tuple(texts.t(f"report.method.{name}") for name in names),
        rows=tuple(
            (
                Cell(text=criterion.title.in_language(texts.language)),
                Cell(text=wording.share(texts, criterion.weight)),
                Cell(text=wording.exact(texts, criterion.anchors.worst, criterion.unit)),
                Cell(text=wording.exact(texts, criterion.anchors.best, criterion.unit)),
                Cell(text=texts.t(f"report.method.shape.{criterion.anchors.shape}")),
                Cell(text=criterion.about.in_language(texts.language)),
            )
            for criterion in criteria
        ),
        numeric=(1, 2, 3),
    )


def _record(recommendation: Recommendation, texts: Texts) -> Definitions:
    digests = recommendation.digests
    facts = {
        "run": recommendation.id,
        "created": recommendation.created.isoformat(timespec="seconds"),
        "version": recommendation.version,
        "seed": str(recommendation.seed),
        "draws": wording.whole(texts, recommendation.draws),
        "knowledge": digests.knowledge,
        "code": digests.code,
        "inputs": digests.inputs,
        "host": recommendation.host.id,
    }
    return Definitions(
        items=tuple(
            Definition(term=texts.t(f"report.method.{name}"), text=text)
            for name, text in facts.items()
        )
    )
