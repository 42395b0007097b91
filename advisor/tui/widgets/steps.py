"""Where in the questionnaire one is, as a line of steps that can be clicked."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Static

from advisor.usecases.session import Step
from knowledge.texts import Texts

ROOMY = 100
"""Columns from which every step has its name."""
DONE, HERE = "✓", "▸"


class StepName(Static):
    """One step; a click goes there."""

    def __init__(self, step: Step, number: int, texts: Texts, current: Step) -> None:
        place = list(Step).index(current)
        self._step = step
        self._title = texts.t(f"tui.step.{step}")
        self._here, self._before = step is current, number - 1 < place
        self._number = number
        super().__init__(classes="here" if self._here else "")
        self.tooltip = self._title

    def render(self) -> str:
        """A number, marked where it is done, and the name where there is room or it is current."""
        mark = HERE if self._here else DONE if self._before else ""
        named = self._here or self.app.size.width >= ROOMY
        return f"{mark}{self._number} {self._title}" if named else f"{mark}{self._number}"

    async def on_click(self, event: events.Click) -> None:
        """Go there."""
        event.stop()
        await self.run_action(f"app.go('{self._step}')")


class Steps(Horizontal):
    """All steps."""

    def __init__(self, current: Step, texts: Texts) -> None:
        super().__init__(id="steps")
        self._current, self._texts = current, texts

    def compose(self) -> ComposeResult:
        """A name per step."""
        for number, step in enumerate(Step, start=1):
            yield StepName(step, number, self._texts, self._current)

    def on_resize(self) -> None:
        """Names come and go with the width."""
        for name in self.query(StepName):
            name.refresh(layout=True)
