"""Start the application on the real use case."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

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
        return recommend(full, wiring, progress, stop)

    AdvisorApp(wiring.catalog, ask, language, scenario).run()
