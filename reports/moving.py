"""The steps of moving from a stack in use to the first place, as blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Cell, Heading, Paragraph, Table
from reports import wording

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.dossier import Move
    from knowledge.texts import Texts


def moving(recommendation: Recommendation, move: Move | None, texts: Texts) -> Iterator[Block]:
    """What stays, what is new, what has to be written anew, and what it gains; numbered steps."""
    if move is None or not recommendation.ranking:
        return
    first = recommendation.ranking[0]
    heading = texts.t("report.moving.heading", origin=move.origin, first=first.label)
    yield Heading(text=heading, level=3, anchor="moving")
    if not move.drops and not move.brings:
        yield Paragraph(text=texts.t("report.moving.same", first=first.label))
    for number, step in enumerate(_steps(move, first.label, texts), start=1):
        place = {"rank": wording.whole(texts, number), "stack": step}
        yield Paragraph(text=texts.t("report.ranking.place", **place))
    if not move.ranked:
        yield Paragraph(text=texts.t("report.moving.unranked", origin=move.origin))
    elif move.gains:
        yield _gains(move, texts)


def _steps(move: Move, first: str, texts: Texts) -> Iterator[str]:
    if move.keeps:
        yield texts.t("report.moving.keeps", names=wording.names(texts, move.keeps))
    if move.advice is not None:
        yield texts.t("report.moving.advice", advice=move.advice.in_language(texts.language))
    if move.rewrite:
        yield texts.t("report.moving.rewrite", origin=move.origin, first=first)
    elif move.brings:
        yield texts.t("report.moving.stays")
    if move.route:
        route = texts.t("report.adoption.arrow").join(move.route)
        yield texts.t("report.moving.along", steps=route)
    elif move.rewrite and move.brings:
        yield texts.t("report.moving.no_route")
    if move.brings:
        yield texts.t("report.moving.install", names=wording.names(texts, move.brings))
        yield texts.t("report.moving.compare", origin=move.origin)
    if move.drops:
        yield texts.t("report.moving.drops", names=wording.names(texts, move.drops))


def _gains(move: Move, texts: Texts) -> Table:
    rows = tuple(
        (
            Cell(text=title.in_language(texts.language)),
            Cell(text=wording.signed(texts, gain), evidence=("contributions",)),
        )
        for title, gain in move.gains
    )
    return Table(
        caption=texts.t("report.moving.gains"),
        columns=(texts.t("report.flips.criterion"), texts.t("report.moving.gain")),
        rows=rows,
        numeric=(1,),
    )
