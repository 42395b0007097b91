"""A checkbox that says its state without colour."""

from __future__ import annotations

from textual.widgets import Checkbox


class Tick(Checkbox):
    """A checkbox whose mark goes away when it is off: colour is never the only cue."""

    def on_mount(self) -> None:
        """Show the mark of the first state."""
        self.watch_value()

    def watch_value(self) -> None:
        """Show the mark of the new state."""
        self.BUTTON_INNER = "x" if self.value else " "
        super().watch_value()
        self.refresh()
