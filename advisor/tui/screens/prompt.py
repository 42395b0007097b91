"""A small dialogue for one value, with suggestions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from advisor.tui.page import Questionnaire
from advisor.tui.widgets.prose import Prose


class Prompt(ModalScreen[str | None]):
    """Asks for a text; suggestions that hold what is typed can be chosen instead."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "back")]

    def __init__(
        self, title: str, about: str = "", choices: Sequence[tuple[str, str]] = ()
    ) -> None:
        """`choices` are (value, what it is called)."""
        super().__init__()
        self._title, self._about, self._choices = title, about, tuple(choices)

    def compose(self) -> ComposeResult:
        """Title, input, suggestions."""
        with Vertical(id="dialogue"):
            yield Prose(Text(self._title, style="bold"))
            yield Prose(Text(self._about))
            yield Input(id="value", compact=True)
            if self._choices:
                yield OptionList(id="suggestions")
            hint = cast("Questionnaire", self.app).texts.t("tui.prompt.keys")
            yield Prose(Text(hint, style="dim"))

    def on_mount(self) -> None:
        """Show every suggestion."""
        self._suggest("")
        self.query_one("#value").focus()

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        self._suggest(event.value)

    def _suggest(self, typed: str) -> None:
        if not self._choices:
            return
        wanted = typed.casefold().split()
        shown = self.query_one("#suggestions", OptionList)
        shown.clear_options()
        for number, (value, title) in enumerate(self._choices):
            if all(word in f"{value} {title}".casefold() for word in wanted):
                told = value if title in ("", value) else f"{value} – {title}"
                shown.add_option(Option(Text(told), id=f"choice-{number}"))

    @on(Input.Submitted)
    def _given(self, event: Input.Submitted) -> None:
        value = event.value.strip()
        named = [choice for choice, _ in self._choices]
        left = self.query("#suggestions").results(OptionList)
        options = [option for one in left for option in one.options]
        if value not in named and len(options) == 1:
            value = named[int(str(options[0].id).removeprefix("choice-"))]
        self.dismiss(value or None)

    @on(OptionList.OptionSelected)
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        number = int(str(event.option_id).removeprefix("choice-"))
        self.dismiss(self._choices[number][0])

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)
