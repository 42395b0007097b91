"""Start the application on the real use cases."""

from __future__ import annotations

from pathlib import Path

from advisor.tui.app import AdvisorApp
from advisor.tui.desk import Desk
from advisor.wiring import Wiring


def start(
    language: str,
    scenario: str | None,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Run the questionnaire until the user leaves it, and give its exit code.

    New questions open on `scenario`.

    Raises:
        KnownError: there is no such scenario, or a bug ended it (its traceback is in the log).
    """
    wiring = Wiring(overlays=overlays, pythons=pythons)
    if scenario is not None:
        scenario = wiring.catalog.scenario(scenario).id
    app = AdvisorApp(Desk(wiring), language, scenario)
    try:
        app.run()
    finally:
        app.leaving.set()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0
