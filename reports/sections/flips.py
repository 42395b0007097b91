"""What would change the decision: weights, uncertain numbers, criteria, and the cost of erring."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import (
    Bar,
    Block,
    Cell,
    Heading,
    IntervalChart,
    Paragraph,
    Table,
)
from knowledge.schema.robustness import Swing, WeightFlip, WeightStability
from reports import wording
from reports.citations import METHOD, cite
from reports.wrapping import shortened

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 45
LABEL = 50
"""Cells of a label in the chart, beside which its numbers have room; the table says it whole."""
SHOWN = 10
"""Uncertain numbers in the table, widest first."""
METHODS = {
    "topsis": "TOPSIS",
    "promethee-ii": "PROMETHEE II",
    "vikor": "VIKOR",
    "spotis": "SPOTIS",
}
FIRST_SENTENCE = re.compile(r"(?<=[.。])\s*(?=[^\d])")
UNKNOWN, MEASURED_PARTS = "unknown", 4
"""Kind of the streams of what is not known, and parts of one that could be measured."""
MOVED = 0.005
"""Changes of a weight below half a percent of the total are not told."""


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """Flips of the weights, the tornado, what leaving out does; nothing for fewer than two."""
    found = recommendation.robustness
    if not found.stability:
        return ()
    return (
        Heading(text=texts.t("report.flips.heading"), anchor="flips"),
        Paragraph(text=_nearest(recommendation, found.flip, texts)),
        Paragraph(text=_left_out(recommendation, texts)),
        Paragraph(text=_regret(recommendation, texts)),
        _stability(recommendation, texts),
        *_tornado(recommendation, texts),
        *_crosschecks(recommendation, texts),
        *_dominated(recommendation, texts),
    )


def _labels(recommendation: Recommendation) -> dict[str, str]:
    return {ranked.id: ranked.label for ranked in recommendation.ranking}


def _titles(recommendation: Recommendation, texts: Texts) -> dict[str, str]:
    criteria = recommendation.matrix.criteria
    return {view.id: view.title.in_language(texts.language) for view in criteria}


def _nearest(recommendation: Recommendation, flip: WeightFlip | None, texts: Texts) -> str:
    first = recommendation.ranking[0].label
    if flip is None:
        return texts.t("report.flips.none", first=first)
    titles = _titles(recommendation, texts)
    stated = {view.id: view.weight for view in recommendation.matrix.criteria}
    changes = [
        texts.t(
            "report.flips.change",
            criterion=titles[criterion],
            before=texts.percent(stated[criterion], 1),
            after=texts.percent(weight, 1),
        )
        for criterion, weight in flip.weights.items()
        if abs(weight - stated[criterion]) >= MOVED
    ]
    return texts.t(
        "report.flips.nearest",
        name=_labels(recommendation)[flip.alternative],
        share=texts.percent(flip.distance / 2, 1),
        changes=wording.names(texts, changes),
    )


def _left_out(recommendation: Recommendation, texts: Texts) -> str:
    leader, labels = recommendation.ranking[0], _labels(recommendation)
    titles = _titles(recommendation, texts)
    changed = [
        texts.t("report.flips.left_out", criterion=titles[one.criterion], first=labels[one.first])
        for one in recommendation.robustness.left_out
        if one.first != leader.id
    ]
    if not changed:
        return texts.t("report.flips.left_out_none", first=leader.label)
    return ("" if texts.language == "zh" else " ").join(changed)


def _regret(recommendation: Recommendation, texts: Texts) -> str:
    regret, labels = recommendation.robustness.regret, _labels(recommendation)
    leader = recommendation.ranking[0]
    other = min((id_ for id_ in regret if id_ != leader.id), key=lambda id_: (regret[id_], id_))
    return texts.t(
        "report.flips.regret",
        first=leader.label,
        regret=wording.fixed(texts, regret[leader.id], 3),
        other=labels[other],
        more=wording.fixed(texts, regret[other], 3),
    )


def _stability(recommendation: Recommendation, texts: Texts) -> Table:
    first, labels = recommendation.ranking[0].label, _labels(recommendation)
    titles, dash = _titles(recommendation, texts), texts.t("report.dash")
    rows = tuple(
        (
            Cell(text=titles[one.criterion]),
            Cell(text=texts.percent(one.weight, 1), evidence=(METHOD,)),
            Cell(text=_range(one, texts), evidence=(METHOD,)),
            Cell(text=labels.get(one.below or "", dash)),
            Cell(text=labels.get(one.above or "", dash)),
        )
        for one in recommendation.robustness.stability
    )
    columns = (
        texts.t("report.flips.criterion"),
        texts.t("report.flips.weight"),
        texts.t("report.flips.holds", first=first),
        texts.t("report.flips.below"),
        texts.t("report.flips.above"),
    )
    caption = texts.t("report.flips.stability")
    return Table(caption=caption, columns=columns, rows=rows, numeric=(1,), detail=True)


def _range(one: WeightStability, texts: Texts) -> str:
    if one.low is None and one.high is None:
        return texts.t("report.flips.always")
    low = texts.percent(one.low or 0.0, 1)
    high = texts.percent(1.0 if one.high is None else one.high, 1)
    return texts.t("report.flips.from_to", low=low, high=high)


def _tornado(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    swings = recommendation.robustness.swings[:SHOWN]
    if not swings:
        return
    rival = next(r for r in recommendation.ranking if r.id == recommendation.robustness.rival)
    first, runner = recommendation.ranking[0].label, rival.label
    named = {swing.latent: _name(recommendation, swing, texts) for swing in swings}
    turning = sum(swing.at_low < 0 for swing in swings)
    title = texts.t("report.flips.swings", runner=runner)
    about = texts.t("report.flips.swings_about", runner=runner, count=wording.whole(texts, turning))
    yield Paragraph(text=about, detail=True)
    anchors = cite(recommendation).evidence
    margin = recommendation.ranking[0].expected.point - rival.expected.point
    yield IntervalChart(
        title=title,
        alt=about,
        unit="",
        bars=tuple(
            Bar(
                label=shortened(named[swing.latent], LABEL),
                point=min(max(margin, swing.at_low), swing.at_high),
                low=swing.at_low,
                high=swing.at_high,
                text=_span(swing, texts),
            )
            for swing in swings
        ),
    )
    yield Table(
        caption=title,
        columns=(
            texts.t("report.flips.number"),
            texts.t("report.flips.lead", first=first, runner=runner),
            texts.t("report.flips.turns"),
        ),
        rows=tuple(_row(anchors, swing, named[swing.latent], texts) for swing in swings),
        numeric=(1,),
        detail=True,
    )


def _row(anchors: Mapping[str, str], swing: Swing, name: str, texts: Texts) -> tuple[Cell, ...]:
    anchor = anchors.get(swing.evidence or "")
    turns = "turns_yes" if swing.at_low < 0 else "turns_no"
    evidence = (anchor,) if anchor else (METHOD,)
    return (
        Cell(text=name),
        Cell(text=_span(swing, texts), evidence=evidence),
        Cell(text=texts.t(f"report.flips.{turns}")),
    )


def _span(swing: Swing, texts: Texts) -> str:
    low, high = (wording.fixed(texts, end, 3) for end in (swing.at_low, swing.at_high))
    return texts.t("report.flips.from_to", low=low, high=high)


def _name(recommendation: Recommendation, swing: Swing, texts: Texts) -> str:
    """The statement behind a number without its notes, or what it is that is not known."""
    for item in recommendation.evidence:
        if item.key == swing.evidence:
            return FIRST_SENTENCE.split(item.statement.in_language(texts.language), 1)[0]
    kind, *parts = swing.latent.split(":")
    if kind == UNKNOWN and len(parts) == MEASURED_PARTS:
        stack, what, workload, batch = parts
        return texts.t(
            f"report.flips.unmeasured.{what}", stack=stack, workload=workload, batch=batch
        )
    titles = {row.framework: row.title for row in recommendation.frameworks}
    name = parts[0] if parts else swing.latent
    return texts.t("report.flips.unknown", name=titles.get(name, name))


def _crosschecks(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    """Whether other methods agree on first place; one that ties with it agrees."""
    checks, labels = recommendation.robustness.crosschecks, _labels(recommendation)
    if not checks:
        return
    agreed = [METHODS[check.method] for check in checks if check.place == 1]
    others = [
        texts.t(
            "report.flips.crosscheck",
            method=METHODS[check.method],
            first=labels[check.first],
            leader=recommendation.ranking[0].label,
            place=wording.whole(texts, check.place),
        )
        for check in checks
        if check.place > 1
    ]
    key = (
        "crosschecks" if agreed and others else "crosschecks_none" if others else "crosschecks_all"
    )
    yield Paragraph(
        text=texts.t(
            f"report.flips.{key}",
            agreed=wording.names(texts, agreed) if agreed else "",
            methods=wording.names(texts, agreed) if agreed else "",
            others=wording.names(texts, others) if others else "",
        )
    )


def _dominated(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    labels = _labels(recommendation)
    names = [labels[id_] for id_ in recommendation.robustness.dominated]
    if names:
        text = texts.t("report.flips.dominated", names=wording.names(texts, names))
        yield Paragraph(text=text, detail=True)
