"""Start the application on the real use case."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from advisor.tui.app import AdvisorApp
from advisor.usecases.recommend import Request, recommend
from advisor.wiring import Wiring
from knowledge.schema.decision import Recommendation
from knowledge.schema.progress import Progress


def start(
    language: str, scenario: str, overlays: tuple[Path, ...], pythons: tuple[Path, ...]
) -> None:
    """Run the questionnaire, open on `scenario`, until the user leaves it."""
    wiring = Wiring(overlays=overlays, pythons=pythons)

    def ask(
        request: Request, progress: Callable[[Progress], None], stop: Callable[[], bool]
    ) -> Recommendation:
        full = request.model_copy(update={"overlays": overlays, "pythons": pythons})
        return recommend(full, wiring, progress, lambda: stop() or app.leaving.is_set())

    app = AdvisorApp(wiring.catalog, ask, language, scenario)
    # A closed terminal or a plain kill would end Python at once and leave the workers behind.
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, _leave)
    try:
        app.run()
    finally:
        app.leaving.set()


def _leave(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
