"""Near-duplicates: stacks that nothing here tells apart are ranked once, with the reason.

Pure. Two stacks of the same frameworks (two modes nobody measured, two routes that lose the same)
may have the same belief by every criterion, down to the evidence, and the same open requirements.
Ranked apart they would tie for certain and split every first place between them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Alternative, Basis, DecisionMatrix, Exclusion, Merged

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def merged(
    catalog: Catalog, matrix: DecisionMatrix, unverified: Sequence[Exclusion]
) -> tuple[Merged, ...]:
    """The rows of `matrix` that equal an earlier one, each with the one it is ranked as.

    So does a reduced precision of which nothing was measured: what it gains and costs there is
    not known, and as many unknown rows again would hide the ones that something is known of.
    """
    unmeasured = _unmeasured(matrix)
    in_full = _in_full(catalog, unmeasured)
    alike = _alike(catalog, without(matrix, frozenset(unmeasured)), unverified)
    ends = {one.alternative: one.into for one in alike}
    return (
        *alike,
        *(one.model_copy(update={"into": ends.get(one.into, one.into)}) for one in in_full),
    )


def _unmeasured(matrix: DecisionMatrix) -> dict[str, Alternative]:
    """Reduced precisions of ranked stacks of which no time and no memory is known."""
    measured = {view.id for view in matrix.criteria if view.measured is not None}
    known = {
        b.alternative
        for b in matrix.beliefs
        if b.criterion in measured and b.basis is not Basis.UNKNOWN
    }
    names = {a.id for a in matrix.alternatives}
    return {
        a.id: a
        for a in matrix.alternatives
        if a.full != a.id and a.full in names and a.id not in known
    }


def _in_full(catalog: Catalog, unmeasured: Mapping[str, Alternative]) -> tuple[Merged, ...]:
    titles: dict[str, dict[str, None]] = {}
    for one in unmeasured.values():
        framework, mode = catalog.mode(one.stack)
        titles.setdefault(one.precision, {})[f"{framework.title} ({mode.id})"] = None
    return tuple(
        Merged(
            alternative=one.id,
            label=one.label,
            into=one.full,
            reason=_not_measured(one.precision.upper(), list(titles[one.precision])),
            untried=True,
        )
        for one in unmeasured.values()
    )


def _not_measured(precision: str, names: Sequence[str]) -> LocalText:
    return LocalText(
        en=f"Nothing was measured in {precision} of {', '.join(names)}, so that what it gains and "
        "costs there is not known: these stacks are ranked as they are in fp32.",
        zh=f"{'、'.join(names)} 在 {precision} 下没有测量结果，其收益与代价未知，"
        "这些技术栈按 fp32 参与排名。",
    )


def _alike(
    catalog: Catalog, matrix: DecisionMatrix, unverified: Sequence[Exclusion]
) -> tuple[Merged, ...]:
    """The rows that equal an earlier one by every belief and open requirement."""
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
            alternative.precision,
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
