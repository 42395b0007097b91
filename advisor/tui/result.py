"""The result: the sections of the report, in widgets."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Footer

from advisor.tui.blocks import widgets
from advisor.tui.messages import LanguageSwitched
from advisor.tui.questionnaire import Page
from knowledge.schema.decision import Recommendation
from reports.build import build

SECTIONS = ("answer", "ranking", "matrix", "excluded", "measurements", "next_step")


class ResultScreen(Page):
    """Shows a recommendation; Escape goes back to the form with the answers kept."""

    AUTO_FOCUS = "#result"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.pop_screen", "Back/返回")]

    def __init__(self, recommendation: Recommendation) -> None:
        super().__init__()
        self._recommendation = recommendation

    def compose(self) -> ComposeResult:
        """The report's blocks, one after the other."""
        report = build(self._recommendation, self.questionnaire.texts)
        with VerticalScroll(id="result"):
            for section in report.sections:
                if section.id in SECTIONS:
                    for block in section.blocks:
                        yield from widgets(block)
        yield Footer()

    @on(LanguageSwitched)
    async def _language_switched(self) -> None:
        await self.recompose()
        self.query_one("#result").focus()
