"""What threads and the application tell screens; handlers alone change state."""

from __future__ import annotations

from textual.message import Message

from knowledge.schema.decision import Recommendation
from knowledge.schema.progress import Progress


class Done(Message):
    """A task in a thread returned."""

    def __init__(self, name: str, value: object) -> None:
        super().__init__()
        self.name, self.value = name, value


class Failed(Message):
    """A task in a thread could not be done; the texts say why and what to do."""

    def __init__(self, name: str, text: str, hint: str) -> None:
        super().__init__()
        self.name, self.text, self.hint = name, text, hint


class LanguageSwitched(Message):
    """The texts of the application changed."""


class Advanced(Message):
    """The run got further."""

    def __init__(self, event: Progress) -> None:
        super().__init__()
        self.event = event


class Answered(Message):
    """The run ended with an answer."""

    def __init__(self, recommendation: Recommendation) -> None:
        super().__init__()
        self.recommendation = recommendation


class RunChanged(Message):
    """The run of the application is not as it was."""

    def can_replace(self, message: Message) -> bool:
        """One that waits already says the same."""
        return isinstance(message, RunChanged)


class Grow(Message):
    """The frame of a screen was painted; its body is to be mounted."""
