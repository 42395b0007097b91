"""Start the application on the real use cases."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from advisor.tui.app import AdvisorApp
from advisor.tui.desk import Desk
from advisor.wiring import Wiring
from knowledge.errors import KnownError


def start(
    language: str,
    scenario: str | None,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Run the questionnaire until the user leaves it, and give its exit code.

    New questions open on `scenario`.

    Raises:
        KnownError: there is no such scenario, no terminal, or a bug ended it (its traceback is in
            the log).
    """
    wiring = Wiring(overlays=overlays, pythons=pythons)
    if scenario is not None:
        scenario = wiring.catalog.scenario(scenario).id
    served = "TEXTUAL_DRIVER" in wiring.environ  # in a browser, over pipes
    if not served and not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise KnownError(
            "the questionnaire needs a terminal",
            hint="open it in one, or ask on the command line: advisor recommend --scenario ID",
        )
    app = AdvisorApp(Desk(wiring), language, scenario)
    app.calm = calm
    try:
        app.run()
    finally:
        app.leaving.set()
    if app.failure is not None:
        raise app.failure
    return app.return_code or 0


def calm() -> None:
    """Spare the screen full collections over all facts, each of which would stop it for a moment.

    What was loaded stays until the end anyway; what the screens drop is collected as ever.
    """
    gc.freeze()
    gc.set_threshold(5_000, 10, 200)
