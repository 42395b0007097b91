"""The application over fakes, and how tests wait for it and read its screen."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from advisor.tui.app import AdvisorApp
from advisor.tui.desk import Desk
from advisor.tui.page import TextScreen
from advisor.usecases.session import Session
from tests.advisor.fakes import fake_wiring

QUIET = 2
"""Looks at the queues, one after the other, that must find them empty."""
STILL = 2
"""Looks at the screen that must find it the same."""
SMALL, LARGE = (80, 24), (120, 40)


def desk(folder: Path, **fakes: Callable[..., Any]) -> Desk:
    """The real use cases over a fake wiring; some put in place of by name."""
    return standing_in(Desk(fake_wiring(folder)), **fakes)


def standing_in(real: Desk, **fakes: Callable[..., Any]) -> Desk:
    """`real` with some of its use cases replaced."""
    fields = {one.name: getattr(real, one.name) for one in dataclasses.fields(real)}
    made = type(
        "StandIn", (type(real),), {name: staticmethod(fake) for name, fake in fakes.items()}
    )
    found = made(**fields)
    assert isinstance(found, Desk)
    return found


def application(at: Desk, language: str = "en") -> AdvisorApp:
    """The app on a desk."""
    app = AdvisorApp(at, language)
    app.animation_level = "none"
    return app


async def eventually(pilot: Pilot[Any], condition: Callable[[], bool]) -> None:
    """Wait until `condition` holds."""
    for _ in range(1500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError(f"the condition never held:\n{shown(pilot.app)}")


async def settled(pilot: Pilot[Any]) -> None:
    """Wait until nothing works in a thread for the screen, and all messages are dealt with."""
    quiet = 0
    for _ in range(1500):
        await asyncio.sleep(0.01)
        screen = pilot.app.screen
        busy = isinstance(screen, TextScreen) and (
            screen.background.busy
            or getattr(screen, "growing", False)
            or any(one.is_running for one in screen.workers if one.node is screen)
            or any(one.is_running for one in screen.workers if one.group == "colours")
        )
        waiting = any(node._message_queue.qsize() for node in (pilot.app, *screen.walk_children()))
        quiet = 0 if busy or waiting or not screen.is_mounted else quiet + 1
        if quiet > QUIET:
            return


async def still(pilot: Pilot[Any]) -> str:
    """What is on the screen once it no longer changes."""
    before, same = "", 0
    for _ in range(200):
        await settled(pilot)
        await asyncio.sleep(0.02)
        now = shown(pilot.app)
        same = same + 1 if now == before else 0
        if same == STILL:
            return now
        before = now
    raise AssertionError(f"the screen never stood still:\n{before}")


async def pressed(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, and wait for what they do."""
    for key in keys:
        pilot.app.simulate_key(key)
        await settled(pilot)


async def opened(pilot: Pilot[Any], step: str) -> Session:
    """A new session at `step`."""
    app = pilot.app
    assert isinstance(app, AdvisorApp)
    await eventually(pilot, lambda: hasattr(app, "catalog"))
    await settled(pilot)
    app.begin()
    await settled(pilot)
    if step != "scenario":
        app.action_go(step)
        await settled(pilot)
    return app.session


def shown(app: Any) -> str:
    """What is on the screen, line by line."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(part.text for part in strip).rstrip() for strip in strips)
