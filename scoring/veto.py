"""Vetoes: an amount so bad that no other merit puts the stack first.

Pure. A weighted sum lets a stack buy back anything. Where a preference names a veto, a stack whose
whole 95 % interval is worse cannot be first: it is taken out, with the amount. Where part of the
interval is, or nothing is known, it stays and the veto is unverified.
"""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Shape
from knowledge.schema.decision import Basis, Belief, CriterionView, DecisionMatrix, Exclusion
from knowledge.schema.scenario import Preference

Vetoes = tuple[tuple[Exclusion, ...], tuple[Exclusion, ...]]


def vetoes(matrix: DecisionMatrix, preferences: Sequence[Preference]) -> Vetoes:
    """Who is vetoed, and of whom that cannot be told."""
    limits = {p.criterion: p.veto for p in preferences if p.veto is not None}
    if not limits:
        return (), ()
    views = {view.id: view for view in matrix.criteria}
    labels = {a.id: a.label for a in matrix.alternatives}
    surely: list[Exclusion] = []
    perhaps: list[Exclusion] = []
    for belief in matrix.beliefs:
        limit = limits.get(belief.criterion)
        if limit is None:
            continue
        view = views[belief.criterion]
        if belief.basis is Basis.UNKNOWN:  # its interval is that of the scale, no evidence
            perhaps.append(_exclusion(view, belief, limit, labels[belief.alternative], False))
            continue
        beyond = [worse(view, end, limit) for end in (belief.estimate.low, belief.estimate.high)]
        if any(beyond):
            found = _exclusion(view, belief, limit, labels[belief.alternative], all(beyond))
            (surely if all(beyond) else perhaps).append(found)
    out = {exclusion.alternative for exclusion in surely}
    return tuple(surely), tuple(e for e in perhaps if e.alternative not in out)


def vetoed_below(
    criteria: Sequence[CriterionView], preferences: Sequence[Preference]
) -> tuple[LocalText, ...]:
    """What the vetoes ask of every stack, in the words of requirements."""
    limits = {p.criterion: p.veto for p in preferences if p.veto is not None}
    return tuple(_title(view, limits[view.id]) for view in criteria if view.id in limits)


def _title(view: CriterionView, limit: float) -> LocalText:
    top = f"{limit:,.4g} {view.unit}"
    return LocalText(
        en=f"{view.title.en} is no worse than {top}", zh=f"{view.title.zh}不劣于 {top}"
    )


def worse(view: CriterionView, amount: float, limit: float) -> bool:
    """Whether an amount is worse than the limit, in the direction of the anchors."""
    if view.anchors.shape is Shape.TARGET:
        best = view.anchors.best
        return abs(amount - best) > abs(limit - best)
    return amount < limit if view.anchors.best > view.anchors.worst else amount > limit


def _exclusion(
    view: CriterionView, belief: Belief, limit: float, label: str, surely: bool
) -> Exclusion:
    amount, low, high = (f"{x:,.4g}" for x in _numbers(belief))
    unit, top = view.unit, f"{limit:,.4g}"
    if belief.basis is Basis.UNKNOWN:
        reason = LocalText(
            en=f"“{view.title.en}” of {label} is not known; worse than {top} {unit} is vetoed.",
            zh=f"{label} 的“{view.title.zh}”尚无依据；劣于 {top} {unit} 者一律否决。",
        )
    elif surely:
        reason = LocalText(
            en=f"Vetoed: {label} has {amount} {unit} ({low} to {high}) by “{view.title.en}”; "
            f"worse than {top} {unit} cannot be first, whatever else speaks for it.",
            zh=f"否决：{label} 的“{view.title.zh}”为 {amount} {unit}（{low} 至 {high}），"
            f"劣于 {top} {unit} 者无论其他优点均不得居首。",
        )
    else:
        reason = LocalText(
            en=f"{label} may have less than it takes by “{view.title.en}”: {amount} {unit} "
            f"({low} to {high}), where worse than {top} {unit} is vetoed.",
            zh=f"{label} 的“{view.title.zh}”为 {amount} {unit}（{low} 至 {high}），"
            f"可能劣于否决线 {top} {unit}。",
        )
    return Exclusion(
        alternative=belief.alternative,
        label=label,
        requirement=f"veto.{view.id}",
        title=_title(view, limit),
        reason=reason,
        evidence=belief.evidence,
        assumed=belief.assumed,
    )


def _numbers(belief: Belief) -> tuple[float, float, float]:
    return belief.estimate.point, belief.estimate.low, belief.estimate.high
