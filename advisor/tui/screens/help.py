"""Help: what the step is for, and which keys do what."""

from __future__ import annotations

from typing import ClassVar, cast

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen

from advisor.tui.page import Questionnaire
from advisor.tui.widgets.prose import Prose


class HelpScreen(ModalScreen[None]):
    """Any of the keys it names closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,f1,q,enter", "dismiss", "back", key_display="Esc")
    ]

    def __init__(self, topic: str) -> None:
        super().__init__()
        self._topic = topic

    def compose(self) -> ComposeResult:
        """The help of the topic, then the keys of everywhere."""
        texts = cast("Questionnaire", self.app).texts
        with VerticalScroll(id="dialogue"):
            yield Prose(Text(texts.t(f"tui.help.{self._topic}")), classes="text")
            yield Prose(Text(texts.t("tui.help.keys")))
