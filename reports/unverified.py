"""What the answer says of requirements that nobody has checked yet.

A stack that was never measured misses no ceiling. So a first place that is unverified is told as
such, with the best that is known to meet everything; where nothing is, there is no winner to name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import Exclusion, RankedAlternative, Recommendation
from knowledge.schema.probing import Status
from knowledge.schema.report import Block, Callout, Paragraph
from reports import wording

if TYPE_CHECKING:
    from knowledge.texts import Texts


def best_verified(recommendation: Recommendation) -> RankedAlternative | None:
    """The highest in the ranking of which every requirement is verified; None where none is."""
    doubtful = {one.alternative for one in recommendation.unverified}
    return next((one for one in recommendation.ranking if one.id not in doubtful), None)


def nothing_known(recommendation: Recommendation) -> bool:
    """Whether stacks are ranked, and of none of them it is known that it meets everything."""
    return bool(recommendation.ranking) and best_verified(recommendation) is None


def no_winner(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    """The first sentences where `nothing_known`: why nobody can be chosen, and what the order is.

    Whether all that was measured is ruled out is told apart from nobody having been measured.
    """
    stacks = {one.id: one.stack for one in recommendation.matrix.alternatives}
    ranked = {stacks[one.id] for one in recommendation.ranking}
    measured = {m.stack for m in recommendation.measurements if m.status is Status.OK}
    case = "measured_fail" if measured and not measured & ranked else "unchecked"
    text = wording.counted(
        texts,
        f"report.answer.no_winner.{case}",
        len(recommendation.ranking),
        titles=_titles(_common(recommendation), texts),
    )
    yield Callout(tone="warning", text=text)
    leader = recommendation.ranking[0]
    yield Paragraph(
        text=texts.t(
            "report.answer.no_winner.order",
            first=leader.label,
            value=wording.score(texts, leader.expected.point),
            interval=wording.score_interval(texts, leader.expected),
        )
    )


def first_place(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    """What is open of the first place, why, and who is the best that is known to meet all."""
    leader, best = recommendation.ranking[0], best_verified(recommendation)
    open_ = [e for e in recommendation.unverified if e.alternative == leader.id]
    if not open_:
        return
    text = texts.t(
        "report.answer.unverified_first", name=leader.label, titles=_titles(open_, texts)
    )
    yield Callout(tone="warning", text=text)
    if best is not None:
        yield Callout(
            tone="note",
            text=texts.t(
                "report.answer.best_verified",
                name=best.label,
                rank=wording.whole(texts, recommendation.ranking.index(best) + 1),
                value=wording.score(texts, best.expected.point),
                interval=wording.score_interval(texts, best.expected),
            ),
        )
    yield from reasons(open_, texts)


def reasons(open_: list[Exclusion], texts: Texts) -> Iterator[Block]:
    """Why each requirement of the first place is open: what was not run, or is not known."""
    for text in dict.fromkeys(one.reason.in_language(texts.language) for one in open_):
        yield Paragraph(text=text)


def _common(recommendation: Recommendation) -> list[Exclusion]:
    """What is open of every ranked stack; all that is open where they have nothing in common."""
    of: dict[str, set[str]] = {}
    for one in recommendation.unverified:
        of.setdefault(one.requirement, set()).add(one.alternative)
    count = len(recommendation.ranking)
    shared = [one for one in recommendation.unverified if len(of[one.requirement]) == count]
    return shared or list(recommendation.unverified)


def _titles(open_: list[Exclusion], texts: Texts) -> str:
    titles = dict.fromkeys(one.title.in_language(texts.language) for one in open_)
    return wording.names(texts, [texts.t("report.answer.quoted", text=title) for title in titles])
