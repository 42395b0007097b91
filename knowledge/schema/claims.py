"""Statements about a subject: claims (can it?) and facts (how much?)."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.evidence import Citation

Evidence = Annotated[tuple[Citation, ...], Field(min_length=1)]


class Support(Noun):
    """Whether, since when, and on what terms a capability is there.

    `added` is a version string ("2.0", "≤2.2"), True (yes, version unknown) or False (no).
    Shorthand: `true`, `false` or a version string in YAML stands for `{added: ...}`.

    >>> Support.model_validate("2.0").level
    1.0
    >>> Support.model_validate(False).level
    0.0
    """

    added: bool | str
    removed: str | None = None
    partial: bool = False
    requires: tuple[str, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, data: Any) -> Any:
        return {"added": data} if isinstance(data, bool | str) else data

    @property
    def level(self) -> float:
        """1 for full support in the current release, 0.5 for partial, 0 for none or removed."""
        if self.added is False or self.removed is not None:
            return 0.0
        return 0.5 if self.partial else 1.0


class Claim(Noun):
    """A subject has (or lacks) a capability. A missing claim means unknown, never no."""

    capability: Id
    support: Support
    note: LocalText | None = None
    evidence: Evidence

    @model_validator(mode="after")
    def _partial_needs_note(self) -> Claim:
        if self.support.partial and self.note is None:
            raise ValueError("partial support needs a note that says what is missing")
        return self


class Fact(Noun):
    """A subject has a value of a quantity, under qualifiers (device, version, dtype, ...)."""

    quantity: Id
    value: float | str
    upper: float | None = None
    """Where only bounds are known: it is at least `value` and at most this."""
    unit: str
    qualifiers: dict[str, str] = {}
    note: LocalText | None = None
    evidence: Evidence
