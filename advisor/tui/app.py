"""The Textual application: it owns the session, moves between screens, and holds no arithmetic.

It is given a desk (the use cases), so tests run it without probes or a store. Whatever may take
time runs in threads that post messages; handlers alone change state.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterable
from dataclasses import replace
from threading import Event, Timer
from typing import TYPE_CHECKING, ClassVar, cast

from textual import on
from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.screen import Screen

from advisor.tui import trouble
from advisor.tui.background import Background
from advisor.tui.messages import (
    Advanced,
    Answered,
    Done,
    Failed,
    LanguageSwitched,
    RunChanged,
)
from advisor.tui.running import Run, State
from advisor.tui.screens.help import HelpScreen
from advisor.tui.screens.welcome import WelcomeScreen
from advisor.tui.styling import recoloured
from advisor.tui.theme import DAY, NIGHT, PLAIN_DAY, PLAIN_NIGHT, THEMES
from advisor.usecases.session import Session, Step
from knowledge.errors import KnownError
from knowledge.schema.decision import Recommendation
from knowledge.schema.progress import Progress
from knowledge.texts import Texts, languages

if TYPE_CHECKING:
    from advisor.tui.desk import Desk
    from advisor.tui.page import Page
    from knowledge.catalog import Catalog

FIRST = "edge-cv"
"""Scenario of a new session."""
PATIENCE_S = 5.0
FEW_COLOURS = ("standard", "windows", None)


class AdvisorApp(App[None]):
    """The questionnaire: a welcome, eight steps, a help."""

    TITLE = "advisor"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", "help", key_display="F1"),
        Binding("f2", "switch_language", "language", key_display="F2"),
        Binding("f3", "switch_theme", "theme", key_display="F3", show=False),
        Binding("ctrl+p", "command_palette", "palette", key_display="^p", priority=True),
        Binding("f10,ctrl+q", "quit", "quit", key_display="F10", priority=True),
    ]
    catalog: Catalog
    session: Session

    def __init__(self, desk: Desk, language: str, scenario: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.texts = Texts(language)
        self.running: Run | None = None
        self.answer: Recommendation | None = None
        self.failure: KnownError | None = None
        self.leaving = Event()
        """Set once the application ends: whatever works in a thread is to stop."""
        self.calm: Callable[[], object] = lambda: None
        """Called once much was loaded that stays: what collects garbage need not look at it."""
        self._first = scenario or FIRST
        self._coloured = False
        self._stop = Event()
        self._background = Background(self, self.run_worker, self.reported)
        for theme in THEMES:
            self.register_theme(theme)

    def on_mount(self) -> None:
        """Open with the welcome, in colours the terminal has."""
        if not self.is_headless:
            self._heed_signals()
        self._few = self.console.color_system in FEW_COLOURS
        self.theme = PLAIN_NIGHT if self._few else NIGHT
        self.push_screen(WelcomeScreen())

    def _heed_signals(self) -> None:
        """A closed terminal or a plain kill would end Python at once and leave workers behind."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM):
            loop.add_signal_handler(number, self._leave, 128 + number)

    def _leave(self, code: int) -> None:
        self.leaving.set()
        # A terminal that is gone may hold up the leaving: then it is done without manners.
        timer = Timer(PATIENCE_S, os._exit, [code])
        timer.daemon = True
        timer.start()
        self.exit(return_code=code)

    # sessions

    def begin(self) -> None:
        """A new session from its first step."""
        self._open(self.desk.begin(self._first), None)

    def resume(self, session: Session) -> None:
        """Go on where a session was left."""
        self._open(session, None)

    def reopen(self, session: Session, answer: Recommendation) -> None:
        """Show an earlier answer."""
        self._open(session, answer)

    def _open(self, session: Session, answer: Recommendation | None) -> None:
        if self.running is not None and not self.running.over:
            self._stop.set()
        self.running, self.answer, self.session = None, answer, session
        self._save()
        self.action_go(session.step)

    def change(self, **changes: object) -> None:
        """Change what was chosen, and keep it."""
        self.session = self.session.model_copy(update=changes)
        self._save()

    def choose_scenario(self, scenario: str) -> None:
        """Ask about another scenario."""
        self.session = self.session.of_scenario(scenario)
        self._save()

    def _save(self) -> None:
        session = self.session
        self._background.start("save", lambda: self.desk.save(session))

    def action_go(self, step: str) -> None:
        """Show a step, or the welcome."""
        if step == "welcome":
            self.switch_screen(WelcomeScreen())
            return
        if not hasattr(self, "session"):
            return
        if self.session.step != step:
            self.change(step=Step(step))
        self.switch_screen(_screen(Step(step)))

    # the run

    def begin_run(self) -> None:
        """Ask the question as it stands; one run at a time."""
        if self.running is not None and not self.running.over:
            return
        self._stop = Event()
        session, stop = self.session, self._stop
        request = self.desk.request(session)
        self.running = Run(request)
        self._told()

        def progress(event: Progress) -> None:
            self.post_message(Advanced(event))

        def halted() -> bool:
            return stop.is_set() or self.leaving.is_set()

        def asked() -> Recommendation:
            if not (session.early and session.measure):
                return self.desk.recommend(request, progress, halted)
            race = self.desk.race(session)

            def heard(event: Progress) -> None:
                race.hear(event)
                progress(event)

            return self.desk.recommend(request, heard, lambda: halted() or race.over)

        self._background.start("run", asked)

    def stop_run(self) -> None:
        """Stop measuring and decide with what there is."""
        self._stop.set()
        if self.running is not None and not self.running.over:
            self.running = replace(self.running, state=State.STOPPING)
            self._told()

    @on(Advanced)
    def _advanced(self, message: Advanced) -> None:
        if self.running is not None:
            self.running = self.running.heard(message.event)
            self._told()

    @on(Done)
    def _done(self, message: Done) -> None:
        if message.name == "run" and self.running is not None:
            answer = cast("Recommendation", message.value)
            request = self.running.request
            self.running = replace(self.running, state=State.ANSWERED)
            self.answer = answer
            self.calm()
            plain = request.model_copy(update={"overlays": (), "pythons": ()})
            self.change(run=answer.id, asked=plain.command(), what_if={})
            self._told()
            self.post_message(Answered(answer))

    @on(Answered)
    def _answered(self) -> None:
        if getattr(self.screen, "STEP", None) is Step.PROBING:
            self.action_go(Step.RESULT)
        else:
            self.notify(self.texts.t("tui.run.answered"))

    @on(Failed)
    def _failed(self, message: Failed) -> None:
        problem = message.text, message.hint
        if message.name == "run" and self.running is not None:
            self.running = replace(self.running, state=State.REFUSED, problem=problem)
            self._told()
        else:
            said = self.texts.t("tui.problem", text=self.texts.say(problem[0]), hint=problem[1])
            self.notify(self.texts.t("tui.unsaved", problem=said), severity="error", timeout=12)

    def _told(self) -> None:
        self.screen.post_message(RunChanged())

    # everywhere

    def action_help(self) -> None:
        """Explain the screen that is shown."""
        if not isinstance(self.screen, HelpScreen):
            topic = getattr(self.screen, "STEP", "welcome")
            self.push_screen(HelpScreen(str(topic)))

    def action_switch_language(self) -> None:
        """Show everything in the next language; answers already given stay."""
        known = list(languages())
        following = known[(known.index(self.texts.language) + 1) % len(known)]
        self.texts = Texts(following)
        for screen in self.screen_stack:
            screen.post_message(LanguageSwitched())

    def action_switch_theme(self) -> None:
        """Light or dark."""
        dark = self.current_theme.dark
        if self._few:
            self.theme = PLAIN_DAY if dark else PLAIN_NIGHT
        else:
            self.theme = DAY if dark else NIGHT
        themed = getattr(self.screen, "themed", None)
        if themed is not None:
            themed()

    def refresh_css(self, animate: bool = True) -> None:
        """Style everything anew: the first time at once, later in turns."""
        if self._coloured:
            variables = self.get_css_variables()
            self.run_worker(recoloured(self, variables), group="colours", exclusive=True)
        else:
            self._coloured = True
            super().refresh_css(animate)

    async def action_quit(self) -> None:
        """Leave; what works in a thread is told first, since leaving waits for it."""
        self.leaving.set()
        self.exit()

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:  # noqa: ARG002
        """The command palette: every step, and what the keys do."""
        t = self.texts.t
        if hasattr(self, "session"):
            for number, step in enumerate(Step, start=1):
                name = t("tui.palette.go", number=str(number), step=t(f"tui.step.{step}"))
                yield SystemCommand(
                    name, t(f"tui.palette.step.{step}"), lambda step=step: self.action_go(step)
                )
        for key, action in (
            ("welcome", lambda: self.action_go("welcome")),
            ("help", self.action_help),
            ("language", self.action_switch_language),
            ("theme", self.action_switch_theme),
            ("quit", self.action_quit),
        ):
            yield SystemCommand(t(f"tui.palette.{key}"), t(f"tui.palette.about.{key}"), action)

    # bugs

    def reported(self, error: Exception) -> tuple[str, str]:
        """Keep the traceback of a bug in the log; what to show instead."""
        return trouble.keep(error, self.desk.log, self.desk.now())

    def _handle_exception(self, error: Exception) -> None:
        """A bug in a handler ends the application: the session is kept, the traceback is logged."""
        text, hint = self.reported(error)
        if self.is_headless:
            super()._handle_exception(error)
            return
        self.leaving.set()
        self._return_code = 1
        self.failure = KnownError(text, hint=hint)
        self._close_messages_no_wait()


def _screen(step: Step) -> Page:
    """The screen of a step; each is imported when it is first shown."""
    from importlib import import_module

    module = import_module(f"advisor.tui.screens.{step}")
    return cast("Page", getattr(module, f"{step.capitalize()}Screen")())
