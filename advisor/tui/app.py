"""The Textual application: it owns the question, moves between screens, and holds no arithmetic.

It is given what it needs (a catalog, a way to ask), so tests run it without probes or a store.
"""

from __future__ import annotations

from threading import Event
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from advisor.tui.form import FormScreen
from advisor.tui.messages import LanguageSwitched
from advisor.tui.questionnaire import Ask
from advisor.tui.result import ResultScreen
from advisor.tui.run import RunScreen
from advisor.usecases.recommend import Request
from knowledge.schema.decision import Recommendation
from knowledge.texts import Texts, languages

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


class AdvisorApp(App[None]):
    """The questionnaire: a form, a run with live progress, a result."""

    TITLE = "advisor"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2", "switch_language", "English/中文"),
        Binding("f10", "quit", "Quit/退出"),
    ]

    def __init__(
        self, catalog: Catalog, ask: Ask, language: str, scenario: str = "edge-cv"
    ) -> None:
        super().__init__()
        self.catalog = catalog
        self.ask = ask
        self.texts = Texts(language)
        self.leaving = Event()
        """Set once the application ends: whatever works in a thread is to stop."""
        self.request = Request(scenario=catalog.scenario(scenario).id)

    def on_mount(self) -> None:
        """Open with the form."""
        self.push_screen(FormScreen())

    def action_switch_language(self) -> None:
        """Show everything in the next language; answers already given stay."""
        known = list(languages())
        following = known[(known.index(self.texts.language) + 1) % len(known)]
        self.texts = Texts(following)
        self.screen.post_message(LanguageSwitched())

    async def action_quit(self) -> None:
        """Leave; what works in a thread is told first, since leaving waits for it."""
        self.leaving.set()
        self.exit()

    def start(self, request: Request) -> None:
        """Ask `request` on a screen of its own."""
        self.request = request
        self.push_screen(RunScreen(request))

    def show(self, recommendation: Recommendation) -> None:
        """Put the answer in the place of the run."""
        self.switch_screen(ResultScreen(recommendation))
