"""Parts of a screen that are composed anew while others are."""

from __future__ import annotations

import asyncio
from pathlib import Path

from advisor.tui.page import Page
from tests.advisor.tui.made_up import desk
from tests.advisor.tui.stage import application, eventually, opened


async def test_composing_is_never_broken_off_by_what_comes_after(tmp_path: Path) -> None:
    """Else a tab that was emptied for its first look stayed empty."""
    app = application(desk(tmp_path))
    async with app.run_test() as pilot:
        await opened(pilot, "scenario")
        screen, told = app.screen, []
        assert isinstance(screen, Page)
        went_on = asyncio.Event()

        async def slow() -> None:
            told.append("emptied")
            await went_on.wait()
            told.append("filled")

        async def quick() -> None:
            told.append("after")

        screen.later(slow)
        await eventually(pilot, lambda: told == ["emptied"])
        screen.later(quick)
        await asyncio.sleep(0.05)
        assert told == ["emptied"]
        went_on.set()
        await eventually(pilot, lambda: told == ["emptied", "filled", "after"])


async def test_what_was_meant_for_widgets_that_are_gone_is_passed_over(tmp_path: Path) -> None:
    app = application(desk(tmp_path))
    async with app.run_test() as pilot:
        await opened(pilot, "scenario")
        screen, told = app.screen, []
        assert isinstance(screen, Page)

        async def stale() -> None:
            told.append("stale")

        async with screen.turn:
            screen.later(stale)
            await asyncio.sleep(0.05)
            screen._composed += 1
        await asyncio.sleep(0.05)
        assert told == []
