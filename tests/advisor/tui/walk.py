"""A walk through all of the questionnaire, and how long its loop is kept busy at a stretch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input, Select, TabbedContent

from advisor.tui.app import AdvisorApp
from advisor.tui.page import Page
from advisor.tui.screens.result import TABS, ResultScreen
from advisor.usecases.session import Step
from tests.advisor.tui.stage import LARGE, SMALL, eventually, pressed, settled

BEAT_S = 0.002
MEETING: dict[Step, tuple[str, ...]] = {
    Step.SCENARIO: ("down", "down", "up", "up"),
    Step.WORKLOAD: ("down",),
    Step.HARDWARE: ("down", "enter", "enter"),
    Step.CONSTRAINTS: ("down", "enter", "d"),
    Step.PRIORITIES: ("right", "left", "f6", "f6", "f6"),
}
"""Keys pressed at a step besides those that work everywhere."""


class Beat:
    """The longest stretch between two turns of the loop, since it was last asked."""

    def __init__(self) -> None:
        self._busy = self._wall = 0.0

    async def listen(self) -> None:
        """Turn with the loop until it is cancelled."""
        busy, wall = time.thread_time(), time.perf_counter()
        while True:
            await asyncio.sleep(BEAT_S)
            now, here = time.thread_time(), time.perf_counter()
            self._busy = max(self._busy, now - busy)
            self._wall = max(self._wall, here - wall - BEAT_S)
            busy, wall = now, here

    def taken(self) -> tuple[float, float]:
        """Seconds of processor of the loop's own thread, and of wall time."""
        taken = self._busy, self._wall
        self._busy = self._wall = 0.0
        return taken


@asynccontextmanager
async def heard(beat: Beat) -> AsyncIterator[None]:
    """Listen to the loop meanwhile."""
    listening = asyncio.create_task(beat.listen())
    try:
        yield
    finally:
        listening.cancel()


async def walk(pilot: Pilot[Any], tell: Callable[[str], None]) -> None:
    """Go through every step and do at each what can be done; `tell` hears what was just done."""
    app = pilot.app
    assert isinstance(app, AdvisorApp)
    await eventually(pilot, lambda: hasattr(app, "catalog"))
    await settled(pilot)
    tell("welcome")
    await _everywhere(pilot, "welcome", tell)
    app.begin()
    for step in (*list(Step)[:6], Step.SCENARIO):
        app.action_go(step)
        await settled(pilot)
        tell(step)
        for key in MEETING.get(step, ()):
            await pressed(pilot, key)
        tell(f"{step}: used")
        await _everywhere(pilot, step, tell)
    await _described(pilot)
    tell("workload: described")
    app.action_go("probing")
    await settled(pilot)
    tell("probing")
    await pressed(pilot, "f9")
    await eventually(pilot, lambda: isinstance(app.screen, ResultScreen))
    tell("run")
    await settled(pilot)
    tell("result")
    await _looked_into(pilot, tell)
    app.action_go("export")
    await settled(pilot)
    tell("export")
    await _everywhere(pilot, "export", tell)


async def _described(pilot: Pilot[Any]) -> None:
    pilot.app.action_go("workload")  # type: ignore[attr-defined]
    await settled(pilot)
    pilot.app.screen.query_one("#job", Select).value = "classify"
    pilot.app.screen.query_one("#say-size", Input).value = "224"
    await settled(pilot)


async def _looked_into(pilot: Pilot[Any], tell: Callable[[str], None]) -> None:
    """Every tab of the answer, and what can be done in it."""
    doings: dict[str, Callable[[], Awaitable[None]]] = {
        "matrix": lambda: _focused(pilot, "#matrix", "right", "down", "enter"),
        "weights": lambda: _focused(pilot, "#sliders Slider", "right", "right", "left"),
        "compare": lambda: _focused(pilot, "#compared", "down", "enter"),
    }
    for pane in [f"tab-{name}" for name in TABS if name != "people"]:
        pilot.app.screen.query_one("#tabs", TabbedContent).active = pane
        await settled(pilot)
        name = pane.removeprefix("tab-")
        tell(f"result/{name}")
        if name in doings:
            await doings[name]()
            tell(f"result/{name}: used")
        await _everywhere(pilot, f"result/{name}", tell)


async def _focused(pilot: Pilot[Any], where: str, *keys: str) -> None:
    pilot.app.screen.query(where).first().focus()
    await pressed(pilot, *keys)


async def _everywhere(pilot: Pilot[Any], name: str, tell: Callable[[str], None]) -> None:
    """What can be done on every screen: language, theme, help, palette, another size."""
    for key, what in (("f2", "language"), ("f3", "theme")):
        for _ in range(2):
            await pressed(pilot, key)
        tell(f"{name}: {what}")
    await pressed(pilot, "f1")
    await pressed(pilot, "escape")
    tell(f"{name}: help")
    await pressed(pilot, "ctrl+p")
    await eventually(pilot, lambda: not isinstance(pilot.app.screen, Page))
    await pressed(pilot, "a")
    await pressed(pilot, "escape")
    tell(f"{name}: palette")
    for size in (SMALL, LARGE):
        await pilot.resize_terminal(*size)
        await settled(pilot)
    tell(f"{name}: size")
