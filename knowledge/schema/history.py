"""What the history shows of past answers."""

from __future__ import annotations

from datetime import datetime

from knowledge.schema.base import Id, Noun


class Summary(Noun):
    """One line of the history: a recommendation in short."""

    id: str
    created: datetime
    scenario: Id
    host: str
    """Name of the machine it was made on."""
    winner: str | None
    """Label of the first of the ranking; None where nothing was feasible."""
    command: str = ""
    """The command line that gives it again."""
