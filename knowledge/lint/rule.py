"""What a lint rule is, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date

from knowledge.catalog import Catalog
from knowledge.schema.base import Noun

NEEDLESS = "needless-exception"
"""Rule of the findings on exceptions (data/lint-exceptions.yaml) that except nothing."""
Check = Callable[[Catalog, date], Iterator[tuple[str, str]]]
"""Yields (subject, message): an evidence key or "<folder>/<id>", and what is doubtful of it."""


class Finding(Noun):
    """Something doubtful: by which rule, of what, and why."""

    rule: str
    subject: str
    message: str
    file: str = ""
    """Where it stands, as far as that is known."""
    line: int | None = None


@dataclass(frozen=True)
class Rule:
    """One thing to look for."""

    id: str
    about: str
    """What is expected, in one sentence."""
    check: Check

    def findings(self, catalog: Catalog, today: date) -> Iterator[Finding]:
        """Everything in `catalog` that breaks the rule."""
        for subject, message in self.check(catalog, today):
            yield Finding(rule=self.id, subject=subject, message=message)
