from __future__ import annotations

from pathlib import Path

from advisor.tui.start import calm
from tests.advisor.tui import made_up
from tests.advisor.tui.stage import LARGE, application
from tests.advisor.tui.walk import Beat, heard, walk

MOST_S = 0.2
"""Four times what is promised: a busy machine doubles the processor time of the same work."""


async def test_no_step_keeps_the_loop_from_the_keys(tmp_path: Path) -> None:
    """Seconds of the loop's own thread, so what threads and other programs do is not in them."""
    beat, took = Beat(), dict[str, float]()

    def tell(name: str) -> None:
        took[name] = beat.taken()[0]

    app = application(made_up.desk(tmp_path))
    app.calm = calm
    async with app.run_test(size=LARGE) as pilot, heard(beat):
        await walk(pilot, tell)
    assert len(took) > 60
    assert {name: busy for name, busy in took.items() if busy > MOST_S} == {}
