"""The sentences of `advisor explain`; each says only what its numbers show.

Numbers are rounded as in the tables; a comparison is decided on the unrounded ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from advisor.usecases.explain import Explanation, Flips, RuledOut, apportioned
from knowledge.evidence import is_evidence
from knowledge.schema.decision import Basis, Recommendation
from knowledge.schema.robustness import Swing, Turn, WeightStability
from knowledge.texts import Texts
from reports import wording

NAMED = 3
"""Criteria, thresholds and facts that are named; the rest is in the JSON."""
LEVELS = {0.0: "no", 0.5: "partial", 1.0: "full"}
LEAST = 0.005
"""Changes of a weight below half a per cent are not told."""


def assumed(found: Explanation, texts: Texts) -> Iterator[str]:
    """What the user put in, before anything that rests on it."""
    for one in found.recommendation.assumptions:
        yield texts.t("whatif.assumed", statement=one.statement.in_language(texts.language))


def first(found: Explanation, texts: Texts) -> str:
    """Who is first, with what value, and how surely."""
    leader = found.first
    if leader is None:
        raise ValueError("nothing is feasible")
    return texts.t(
        "explain.first",
        name=leader.label,
        value=texts.fixed(leader.expected.point, 3),
        interval=wording.score_interval(texts, leader.expected),
        share=wording.share_in_words(texts, leader.rank_acceptability[0]),
        draws=wording.whole(texts, found.recommendation.draws),
    )


def strengths(found: Explanation, texts: Texts) -> Iterator[str]:
    """Where most of the value comes from, and where most of it is lost."""
    gains = [c for c in found.contributions if c.amount > 0][:NAMED]
    if gains:
        names = [c.criterion.title.in_language(texts.language) for c in gains]
        yield texts.t("explain.gains", names=wording.names(texts, names))
    worst = max(found.contributions, key=lambda c: c.missing, default=None)
    if worst is not None and worst.missing > LEAST:
        unknown = worst.belief.basis is Basis.UNKNOWN
        yield texts.t(
            "explain.loses_unknown" if unknown else "explain.loses",
            name=worst.criterion.title.in_language(texts.language),
            missing=texts.fixed(worst.missing, 3),
            most=texts.fixed(worst.criterion.weight, 3),
        )


def against(found: Explanation, texts: Texts) -> Iterator[str]:
    """By how much and how surely the first is ahead, and what speaks for the other."""
    comparison = found.against
    if comparison is None:
        return
    one, other = comparison.better.label, comparison.other.label
    yield texts.t(
        "explain.ahead",
        one=one,
        other=other,
        value=texts.fixed(comparison.better.expected.point, 3),
        other_value=texts.fixed(comparison.other.expected.point, 3),
        lead=texts.fixed(comparison.lead, 3),
    )
    wins = comparison.other.first_wins
    if wins is not None:
        key = "explain.tied" if comparison.tied else "explain.clear"
        yield texts.t(key, one=one, other=other, share=wording.share_in_words(texts, wins))
    # Rounded as in the table, where they add up.
    shown = apportioned([d.lead for d in comparison.differences], comparison.lead)
    told = [
        (lead, d.criterion.title.in_language(texts.language))
        for d, lead in zip(comparison.differences, shown, strict=True)
    ]
    for key, sign in (("explain.for_one", 1.0), ("explain.for_other", -1.0)):
        leads = sorted((x for x in told if x[0] * sign > 0), key=lambda x: -x[0] * sign)[:NAMED]
        if leads:
            names = wording.names(texts, [_lead(title, lead, texts) for lead, title in leads])
            yield texts.t(key, one=one, other=other, names=names)


def _lead(title: str, lead: float, texts: Texts) -> str:
    return texts.t("explain.lead", name=title, lead=texts.fixed(abs(lead), 3))


def ruled_out(one: RuledOut, texts: Texts) -> str:
    """The stacks, the requirement and the reason."""
    return texts.t(
        "explain.out",
        names=wording.names(texts, list(one.labels)),
        title=one.title.in_language(texts.language),
        reason=one.reason.in_language(texts.language),
    )


def flips(found: Explanation, texts: Texts) -> Iterator[str]:
    """Weights, criteria, facts and requirements that would put another stack first."""
    if found.flips is None or found.first is None:
        from reports.sections.what_if import relaxation

        for one in found.recommendation.relaxations:
            yield relaxation(one, found.recommendation, texts)
        if not found.recommendation.relaxations:
            yield texts.t("whatif.hopeless")
        return
    if len(found.recommendation.ranking) > 1:
        yield from _of_weights(found, found.first.label, found.flips, texts)
        for swing in found.flips.facts[:NAMED]:
            yield _fact(found, swing, texts)
        if not found.flips.facts:
            rival = found.flips.rival or ""
            yield texts.t("explain.no_fact", name=found.first.label, rival=rival)
        yield from _turns(found, found.flips, texts)
    else:
        yield texts.t("explain.alone", name=found.first.label)
    if found.flips.relaxations:
        from reports.sections.what_if import relaxation

        for one in found.flips.relaxations:
            yield relaxation(one, found.recommendation, texts)


def _of_weights(found: Explanation, first: str, flips: Flips, texts: Texts) -> Iterator[str]:
    """The nearest weights, single weights and criteria left out."""
    if flips.weights is None:
        yield texts.t("explain.no_weights", name=first)
    else:
        yield _weights(found, texts)
    for threshold in flips.thresholds[:NAMED]:
        yield _threshold(found, threshold, texts)
    for left in flips.left_out:
        title = _title(found.recommendation, left.criterion, texts)
        yield texts.t("explain.left_out", criterion=title, name=found.label(left.first))


def _weights(found: Explanation, texts: Texts) -> str:
    """The nearest weights with another in front, by the changes that amount to something."""
    flip = found.flips.weights if found.flips else None
    if flip is None:
        raise ValueError("no weights flip it")
    changes = [
        texts.t(
            "explain.change",
            name=view.title.in_language(texts.language),
            old=texts.percent(view.weight, 1),
            new=texts.percent(flip.weights[view.id], 1),
        )
        for view in found.recommendation.matrix.criteria
        if abs(flip.weights[view.id] - view.weight) >= LEAST
    ]
    name = found.label(flip.alternative)
    moved = texts.percent(flip.distance / 2, 1)
    if not changes:
        return texts.t("explain.any_weights", name=name, moved=moved)
    return texts.t("explain.weights", name=name, moved=moved, changes=wording.names(texts, changes))


def _threshold(found: Explanation, one: WeightStability, texts: Texts) -> str:
    """The end of the weight's interval that is nearer."""
    low = abs(one.weight - one.low) if one.low is not None else float("inf")
    high = abs(one.high - one.weight) if one.high is not None else float("inf")
    below = low <= high
    end, name = (one.low, one.below) if below else (one.high, one.above)
    return texts.t(
        "explain.below" if below else "explain.above",
        criterion=_title(found.recommendation, one.criterion, texts),
        weight=texts.percent(one.weight, 1),
        end=texts.percent(end or 0.0, 1),
        name=found.label(name or ""),
    )


