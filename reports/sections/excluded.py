"""What is ruled out by which requirement, and what could not be checked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import Exclusion, Recommendation
from knowledge.schema.report import Block, Cell, Heading, Paragraph, Table
from reports import wording
from reports.citations import Citations, cite
from reports.exclusions import by_requirement

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 50


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A table of exclusions with reasons, and one of stacks that remain unverified."""
    citations = cite(recommendation)
    blocks: list[Block] = [Heading(text=texts.t("report.excluded.heading"), anchor="excluded")]
    if recommendation.excluded:
        blocks += [
            Paragraph(text=texts.t("report.excluded.intro"), detail=True),
            _table(recommendation.excluded, "report.excluded.caption", texts, citations),
        ]
    else:
        blocks.append(Paragraph(text=texts.t("report.excluded.none")))
    if recommendation.unverified:
        unverified = _table(
            recommendation.unverified, "report.excluded.unverified_caption", texts, citations
        )
        blocks += [
            Heading(text=texts.t("report.excluded.unverified"), level=3, anchor="unverified"),
            Paragraph(text=texts.t("report.excluded.unverified_intro"), detail=True),
            *_unchecked(recommendation.unverified, texts),
            unverified.model_copy(update={"detail": True}),
        ]
    return tuple(blocks)


def _unchecked(exclusions: tuple[Exclusion, ...], texts: Texts) -> Iterator[Paragraph]:
    """One sentence for each requirement that could not be checked."""
    for group in by_requirement(exclusions):
        labels = list(dict.fromkeys(exclusion.label for exclusion in group))
        yield Paragraph(
            text=wording.counted(
                texts,
                "report.excluded.unchecked",
                len(labels),
                requirement=group[0].title.in_language(texts.language),
                names=wording.names(texts, labels),
            )
        )


def _table(
    exclusions: tuple[Exclusion, ...], caption: str, texts: Texts, citations: Citations
) -> Table:
    return Table(
        caption=texts.t(caption),
        columns=(
            texts.t("report.excluded.stack"),
            texts.t("report.excluded.requirement"),
            texts.t("report.excluded.reason"),
        ),
        rows=tuple(
            (
                Cell(text=exclusion.label),
                Cell(text=exclusion.title.in_language(texts.language)),
                Cell(
                    text=exclusion.reason.in_language(texts.language),
                    evidence=citations.of_keys(exclusion.evidence),
                ),
            )
            for exclusion in exclusions
        ),
    )
