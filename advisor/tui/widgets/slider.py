"""A number between bounds, moved by arrow keys, digits or the mouse."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


class Slider(Widget, can_focus=True):
    """A track with a filled part; says its number and, beside it, whatever it is told to.

    Left and right move by one step, with shift by ten; home and end go to the bounds.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h,minus", "move(-1)", "less", key_display="←"),
        Binding("right,l,plus", "move(1)", "more", key_display="→"),
        Binding("shift+left,pagedown", "move(-10)", show=False),
        Binding("shift+right,pageup", "move(10)", show=False),
        Binding("home", "bound(0)", show=False),
        Binding("end", "bound(1)", show=False),
    ]
    value: reactive[float] = reactive(0.0, init=False)
    beside: reactive[str] = reactive("", init=False)

    class Changed(Message):
        """The number is another one."""

        def __init__(self, slider: Slider, value: float) -> None:
            super().__init__()
            self.slider, self.value = slider, value

        @property
        def control(self) -> Slider:
            """The slider."""
            return self.slider

    def __init__(
        self,
        value: float,
        *,
        low: float = 0.0,
        high: float = 100.0,
        beside: str = "",
        name: str | None = None,
        id: str | None = None,
    ) -> None:
        super().__init__(name=name, id=id)
        self.low, self.high = low, max(high, value)
        self.set_reactive(Slider.value, value)
        self.set_reactive(Slider.beside, beside)

    def render(self) -> Text:
        """The track, the number, the text beside it."""
        number = f"{self.value:g}".rjust(5)
        width = max(4, self.size.width - 5 - 8)
        filled = round(width * self._share)
        return Text.assemble(
            ("━" * filled, "bold"),
            ("●", "bold reverse" if self.has_focus else "bold"),
            ("─" * (width - filled - 1) if filled < width else "", "dim"),
            (number, "bold"),
            (self.beside.rjust(8), ""),
            no_wrap=True,
            overflow="crop",
        )

    @property
    def _share(self) -> float:
        span = self.high - self.low
        return (self.value - self.low) / span if span else 0.0

    def action_move(self, steps: int) -> None:
        """Move by whole steps, from wherever it stands."""
        self._put(round(self.value) + steps)

    def action_bound(self, end: int) -> None:
        """Go to one end."""
        self._put(self.high if end else self.low)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Go to where the mouse is, and follow it."""
        self.focus()
        self.capture_mouse()
        self._point(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Follow the mouse while it is held down."""
        if self.app.mouse_captured is self:
            self._point(event.x)

    def on_mouse_up(self) -> None:
        """Let the mouse go."""
        self.release_mouse()

    def _point(self, x: int) -> None:
        width = max(4, self.size.width - 5 - 8)
        share = min(1.0, max(0.0, x / (width - 1)))
        self._put(float(round(self.low + share * (self.high - self.low))))

    def _put(self, value: float) -> None:
        bounded = min(self.high, max(self.low, float(value)))
        if bounded != self.value:
            self.value = bounded
            self.post_message(self.Changed(self, bounded))

    def watch_has_focus(self, _focused: bool) -> None:
        """Show where the focus is."""
        self.refresh()