def _fact(found: Explanation, swing: Swing, texts: Texts) -> str:
    """A number that would turn the lead over the rival around."""
    recommendation = found.recommendation
    titles = wording.names(texts, [_title(recommendation, c, texts) for c in swing.criteria])
    behind = texts.fixed(-swing.at_low, 3)
    rival = found.flips.rival if found.flips else None
    item = next((i for i in recommendation.evidence if i.key == swing.evidence), None)
    values = {
        "criteria": titles,
        "behind": behind,
        "rival": rival or "",
        "first": found.first.label if found.first else "",
    }
    if item is not None:
        statement = item.statement.in_language(texts.language)
        return texts.t("explain.fact", statement=statement, **values)
    subject = "" if is_evidence(swing.latent) else swing.latent.split(":")[1]
    return texts.t("explain.unknown", subject=subject, **values)


def _turns(found: Explanation, flips: Flips, texts: Texts) -> Iterator[str]:
    """Single amounts and claims that would put another stack first."""
    for turn in flips.turns[:NAMED]:
        yield _turn(found, turn, texts)
    if len(flips.turns) > NAMED:
        yield wording.counted(texts, "explain.more_turns", len(flips.turns) - NAMED)
    items = {item.key: item for item in found.recommendation.evidence}
    for one in flips.reversals[:NAMED]:
        yield texts.t(
            "explain.reversal",
            statement=items[one.evidence].statement.in_language(texts.language),
            level=texts.t(f"explain.level.{LEVELS[one.level]}"),
            name=found.label(one.first),
        )
    if len(flips.reversals) > NAMED:
        yield wording.counted(texts, "explain.more_reversals", len(flips.reversals) - NAMED)
    if not flips.turns and not flips.reversals:
        yield texts.t("explain.no_turn")


def _turn(found: Explanation, turn: Turn, texts: Texts) -> str:
    views = {view.id: view for view in found.recommendation.matrix.criteria}
    view = views[turn.criterion]
    likely = "unknown" if turn.evidence is None else "likely" if turn.likely else "unlikely"
    low, high = wording.bounds(texts, turn.now, view.unit)
    return texts.t(
        "explain.turn_above" if turn.amount > turn.now.point else "explain.turn_below",
        name=found.label(turn.first),
        criterion=view.title.in_language(texts.language),
        stack=turn.stack,
        amount=wording.amount(texts, turn.amount, view.unit),
        standing=texts.t(
            f"explain.standing.{likely}",
            now=wording.amount(texts, turn.now.point, view.unit),
            low=low,
            high=high,
        ),
    )


def _title(recommendation: Recommendation, criterion: str, texts: Texts) -> str:
    views = {view.id: view for view in recommendation.matrix.criteria}
    return views[criterion].title.in_language(texts.language)


def next_step(found: Explanation, texts: Texts) -> Iterator[str]:
    """What to measure next, or that it is time to stop."""
    step, recommendation = found.next_measurement, found.recommendation
    if step is not None:
        yield step.reason.in_language(texts.language)
        yield texts.t(
            "explain.measure", gain=texts.fixed(step.gain, 3), cost=texts.duration(step.cost_s)
        )
        yield f"  {step.command}"
    elif recommendation.elsewhere and recommendation.target is not None:
        target = recommendation.target.in_language(texts.language)
        yield texts.t("report.answer.elsewhere", target=target)
    elif found.first is None:
        yield texts.t("explain.stop_none")
    else:
        yield texts.t("explain.stop")
        yield from _beyond_reach(recommendation, texts)


def _beyond_reach(recommendation: Recommendation, texts: Texts) -> Iterator[str]:
    """Stacks whose times nobody knows and no probe can take, where they are first now and then."""
    measured = {view.id for view in recommendation.matrix.criteria if view.measured is not None}
    unknown = {
        belief.alternative
        for belief in recommendation.matrix.beliefs
        if belief.criterion in measured and belief.basis is Basis.UNKNOWN
    }
    found = [row for row in recommendation.ranking if row.id in unknown]
    share = sum(row.rank_acceptability[0] for row in found)
    if share >= LEAST:
        best = max(found, key=lambda row: row.rank_acceptability[0])
        stacks = {a.id: a.stack for a in recommendation.matrix.alternatives}
        yield texts.t(
            "explain.beyond",
            share=wording.share_in_words(texts, share),
            name=best.label,
            stack=stacks[best.id],
        )
