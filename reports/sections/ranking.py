"""The ranking with intervals, rank acceptability and ties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.decision import CLEAR, RankedAlternative, Recommendation
from knowledge.schema.report import (
    Bar,
    Block,
    Cell,
    Heading,
    IntervalChart,
    Paragraph,
    Stack,
    StackedChart,
    Table,
)
from reports import wording
from reports.citations import METHOD

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 20
# Ranks with a column of their own in the acceptability table; later ones share the last column.
RANK_COLUMNS = 7
CHARTED = 12
"""Stacks in a chart of parts; its table has all of them."""
EVIDENCE = (METHOD,)


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A chart of the expected values, the ranking as a table, and the shares of every rank.

    Nothing where no stack is ranked: the answer says why.
    """
    ranking = recommendation.ranking
    if not ranking:
        return ()
    blocks: list[Block] = [
        Heading(text=texts.t("report.ranking.heading"), anchor="ranking"),
        Paragraph(text=texts.t("report.ranking.intro"), detail=True),
        _chart(ranking, texts),
        _table(
            ranking,
            texts,
            caption="caption_open" if wording.open_first(recommendation) else "caption",
        ),
    ]
    if any(ranked.tied_with for ranked in ranking):
        blocks.append(Paragraph(text=texts.t("report.ranking.ties", share=texts.percent(CLEAR))))
    if len(ranking) > 1:
        blocks += [_shares(ranking, texts), _acceptability(ranking, texts)]
    return tuple(blocks)


def _chart(ranking: tuple[RankedAlternative, ...], texts: Texts) -> IntervalChart:
    first, last = ranking[0], ranking[-1]
    high = wording.score(texts, first.expected.point)
    if len(ranking) == 1:
        alt = texts.t("report.ranking.chart_alt_one", first=first.label, high=high)
    else:
        alt = texts.t(
            "report.ranking.chart_alt",
            count=wording.whole(texts, len(ranking)),
            first=first.label,
            high=high,
            last=last.label,
            low=wording.score(texts, last.expected.point),
        )
    bars = tuple(
        Bar(
            label=ranked.label,
            point=ranked.expected.point,
            low=ranked.expected.low,
            high=ranked.expected.high,
            text=wording.score(texts, ranked.expected.point),
        )
        for ranked in ranking
    )
    return IntervalChart(
        title=texts.t("report.ranking.chart"), alt=alt, unit="", bars=bars, live="intervals"
    )


def _table(ranking: tuple[RankedAlternative, ...], texts: Texts, *, caption: str) -> Table:
    names = ("stack", "expected", "interval", "first", "top", "tied")
    place = {ranked.id: number for number, ranked in enumerate(ranking, start=1)}
    return Table(
        caption=texts.t(f"report.ranking.{caption}"),
        columns=tuple(texts.t(f"report.ranking.{name}") for name in names),
        rows=tuple(_row(ranked, place, texts) for ranked in ranking),
        numeric=(1, 2, 3, 4),
        live="ranking",
    )


def _row(ranked: RankedAlternative, place: dict[str, int], texts: Texts) -> tuple[Cell, ...]:
    shares = ranked.rank_acceptability
    tied = [place[id_] for id_ in ranked.tied_with if id_ in place]
    return (
        Cell(
            text=texts.t(
                "report.ranking.place",
                rank=wording.whole(texts, place[ranked.id]),
                stack=ranked.label,
            )
        ),
        Cell(
            text=wording.score(texts, ranked.expected.point),
            level=min(1.0, max(0.0, ranked.expected.point)),
            evidence=EVIDENCE,
        ),
        Cell(text=wording.score_interval(texts, ranked.expected), evidence=EVIDENCE),
        Cell(text=wording.share(texts, shares[0]), evidence=EVIDENCE),
        Cell(text=wording.share(texts, min(1.0, sum(shares[:3]))), evidence=EVIDENCE),
        Cell(text=wording.places(texts, tied), mark="tie")
        if tied
        else Cell(text=texts.t("report.dash")),
    )


def _shares(ranking: tuple[RankedAlternative, ...], texts: Texts) -> StackedChart:
    """A bar per stack, made of the shares of its ranks; their numbers are the ranks."""
    single = _single(ranking)
    oftenest = max(ranking, key=lambda ranked: ranked.rank_acceptability[0])
    title = texts.t("report.ranking.shares")
    if single < len(ranking):
        last = wording.whole(texts, single + 1)
        title = texts.t("report.ranking.shares_more", last=last)
    return StackedChart(
        title=title,
        alt=texts.t(
            "report.ranking.shares_alt",
            name=oftenest.label,
            share=wording.share_in_words(texts, oftenest.rank_acceptability[0]),
        ),
        legend=(),
        bars=tuple(
            Stack(
                label=ranked.label,
                parts=_columns(ranked, single),
                text=wording.share(texts, ranked.rank_acceptability[0]),
            )
            for ranked in ranking[:CHARTED]
        ),
        share=True,
        live="shares",
    )


def _columns(ranked: RankedAlternative, single: int) -> tuple[float, ...]:
    """The shares of the ranks told one by one, and that of all later ones where there are any."""
    shares = ranked.rank_acceptability
    return (*shares[:single], *([sum(shares[single:])] if single < len(shares) else ()))


def _single(ranking: tuple[RankedAlternative, ...]) -> int:
    """How many ranks are told one by one."""
    ranks = len(ranking)
    return ranks if ranks <= RANK_COLUMNS else RANK_COLUMNS - 1


def _acceptability(ranking: tuple[RankedAlternative, ...], texts: Texts) -> Table:
    ranks, single = len(ranking), _single(ranking)
    columns = [
        texts.t("report.ranking.rank_n", rank=wording.whole(texts, rank))
        for rank in range(1, single + 1)
    ]
    if single < ranks:
        later = wording.whole(texts, single + 1)
        columns.append(texts.t("report.ranking.rank_later", rank=later))
    rows = []
    for ranked in ranking:
        cells = [_share_cell(value, texts) for value in _columns(ranked, single)]
        rows.append((Cell(text=ranked.label), *cells))
    return Table(
        caption=texts.t("report.ranking.acceptability"),
        columns=(texts.t("report.ranking.stack"), *columns),
        rows=tuple(rows),
        numeric=tuple(range(1, len(columns) + 1)),
        detail=True,
        live="acceptability",
    )


def _share_cell(value: float, texts: Texts) -> Cell:
    share = min(1.0, max(0.0, value))
    return Cell(text=wording.share(texts, share), level=share, evidence=EVIDENCE)
