"""Every screen as text, at two sizes and in both languages.

ADVISOR_SNAPSHOTS=write renews the files; look at what changed before you keep it.
"""

from __future__ import annotations

import os
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from rich.cells import cell_len
from textual.pilot import Pilot
from textual.widgets import TabbedContent

from advisor.tui.app import AdvisorApp
from advisor.usecases.session import Step, Weighing
from tests.advisor.tui.made_up import desk
from tests.advisor.tui.stage import LARGE, SMALL, application, eventually, pressed, still

FOLDER = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("ADVISOR_SNAPSHOTS") == "write"


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()


async def screens(app: AdvisorApp, pilot: Pilot[None]) -> AsyncIterator[str]:
    """Walk through every screen, giving each its name."""
    await eventually(pilot, lambda: hasattr(app, "catalog"))
    yield "welcome"
    app.begin()
    for step in list(Step)[:5]:
        app.action_go(step)
        yield step
    app.change(weighing=Weighing.PAIRWISE)
    app.action_go("priorities")
    yield "pairs"
    app.change(weighing=Weighing.SLIDERS)
    app.action_go("probing")
    yield "probing"
    await pressed(pilot, "f9")
    await eventually(pilot, lambda: app.session.step is Step.RESULT)
    for tab in ("matrix", "weights", "compare"):
        app.screen.query_one("#tabs", TabbedContent).active = f"tab-{tab}"
        yield f"result-{tab}"
    app.action_go("export")
    yield "export"
    await pressed(pilot, "f1")
    yield "help"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.usefixtures("utc")
async def test_screens_look_as_they_did(tmp_path: Path, language: str) -> None:
    app = application(desk(tmp_path), language)
    different = []
    async with app.run_test(size=SMALL) as pilot:
        async for name in screens(app, pilot):
            for size in (LARGE, SMALL):
                await pilot.resize_terminal(*size)
                found = await still(pilot) + "\n"
                assert all(cell_len(line) <= size[0] for line in found.splitlines()), name
                file = FOLDER / f"{name}-{size[0]}x{size[1]}-{language}.txt"
                if WRITE:
                    FOLDER.mkdir(exist_ok=True)
                    file.write_text(found, encoding="utf-8")
                elif found != file.read_text(encoding="utf-8"):
                    different.append(f"{file.name}\n{found}")
    assert different == [], "\n".join(different)
