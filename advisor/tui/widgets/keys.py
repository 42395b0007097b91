"""The keys that do something here, in the language of the application."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.widgets import Footer
from textual.widgets._footer import FooterKey

from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.tui.page import Questionnaire


class Keys(Footer):
    """A footer whose bindings are described by keys of the locale (`tui.key.<description>`)."""

    def compose(self) -> ComposeResult:
        """One entry per action, each clickable."""
        if not self._bindings_ready:
            return
        texts = cast("Questionnaire", self.app).texts
        worded = _worded(texts.language)
        seen = {"quit"} if hasattr(self.screen, "STEP") else set()  # steps need the room
        for _, binding, enabled, _tip in self.screen.active_bindings.values():
            if not binding.show or binding.action in seen or not binding.description:
                continue
            seen.add(binding.action)
            known = f"tui.key.{binding.description}"
            told = texts.t(known) if known in worded else binding.description
            yield FooterKey(
                binding.key,
                self.app.get_key_display(binding),
                told,
                binding.action,
                disabled=not enabled,
            ).data_bind(compact=Footer.compact)


@cache
def _worded(language: str) -> frozenset[str]:
    """The keys of the locale that name something to press."""
    return frozenset(Texts(language).keys("tui.key."))
