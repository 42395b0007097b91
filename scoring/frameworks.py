"""The classical view: each training framework by its best feasible stack.

Pure; a second view of the ranking, with no arithmetic of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from knowledge.schema.decision import Alternative, FrameworkRow, RankedAlternative

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def best_by_framework(
    catalog: Catalog,
    alternatives: Sequence[Alternative],
    ranking: Sequence[RankedAlternative],
) -> tuple[FrameworkRow, ...]:
    """One row per training framework that `alternatives` (before screening) enumerate.

    Rows stand in the order of their best stacks; frameworks without a feasible stack come last,
    by id, with `best` None.
    """
    position = {row.id: place for place, row in enumerate(ranking)}
    best: dict[str, str | None] = {}
    for trainer in sorted({alternative.trainer for alternative in alternatives}):
        feasible = [a.id for a in alternatives if a.trainer == trainer and a.id in position]
        best[trainer] = min(feasible, key=lambda name: position[name], default=None)
    rows = [
        FrameworkRow(framework=trainer, title=catalog.framework(trainer).title, best=name)
        for trainer, name in best.items()
    ]
    last = len(position)
    return tuple(sorted(rows, key=lambda row: position.get(row.best or "", last)))
