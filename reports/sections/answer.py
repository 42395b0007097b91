"""The answer first: who leads and how surely, what is ruled out, and what to measure next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import RankedAlternative, Recommendation
from knowledge.schema.report import Block, Callout, Heading, Paragraph
from reports import unverified, wording
from reports.cells import MARKS, mark
from reports.exclusions import by_requirement
from reports.loads import mixed

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 10
# A tie of more stacks than this is counted instead of named; the ranking names them all.
NAMED_TIES = 4


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A callout with the answer and the sentences around it."""
    return (
        Heading(text=texts.t("report.answer.heading"), anchor="answer"),
        *_verdict(recommendation, texts),
        *_doubts(recommendation, texts),
    )


def _verdict(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    if not recommendation.ranking:
        yield from _nothing_feasible(recommendation, texts)
        yield from _cut_short(recommendation, texts)
        return
    if unverified.nothing_known(recommendation):
        yield from unverified.no_winner(recommendation, texts)
        yield from _cut_short(recommendation, texts)
        yield Paragraph(text=_ruled_out(recommendation, texts))
        leader = recommendation.ranking[0].id
        open_ = [e for e in recommendation.unverified if e.alternative == leader]
        yield from unverified.reasons(open_, texts)
    else:
        yield from _winner(recommendation, texts)
    yield Paragraph(text=_next(recommendation, texts))


def _winner(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    yield Callout(tone="answer", text=_leader(recommendation, texts))
    yield from _cut_short(recommendation, texts)
    leader = recommendation.ranking[0]
    oftenest = max(recommendation.ranking, key=lambda r: r.rank_acceptability[0])
    first_share = wording.share_in_words(texts, oftenest.rank_acceptability[0])
    # A share that reads the same is no reason to name another.
    if first_share != wording.share_in_words(texts, leader.rank_acceptability[0]):
        yield Paragraph(
            text=texts.t("report.answer.oftenest", name=oftenest.label, share=first_share)
        )
    yield Paragraph(text=_ruled_out(recommendation, texts))
    if recommendation.unverified:
        doubtful = len({exclusion.alternative for exclusion in recommendation.unverified})
        yield Paragraph(text=wording.counted(texts, "report.answer.unverified", doubtful))
    yield from unverified.first_place(recommendation, texts)


def _cut_short(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    """That measuring was ended before it was done, and how much there is."""
    cut = recommendation.cut_short
    if cut is not None:
        text = texts.t(
            "report.answer.cut_short",
            results=wording.whole(texts, cut.results),
            planned=wording.whole(texts, cut.planned),
        )
        yield Callout(tone="warning", text=text)


def _nothing_feasible(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    if not recommendation.excluded:
        yield Callout(tone="warning", text=texts.t("report.answer.nothing"))
        return
    yield Callout(tone="warning", text=texts.t("report.answer.none"))
    for exclusions in by_requirement(recommendation.excluded):
        labels = list(dict.fromkeys(exclusion.label for exclusion in exclusions))
        yield Paragraph(
            text=wording.counted(
                texts,
                "report.answer.none_by",
                len(labels),
                requirement=exclusions[0].title.in_language(texts.language),
                names=wording.names(texts, labels),
            )
        )


def _leader(recommendation: Recommendation, texts: Texts) -> str:
    leader, *others = recommendation.ranking
    facts = {
        "value": wording.score(texts, leader.expected.point),
        "interval": wording.score_interval(texts, leader.expected),
    }
    if not others:
        return texts.t("report.answer.only", leader=leader.label, **facts)
    facts["share"] = wording.share_in_words(texts, leader.rank_acceptability[0])
    facts["draws"] = wording.whole(texts, recommendation.draws)
    tied = [ranked for ranked in others if ranked.id in leader.tied_with]
    if not tied:
        return texts.t("report.answer.leads", leader=leader.label, **facts)
    return _tie(leader, tied, facts, texts)


def _tie(
    leader: RankedAlternative, tied: list[RankedAlternative], facts: dict[str, str], texts: Texts
) -> str:
    if len(tied) == 1:
        return texts.t("report.answer.tie.two", first=leader.label, other=tied[0].label, **facts)
    if len(tied) < NAMED_TIES:
        labels = wording.names(texts, [leader.label, *(ranked.label for ranked in tied)])
        return texts.t("report.answer.tie.many", names=labels, first=leader.label, **facts)
    count = wording.whole(texts, len(tied) + 1)
    return texts.t("report.answer.tie.crowd", count=count, first=leader.label, **facts)


def _ruled_out(recommendation: Recommendation, texts: Texts) -> str:
    excluded = recommendation.excluded
    stacks = {exclusion.alternative for exclusion in excluded}
    if not stacks:
        return texts.t("report.answer.ruled_out.none")
    total = wording.whole(texts, len(stacks) + len(recommendation.ranking))
    titles = [
        exclusions[0].title.in_language(texts.language) for exclusions in by_requirement(excluded)
    ]
    if len(stacks) == 1 and len(titles) == 1:
        return texts.t(
            "report.answer.ruled_out.one",
            total=total,
            name=excluded[0].label,
            requirement=titles[0],
        )
    count = wording.whole(texts, len(stacks))
    if len(titles) == 1:
        return texts.t(
            "report.answer.ruled_out.same", count=count, total=total, requirement=titles[0]
        )
    quoted = wording.names(texts, [texts.t("report.answer.quoted", text=t) for t in titles])
    return texts.t("report.answer.ruled_out.many", count=count, total=total, requirements=quoted)


def _next(recommendation: Recommendation, texts: Texts) -> str:
    step = recommendation.next_measurement
    if recommendation.elsewhere and recommendation.target is not None:
        target = recommendation.target.in_language(texts.language)
        return texts.t("report.answer.elsewhere", target=target)
    if step is None:
        if wording.open_first(recommendation):
            return texts.t("report.answer.settled_open")
        return texts.t("report.answer.settled")
    return texts.t(
        "report.answer.next",
        stack=step.stack,
        workload=step.workload,
        batch=wording.whole(texts, step.batch),
        cost=texts.duration(step.cost_s, 2),
    )


def _doubts(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    beliefs = recommendation.matrix.beliefs
    if beliefs:
        count = Counter(mark(belief) for belief in beliefs)
        told = {name: wording.whole(texts, count[name]) for name in MARKS}
        total = wording.whole(texts, len(beliefs))
        yield Paragraph(text=texts.t("report.answer.basis", **told, total=total))
        if count["assumed"]:  # else the numbers would not add up
            assumed = texts.t("report.answer.basis_assumed", assumed=told["assumed"])
            yield Paragraph(text=assumed)
        shaky = sum(m.status == "ok" and not m.steady for m in recommendation.measurements)
        if shaky:
            text = wording.counted(texts, "report.answer.inconclusive", shaky)
            yield Callout(tone="warning", text=text)
        apart = mixed(recommendation.measurements, texts)
        if apart is not None:
            yield Callout(tone="note" if apart[1] else "warning", text=apart[0])
        wanted = any(criterion.measured for criterion in recommendation.matrix.criteria)
        if wanted and recommendation.other_system is not None:
            system = recommendation.other_system.in_language(texts.language)
            text = texts.t("report.answer.other_system", system=system, host=recommendation.host.os)
            yield Callout(tone="warning", text=text)
        elif wanted and not count["measured"]:
            tried = any(m.status == "ok" for m in recommendation.measurements)
            key = "unmeasured_ranked" if tried else "unmeasured"
            yield Callout(tone="warning", text=texts.t(f"report.answer.{key}"))
    if recommendation.measured_on is not None:
        text = texts.t("report.answer.measured_on", name=recommendation.measured_on)
        yield Callout(tone="note", text=text)
    if recommendation.overlays:
        folders = wording.names(texts, list(recommendation.overlays))
        yield Callout(tone="note", text=texts.t("report.answer.overlays", folders=folders))
    stale = sum(item.stale_since is not None for item in recommendation.evidence)
    if stale:
        text = wording.counted(texts, "report.answer.stale", stale)
        yield Callout(tone="note", text=text)
