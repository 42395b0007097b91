"""How long the questionnaire keeps its event loop busy at a stretch, step by step.

`python -m tests.benchmarks.tui_loop`. Seconds are of the loop's own thread, so that what else runs
on the machine does not count; what threads of use cases hold of the interpreter is in the second
column, which is wall time and only means something on a quiet machine.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from advisor.tui.start import calm
from advisor.usecases.session import Step
from tests.advisor.tui.stage import LARGE, application, desk, eventually, settled
from tests.conftest import own_facts

BEAT_S = 0.002


class Beat:
    """The longest stretch between two turns of the loop, since it was last asked."""

    def __init__(self) -> None:
        self._busy = self._wall = 0.0

    async def listen(self) -> None:
        busy, wall = time.thread_time(), time.perf_counter()
        while True:
            await asyncio.sleep(BEAT_S)
            now, here = time.thread_time(), time.perf_counter()
            self._busy = max(self._busy, now - busy)
            self._wall = max(self._wall, here - wall - BEAT_S)
            busy, wall = now, here

    def tell(self, name: str) -> None:
        sys.stdout.write(f"{name:<14}{1e3 * self._busy:8.0f} ms{1e3 * self._wall:8.0f} ms\n")
        self._busy = self._wall = 0.0


async def main() -> None:
    """Walk through every step, once."""
    own_facts()
    beat = Beat()
    with tempfile.TemporaryDirectory() as folder:
        app = application(desk(Path(folder)))
        app.calm = calm
        async with app.run_test(size=LARGE) as pilot:
            listening = asyncio.create_task(beat.listen())
            await eventually(pilot, lambda: hasattr(app, "catalog"))
            await settled(pilot)
            beat.tell("welcome")
            app.begin()
            for step in (*list(Step)[:6], Step.SCENARIO):
                app.action_go(step)
                await settled(pilot)
                beat.tell(step)
            app.begin_run()
            app.action_go("probing")
            await eventually(pilot, lambda: app.session.step is Step.RESULT)
            beat.tell("run")
            await settled(pilot)
            beat.tell("result")
            app.action_go("export")
            await settled(pilot)
            beat.tell("export")
            listening.cancel()


if __name__ == "__main__":
    asyncio.run(main())
