"""Start the application on the real use cases."""

from __future__ import annotations

import signal
from pathlib import Path
from types import FrameType

from advisor.tui.app import AdvisorApp
from advisor.tui.desk import Desk
from advisor.wiring import Wiring


def start(
    language: str,
    scenario: str | None,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> None:
    """Run the questionnaire until the user leaves it; new questions open on `scenario`.

    Raises:
        KnownError: there is no such scenario, or a bug ended it (its traceback is in the log).
    """
    wiring = Wiring(overlays=overlays, pythons=pythons)
    if scenario is not None:
        scenario = wiring.catalog.scenario(scenario).id
    app = AdvisorApp(Desk(wiring), language, scenario)
    # A closed terminal or a plain kill would end Python at once and leave the workers behind.
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, _leave)
    try:
        app.run()
    finally:
        app.leaving.set()
    if app.failure is not None:
        raise app.failure


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
