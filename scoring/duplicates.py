"""Near-duplicates: stacks that nothing here tells apart are ranked once, with the reason.

Pure. Two stacks of the same frameworks (two modes nobody measured, two routes that lose the same)
may have the same belief by every criterion, down to the evidence, and the same open requirements.
Ranked apart they would tie for certain and split every first place between them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Alternative, DecisionMatrix, Exclusion, Merged

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def merged(
    catalog: Catalog, matrix: DecisionMatrix, unverified: Sequence[Exclusion]
) -> tuple[Merged, ...]:
    """The rows of `matrix` that equal an earlier one, each with the one it is ranked as."""
    cells: dict[str, list[Hashable]] = {a.id: [] for a in matrix.alternatives}
    for belief in matrix.beliefs:
        terms = tuple(sorted((t.latent, t.coefficient) for t in belief.terms))
        cells[belief.alternative].append((belief.criterion, terms))
    doubts: dict[str, set[str]] = {}
    for exclusion in unverified:
        doubts.setdefault(exclusion.alternative, set()).add(exclusion.requirement)
    first: dict[Hashable, Alternative] = {}
    found = []
    for alternative in matrix.alternatives:
        name = alternative.id
        key = (
            alternative.trainer,
            alternative.runtime,
            tuple(cells[name]),
            frozenset(doubts.get(name, ())),
        )
        kept = first.setdefault(key, alternative)
        if kept is not alternative:
            found.append(
                Merged(
                    alternative=name,
                    label=alternative.label,
                    into=kept.id,
                    reason=_reason(catalog, alternative, kept),
                )
            )
    return tuple(found)


def _reason(catalog: Catalog, one: Alternative, kept: Alternative) -> LocalText:
    """In what the two differ, and that it makes no difference here."""
    if one.route != kept.route and one.route is not None and kept.route is not None:
        route, other = (catalog.routes[a.route or ""].title for a in (one, kept))
        return LocalText(
            en=f"{one.label} and {kept.label} differ in the route alone (“{route.en}”, "
            f"“{other.en}”), and nothing on record tells them apart by any criterion.",
            zh=f"{one.label} 与 {kept.label} 仅转换路线不同（“{route.zh}”与“{other.zh}”），"
            "现有依据在任何准则上均无法区分二者。",
        )
    _, mode = catalog.mode(one.stack)
    _, other_mode = catalog.mode(kept.stack)
    return LocalText(
        en=f"{one.label} and {kept.label} differ in the mode alone ({mode.title.en}; "
        f"{other_mode.title.en}), and nothing on record tells them apart by any criterion.",
        zh=f"{one.label} 与 {kept.label} 仅执行模式不同（{mode.title.zh}；{other_mode.title.zh}），"
        "现有依据在任何准则上均无法区分二者。",
    )


def without(matrix: DecisionMatrix, names: frozenset[str]) -> DecisionMatrix:
    """The matrix without the rows of these alternatives, and what only they rest on."""
    if not names:
        return matrix
    beliefs = tuple(b for b in matrix.beliefs if b.alternative not in names)
    used = {term.latent for belief in beliefs for term in belief.terms}
    return matrix.model_copy(
        update={
            "alternatives": tuple(a for a in matrix.alternatives if a.id not in names),
            "beliefs": beliefs,
            "latents": tuple(latent for latent in matrix.latents if latent.id in used),
        }
    )
