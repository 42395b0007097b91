"""What a reader may have heard of the ranked frameworks: stars and claims of articles, beside ours.

Needs a dossier; nothing here enters the decision.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

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
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.dossier import Dossier, Heard, HeardClaim, HeardRating
    from knowledge.texts import Texts

ORDER = 68
DOSSIER = True
ANCHOR = "heard"
APART = 1.0
"""Stars from which a difference is called one; below it the two agree."""


def build(
    recommendation: Recommendation, texts: Texts, dossier: Dossier | None = None
) -> tuple[Block, ...]:
    """A table of stars, then the claims that tell most with what was found; nothing without any."""
    heard = None if dossier is None else dossier.heard
    if heard is None or not recommendation.ranking or not (heard.ratings or heard.claims):
        return ()
    return (
        Heading(text=texts.t("report.heard.heading"), anchor=ANCHOR),
        Paragraph(text=texts.t("report.heard.intro")),
        *_ratings(heard, texts),
        *_claims(heard, texts),
    )


def _ratings(heard: Heard, texts: Texts) -> Iterator[Block]:
    if not heard.ratings:
        return
    names = ("framework", "criterion", "said", "ours", "verdict", "claim")
    yield Table(
        caption=texts.t("report.heard.stars"),
        columns=tuple(texts.t(f"report.heard.{name}") for name in names),
        rows=tuple(_row(one, texts) for one in heard.ratings),
        numeric=(2, 3),
        detail=True,
    )
    items = tuple(_why(one, texts) for one in heard.ratings if one.why)
    if items:
        yield Paragraph(text=texts.t("report.heard.apart"), detail=True)
        yield Definitions(items=items, detail=True)


def _why(one: HeardRating, texts: Texts) -> Definition:
    """What weighs most in a difference of a star or more; every reason is a sentence."""
    gap = one.said - one.ours.point
    return Definition(
        term=texts.t(
            f"report.heard.gives_{'more' if gap > 0 else 'fewer'}",
            claim=one.claim,
            framework=one.framework,
            criterion=one.criterion.in_language(texts.language),
            gap=wording.fixed(texts, abs(gap), 1),
        ),
        text=texts.t("whatif.gap").join(text.in_language(texts.language) for text in one.why),
    )


def _row(one: HeardRating, texts: Texts) -> tuple[Cell, ...]:
    gap = one.said - one.ours.point
    inside = one.ours.low <= one.said <= one.ours.high
    verdict = "same" if inside or abs(gap) < APART else "more" if gap > 0 else "fewer"
    known = wording.share(texts, one.coverage)
    interval = texts.t(
        "report.interval",
        low=wording.fixed(texts, one.ours.low, 1),
        high=wording.fixed(texts, one.ours.high, 1),
    )
    return (
        Cell(text=one.framework),
        Cell(text=one.criterion.in_language(texts.language)),
        Cell(text=wording.fixed(texts, one.said, 1), evidence=(ANCHOR,)),
        Cell(
            text=wording.fixed(texts, one.ours.point, 1),
            sub=texts.t("report.heard.known", interval=interval, known=known),
            evidence=(METHOD,),
        ),
        Cell(text=texts.t(f"report.heard.is_{verdict}", gap=wording.fixed(texts, abs(gap), 1))),
        Cell(text=one.article.in_language(texts.language), sub=one.claim),
    )


def _claims(heard: Heard, texts: Texts) -> Iterator[Block]:
    if not heard.claims:
        return
    yield Heading(text=texts.t("report.heard.claims"), level=3, anchor="heard-claims")
    yield Definitions(
        items=tuple(_claim(n, one, texts) for n, one in enumerate(heard.claims, start=1)),
        detail=True,
    )
    if heard.more:
        yield Paragraph(text=wording.counted(texts, "report.heard.rest", heard.more))
        yield Code(text="advisor claims list")


def _claim(number: int, one: HeardClaim, texts: Texts) -> Definition:
    language = texts.language
    facts = {
        "claim": one.id,
        "verdict": wording.capital(texts.t(f"verdict.{one.verdict}")),
        "finding": one.finding.in_language(language),
    }
    where = one.reference
    key = "found" if where is None else "found_at"
    if where is not None:
        facts["source"] = where.title
    return Definition(
        anchor=f"c{number}",
        term=texts.t("report.heard.said_that", text=one.text.in_language(language)),
        text=texts.t(f"report.heard.{key}", **facts),
        link="" if where is None else where.address,
    )
