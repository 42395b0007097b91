"""Cells of the decision matrix as table cells, for every table that shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from knowledge.schema.decision import Basis, Belief, CriterionView, RankedAlternative
from knowledge.schema.report import Cell
from reports import wording
from reports.citations import Citations

if TYPE_CHECKING:
    from knowledge.texts import Texts

Mark = Literal["measured", "documented", "partial", "assumed", "unknown"]
MARKS: tuple[Mark, ...] = get_args(Mark)
"""What a cell rests on; every format shows a sign for each (`report.mark`)."""

_MARKS: dict[Basis, Mark] = {
    Basis.MEASURED: "measured",
    Basis.ASSUMED: "assumed",
    Basis.UNKNOWN: "unknown",
}


def mark(belief: Belief) -> Mark:
    """What a cell rests on: a measurement, documents for all or a part of it, or nothing."""
    if belief.basis is Basis.DOCUMENTED:
        return "partial" if _in_part(belief) else "documented"
    return _MARKS[belief.basis]


def belief_cell(
    belief: Belief,
    criterion: CriterionView,
    ranked: RankedAlternative | None,
    texts: Texts,
    citations: Citations,
) -> Cell:
    """One cell of the matrix: value with unit, interval, what it rests on, and its shading.

    What is not ranked has no shading.
    """
    anchors = citations.of_belief(belief)
    low, high = wording.bounds(texts, belief.estimate, criterion.unit)
    if belief.basis is Basis.UNKNOWN:
        return Cell(
            text=texts.t("report.matrix.unknown"),
            short=texts.t("report.dash"),
            sub=texts.t("report.matrix.assumed", low=low, high=high),
            mark="unknown",
            evidence=anchors,
        )
    return Cell(
        text=wording.amount(texts, belief.estimate.point, criterion.unit),
        short=wording.plain(texts, belief.estimate.point, criterion.unit),
        sub=_small_print(belief, low, high, texts),
        level=None if ranked is None else level(criterion, ranked),
        mark=mark(belief),
        evidence=anchors,
    )


def level(criterion: CriterionView, ranked: RankedAlternative) -> float | None:
    """Expected value of the cell from 0 (worst) to 1 (best), or None for a weight of zero.

    A contribution is the weight times this value, so it is read back rather than computed again.

    Example: a contribution of 0.18 at a weight of 0.3 is a value of 0.6.
    """
    contribution = ranked.contributions.get(criterion.id)
    if contribution is None or criterion.weight <= 0:
        return None
    return min(1.0, max(0.0, contribution / criterion.weight))


def criterion_notes(criteria: tuple[CriterionView, ...], texts: Texts) -> tuple[str, ...]:
    """Small print under the column title of each criterion: its unit and weight."""
    return tuple(
        texts.t(
            "report.matrix.note",
            unit=wording.unit_name(texts, criterion.unit),
            weight=wording.share(texts, criterion.weight),
        )
        for criterion in criteria
    )


def _small_print(belief: Belief, low: str, high: str, texts: Texts) -> str:
    stale = belief.stale_since is not None
    if _in_part(belief):
        key = "partial_stale" if stale else "partial"
        covered = wording.share(texts, belief.coverage)
        return texts.t(f"report.matrix.{key}", low=low, high=high, coverage=covered)
    return texts.t(f"report.matrix.{'stale' if stale else 'interval'}", low=low, high=high)


def _in_part(belief: Belief) -> bool:
    return round(belief.coverage, 9) < 1  # a sum of weights may miss 1 by a rounding error
