"""Scenario: find it in either language, and see what it implies."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widget import Widget
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from advisor.tui.blocks import widgets
from advisor.tui.page import Page
from advisor.tui.preview import preview
from advisor.tui.widgets.prose import Prose
from advisor.usecases.asking.scenarios import found
from advisor.usecases.session import Step


class ScenarioScreen(Page):
    """The list follows the search, the preview follows the list."""

    STEP = Step.SCENARIO
    FOCUS = "#scenarios"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("slash", "search", "search", key_display="/")]

    def body(self) -> Iterable[Widget]:
        """The search, the list, the preview."""
        yield Container(
            Container(
                Input(placeholder=self.say("scenario.search"), id="search", compact=True),
                OptionList(id="scenarios"),
                id="left",
            ),
            VerticalScroll(id="preview"),
            classes="split",
        )

    def filled(self) -> None:
        """Show every scenario, the chosen one highlighted."""
        self._list("")

    def _list(self, words: str) -> None:
        catalog, language = self.questionnaire.catalog, self.texts.language
        names = found(catalog, words)
        scenarios = self.query_one("#scenarios", OptionList)
        scenarios.clear_options()
        scenarios.add_options(
            Option(Text(catalog.scenarios[name].title.in_language(language)), id=name)
            for name in names
        )
        chosen = self.questionnaire.session.scenario
        scenarios.highlighted = names.index(chosen) if chosen in names else 0 if names else None
        self.trouble("" if names else self.say("scenario.nothing", words=words))

    @on(Input.Changed, "#search")
    def _searched(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted, "#search")
    def _search_over(self) -> None:
        self.query_one("#scenarios").focus()

    def on_key(self, event: events.Key) -> None:
        """From the search, down goes into the list."""
        if not self.growing and event.key == "down" and self.focused is self.query_one("#search"):
            self.query_one("#scenarios").focus()

    @on(OptionList.OptionHighlighted, "#scenarios")
    async def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        name = str(event.option_id)
        catalog = self.questionnaire.catalog
        if name != self.questionnaire.session.scenario:
            self.questionnaire.choose_scenario(name)
            self.refresh_command()
        box = self.query_one("#preview", VerticalScroll)
        blocks = preview(catalog, catalog.scenarios[name], self.texts)
        title = catalog.scenarios[name].title.in_language(self.texts.language)
        async with box.batch():
            await box.remove_children()
            await box.mount(Prose(Text(title, style="bold")))
            for block in blocks:
                await asyncio.sleep(0)
                await box.mount(*widgets(block))
        box.scroll_home(animate=False)

    @on(OptionList.OptionSelected, "#scenarios")
    def _selected(self) -> None:
        self.action_forward()

    def action_search(self) -> None:
        """Go to the search."""
        self.query_one("#search").focus()
