"""Exclusions put in order for a reader."""

from __future__ import annotations

from knowledge.schema.decision import Exclusion


def by_requirement(exclusions: tuple[Exclusion, ...]) -> list[list[Exclusion]]:
    """Exclusions grouped by requirement, in the order in which the requirements first appear."""
    groups: dict[str, list[Exclusion]] = {}
    for exclusion in exclusions:
        groups.setdefault(exclusion.requirement, []).append(exclusion)
    return list(groups.values())
