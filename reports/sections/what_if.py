"""What was assumed, what would come back without some requirement, and what was ranked as one.

Empty for a plain question to which no requirement stands in the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import Basis, Recommendation, Relaxation
from knowledge.schema.report import Block, Callout, Heading, Paragraph
from reports import wording

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 15
NAMED = 4
"""Stacks that are named in a sentence; of more, the best and how many."""
SHOWN = 3
"""Relaxations in a report of an answer; all are in the JSON."""

LEVEL = 0.001
"""Expected values nearer than this are called level: they are not known better."""


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """Assumptions first, as they colour everything; then relaxations, then merged stacks."""
    blocks = (
        *_assumptions(recommendation, texts),
        *_relaxations(recommendation, texts),
        *_merged(recommendation, texts),
    )
    if not blocks:
        return ()
    return (Heading(text=texts.t("whatif.heading"), anchor="what-if"), *blocks)


def _assumptions(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    for one in recommendation.assumptions:
        statement = one.statement.in_language(texts.language)
        yield Callout(tone="warning", text=texts.t("whatif.assumed", statement=statement))
    resting = sum(belief.basis is Basis.ASSUMED for belief in recommendation.matrix.beliefs)
    if resting:
        yield Paragraph(text=wording.counted(texts, "whatif.resting", resting))
    out = len({e.alternative for e in recommendation.excluded if e.assumed})
    if out:
        yield Paragraph(text=wording.counted(texts, "whatif.out", out))
    if recommendation.assumptions and not resting and not out:
        yield Paragraph(text=texts.t("whatif.idle"))


def _relaxations(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    found = recommendation.relaxations
    if recommendation.ranking:
        # With an answer at hand only what a single decision would change is of interest.
        found = tuple(one for one in found if len(one.requirements) == 1)
    for one in found[:SHOWN]:
        yield Paragraph(text=relaxation(one, recommendation, texts))
    if not recommendation.ranking and recommendation.excluded and not recommendation.relaxations:
        yield Paragraph(text=texts.t("whatif.hopeless"))


def relaxation(one: Relaxation, recommendation: Recommendation, texts: Texts) -> str:
    """What dropping the requirements brings back, and whether that would be first."""
    titles = wording.names(
        texts, [texts.t("whatif.quoted", text=t.in_language(texts.language)) for t in one.titles]
    )
    labels = list(one.labels)
    if len(labels) > NAMED:
        names = texts.t("whatif.and_more", name=labels[0], count=str(len(labels) - 1))
    else:
        names = wording.names(texts, labels)
    text = wording.counted(
        texts, "whatif.relax", len(one.requirements), requirements=titles, names=names
    )
    best = texts.fixed(one.expected, 3)
    if not recommendation.ranking:
        key = "whatif.value" if len(labels) > 1 else "whatif.value_alone"
        return f"{text}{texts.t('whatif.gap')}{texts.t(key, name=labels[0], value=best)}"
    first = recommendation.ranking[0]
    lead = one.expected - first.expected.point
    level = abs(lead) < LEVEL
    key = "whatif.level" if level else "whatif.better" if lead > 0 else "whatif.worse"
    rest = texts.t(
        key,
        name=labels[0],
        value=best,
        first=first.label,
        other=texts.fixed(first.expected.point, 3),
    )
    return f"{text}{texts.t('whatif.gap')}{rest}"


def _merged(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    reasons = [one.reason.in_language(texts.language) for one in recommendation.merged]
    for reason in dict.fromkeys(reasons):  # several stacks may share one
        yield Paragraph(text=reason)
