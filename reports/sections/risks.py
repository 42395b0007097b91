"""What may go wrong with the first places: age and breadth of the evidence, lifecycles, traps.

Needs a dossier, which knows until when a fact holds and how many sources say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from knowledge.schema.report import (
    Block,
    Callout,
    Cell,
    Definition,
    Definitions,
    Heading,
    Paragraph,
    Span,
    Table,
    TimelineChart,
)
from reports import wording
from reports.citations import cite

if TYPE_CHECKING:
    from knowledge.schema.decision import Belief, CriterionView, Recommendation
    from knowledge.schema.dossier import Age, Dossier, Trap
    from knowledge.texts import Texts

ORDER = 66
DOSSIER = True
TRAPS = 4
"""Traps of one framework that are told; all are in the knowledge base."""
FIRST = 2
"""The winner and the runner-up."""
Group = tuple["CriterionView", "Belief", tuple["Age", ...]]


def build(
    recommendation: Recommendation, texts: Texts, dossier: Dossier | None = None
) -> tuple[Block, ...]:
    """Counts by criterion with a timeline, then lifecycles and traps; nothing without a ranking."""
    if dossier is None or not recommendation.ranking:
        return ()
    groups = _groups(recommendation, dossier)
    return (
        Heading(text=texts.t("report.risks.heading"), anchor="risks"),
        *_unchecked(recommendation, texts),
        *_ages(groups, recommendation, dossier, texts),
        *_standings(recommendation, dossier, texts),
        *_traps(dossier, texts),
    )


def _groups(recommendation: Recommendation, dossier: Dossier) -> list[Group]:
    """Criteria with the leader's cell and the ages of the evidence of both first places."""
    ages = {age.key: age for age in dossier.ages}
    first = [ranked.id for ranked in recommendation.ranking[:FIRST]]
    beliefs = {(b.alternative, b.criterion): b for b in recommendation.matrix.beliefs}
    found = []
    for view in recommendation.matrix.criteria:
        own = [beliefs[name, view.id] for name in first if (name, view.id) in beliefs]
        keys = dict.fromkeys(key for belief in own for key in belief.evidence if key in ages)
        if own and keys:
            found.append((view, own[0], tuple(ages[key] for key in keys)))
    return found


def _unchecked(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    first = {ranked.id for ranked in recommendation.ranking[:FIRST]}
    for one in recommendation.unverified:
        if one.alternative in first:
            title = one.title.in_language(texts.language)
            facts = {"stack": one.label, "requirement": title}
            yield Callout(tone="warning", text=texts.t("report.risks.unchecked", **facts))


def _ages(
    groups: Sequence[Group], recommendation: Recommendation, dossier: Dossier, texts: Texts
) -> Iterator[Block]:
    if not groups:
        yield Paragraph(text=texts.t("report.risks.no_facts"))
        return
    every = {age.key: age for _, _, ages in groups for age in ages}
    yield Paragraph(text=_summary(every, recommendation, dossier, texts))
    yield _timeline(groups, dossier, texts)
    yield _table(groups, recommendation, dossier, texts)


def _summary(
    every: Mapping[str, Age], recommendation: Recommendation, dossier: Dossier, texts: Texts
) -> str:
    names = wording.names(texts, [r.label for r in recommendation.ranking[:FIRST]])
    stale = sum(age.until < dossier.today for age in every.values())
    next_ = min((a.until for a in every.values() if a.until >= dossier.today), default=None)
    facts = {
        "names": names,
        "count": wording.whole(texts, len(every)),
        "single": wording.whole(texts, sum(age.sources == 1 for age in every.values())),
        "stale": wording.whole(texts, stale),
    }
    if next_ is None:
        return texts.t("report.risks.summary_all_stale", **facts)
    return texts.t("report.risks.summary", next=texts.date(next_), **facts)


def _timeline(groups: Sequence[Group], dossier: Dossier, texts: Texts) -> TimelineChart:
    lanes = []
    for view, _, ages in groups:
        end = min(age.until for age in ages)
        lanes.append(
            Span(
                label=view.title.in_language(texts.language),
                days=tuple(age.read for age in ages),
                start=min(age.read for age in ages),
                end=end,
                text=texts.t("report.risks.until", date=texts.date(end)),
            )
        )
    soonest = min(lanes, key=lambda lane: lane.end)
    return TimelineChart(
        title=texts.t("report.risks.chart"),
        alt=texts.t(
            "report.risks.chart_alt", criterion=soonest.label, date=texts.date(soonest.end)
        ),
        today=dossier.today,
        today_label=texts.t("report.risks.today", date=texts.date(dossier.today)),
        lanes=tuple(lanes),
    )


def _table(
    groups: Sequence[Group], recommendation: Recommendation, dossier: Dossier, texts: Texts
) -> Table:
    citations = cite(recommendation)
    rows = []
    for view, belief, ages in groups:
        anchors = citations.of_belief(belief)
        stale = sum(age.until < dossier.today for age in ages)
        single = sum(age.sources == 1 for age in ages)
        rows.append(
            (
                Cell(text=view.title.in_language(texts.language)),
                *(
                    Cell(text=wording.whole(texts, count), evidence=anchors)
                    for count in (len(ages), single, stale)
                ),
                Cell(text=texts.date(min(age.read for age in ages))),
                Cell(text=texts.date(min(age.until for age in ages))),
            )
        )
    names = ("criterion", "pieces", "single", "stale", "oldest", "first_until")
    return Table(
        caption=texts.t("report.risks.caption"),
        columns=tuple(texts.t(f"report.risks.{name}") for name in names),
        rows=tuple(rows),
        numeric=(1, 2, 3),
        detail=True,
    )


def _standings(recommendation: Recommendation, dossier: Dossier, texts: Texts) -> Iterator[Block]:
    if not dossier.standings:
        return
    anchors, dash = cite(recommendation).evidence, texts.t("report.dash")
    rows = []
    for one in dossier.standings:
        state = wording.capital(texts.t(f"lifecycle.{one.lifecycle}"))
        after = "" if one.successor is None else one.successor
        rows.append(
            (
                Cell(text=one.framework),
                Cell(
                    text=state,
                    sub=texts.t("report.risks.successor", name=after) if after else "",
                    evidence=(anchors[one.evidence],) if one.evidence in anchors else (),
                ),
                Cell(text=_day(one.released, texts) or dash),
                Cell(text=wording.names(texts, one.used_by)),
            )
        )
    names = ("framework", "state", "released", "used_by")
    yield Table(
        caption=texts.t("report.risks.standings"),
        columns=tuple(texts.t(f"report.risks.{name}") for name in names),
        rows=tuple(rows),
    )


def _day(text: str | None, texts: Texts) -> str:
    from datetime import date

    try:
        return "" if text is None else texts.date(date.fromisoformat(text))
    except ValueError:
        return text or ""


def _traps(dossier: Dossier, texts: Texts) -> Iterator[Block]:
    if not dossier.traps:
        return
    yield Heading(text=texts.t("report.risks.traps"), level=3, anchor="traps")
    told: list[Trap] = []
    for name in dict.fromkeys(trap.framework for trap in dossier.traps):
        told += [trap for trap in dossier.traps if trap.framework == name][:TRAPS]
    yield Definitions(
        items=tuple(
            Definition(
                term=trap.framework,
                text=trap.text.in_language(texts.language),
                link=trap.reference.address,
            )
            for trap in told
        ),
        detail=True,
    )
    left = len(dossier.traps) - len(told)
    if left:
        yield Paragraph(text=wording.counted(texts, "report.risks.more_traps", left))
