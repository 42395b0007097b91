"""What every check looks at, and what it answers.

Pure. A check returns None where the stack plainly passes, else a doubt: a no, or a not known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Alternative
from knowledge.schema.framework import Framework
from knowledge.schema.probing import Measurement
from knowledge.schema.scenario import Requirement, Scenario
from scoring.newest import Key

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why an alternative does not plainly pass; `fails` tells a no from a not known."""

    fails: bool
    reason: LocalText
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """All that a check looks at."""

    catalog: Catalog
    scenario: Scenario
    measured: Mapping[Key, Measurement]
    operators: Mapping[str, frozenset[str]]
    devices: frozenset[str]
    today: date
    weights_mib: Mapping[str, float] = field(default_factory=dict)
    """Workload -> what its weights alone take; a missing workload is unknown."""

    def parts(self, alternative: Alternative) -> tuple[Framework, ...]:
        """The frameworks that make up a stack, each once, what trains first.

        One that a mode computes through (TensorFlow under Keras) is a part too.
        """
        _, mode = self.catalog.mode(alternative.stack)
        through = () if mode.on is None else (mode.on.partition("/")[0],)
        names = dict.fromkeys((alternative.trainer, alternative.runtime, *through))
        return tuple(self.catalog.framework(name) for name in names)


Check = Callable[[Known, Requirement, Alternative], Doubt | None]


def worst(doubts: Iterable[Doubt | None]) -> Doubt | None:
    """The first no; where there is none, the first not known; None where all pass."""
    found = [doubt for doubt in doubts if doubt is not None]
    return next((doubt for doubt in found if doubt.fails), found[0] if found else None)
