"""How long the questionnaire keeps its event loop busy at a stretch, step by step.

`python -m tests.benchmarks.tui_loop`. Seconds are of the loop's own thread, so that what else runs
on the machine does not count; what threads of use cases hold of the interpreter is in the second
column, which is wall time and only means something on a quiet machine.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

from advisor.tui.start import calm
from tests.advisor.tui.stage import LARGE, application, desk
from tests.advisor.tui.walk import Beat, heard, walk
from tests.conftest import own_facts


async def main() -> None:
    """Walk through every step, once."""
    own_facts()
    beat = Beat()

    def tell(name: str) -> None:
        busy, wall = beat.taken()
        sys.stdout.write(f"{name:<24}{1e3 * busy:8.0f} ms{1e3 * wall:8.0f} ms\n")
        sys.stdout.flush()

    with tempfile.TemporaryDirectory() as folder:
        app = application(desk(Path(folder)))
        app.calm = calm
        async with app.run_test(size=LARGE) as pilot, heard(beat):
            await walk(pilot, tell)


if __name__ == "__main__":
    asyncio.run(main())
