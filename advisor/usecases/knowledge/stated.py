"""A statement of the knowledge base: what it speaks of, what it says, and who says so.

Frozen; made by `statements.Reader` from the claims, facts and other statements of an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from knowledge.schema.base import LocalText
from knowledge.schema.claims import Support
from knowledge.schema.evidence import Grade


class Kind(StrEnum):
    """What sort of statement it is."""

    CLAIM = "claim"
    FACT = "fact"
    CAVEAT = "caveat"
    NEVER_RELEASED = "never-released"
    ROUTE = "route"
    LIMIT = "limit"
    STANDING = "standing"
    """On a system as a whole: its state and what its entry says of it."""
    REASON = "reason"
    """Why a scenario weighs or requires what it does."""
    TOLD = "told"
    """The finding on a claim of an article."""
    TABLE = "table"
    """On a compatibility table as a whole."""
    ROW = "row"
    """One combination of a compatibility table."""
    OTHER = "other"


@dataclass(frozen=True)
class Cited:
    """One citation with its source resolved."""

    source: str
    title: str
    address: str
    locator: str
    read: date
    grade: Grade
    stale_since: date | None


@dataclass(frozen=True)
class Stated:
    """One statement with its evidence, the best citation first."""

    key: str
    kind: Kind
    title: LocalText
    verdict: LocalText
    note: LocalText | None
    evidence: tuple[Cited, ...]
    fresh_until: date
    """The last day on which its best reading is within its shelf life."""
    term: str = ""
    """Capability, quantity, version, operator or state it is about; empty where there is none."""
    support: Support | None = None
    value: float | str | None = None
    unit: str = ""
    qualifiers: Mapping[str, str] = field(default_factory=dict)
    own: bool = True
    """Whether the evidence is its own; False for a row that rests on its table's."""

    @property
    def stale_since(self) -> date | None:
        """The day its best reading went stale; None while it is fresh."""
        return self.evidence[0].stale_since

    @property
    def oldest(self) -> date:
        """The day of its oldest reading."""
        return min(citation.read for citation in self.evidence)
