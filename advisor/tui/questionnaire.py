"""What screens may ask of the application, and the base they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, cast

from textual.screen import Screen

from advisor.usecases.recommend import Request
from knowledge.schema.decision import Recommendation
from knowledge.schema.progress import Progress
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

Ask = Callable[[Request, Callable[[Progress], None], Callable[[], bool]], Recommendation]
"""(question, listener, whether to stop) -> the answer."""


class Questionnaire(Protocol):
    """The application as screens see it: the question so far, and where to go next."""

    catalog: Catalog
    ask: Ask
    texts: Texts
    request: Request

    def start(self, request: Request) -> None:
        """Ask `request` on a screen of its own."""

    def show(self, recommendation: Recommendation) -> None:
        """Show the answer."""


class Page(Screen[None]):
    """A screen of the questionnaire."""

    @property
    def questionnaire(self) -> Questionnaire:
        """The application."""
        return cast("Questionnaire", self.app)
