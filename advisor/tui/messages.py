"""What threads and the application tell screens; screens alone change their state."""

from __future__ import annotations

from textual.message import Message

from knowledge.schema.decision import Recommendation
from knowledge.schema.progress import Progress


class LanguageSwitched(Message):
    """The texts of the application changed."""


class Advanced(Message):
    """The use case got further."""

    def __init__(self, event: Progress) -> None:
        super().__init__()
        self.event = event


class Answered(Message):
    """The use case returned."""

    def __init__(self, recommendation: Recommendation) -> None:
        super().__init__()
        self.recommendation = recommendation


class Refused(Message):
    """The question could not be answered; the text says why and what to do."""

    def __init__(self, text: str, hint: str) -> None:
        super().__init__()
        self.text = text
        self.hint = hint
