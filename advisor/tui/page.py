"""What screens may ask of the application, and the base all steps share.

A step shows the session and posts changes to the application, which owns it; so going back and
forth, switching the language and resuming are all the same: compose anew from the session.
"""

from __future__ import annotations

import asyncio
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from threading import Event
from typing import TYPE_CHECKING, ClassVar, Protocol, cast

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button

from advisor.tui.background import Background
from advisor.tui.messages import Done, Failed, Grow, LanguageSwitched
from advisor.tui.widgets.command_line import CommandLine
from advisor.tui.widgets.keys import Keys
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.steps import ROOMY, Steps
from advisor.usecases.session import Session, Step
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.tui.desk import Desk
    from advisor.tui.running import Run
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Recommendation


class Questionnaire(Protocol):
    """The application as screens see it."""

    desk: Desk
    texts: Texts
    catalog: Catalog
    session: Session
    running: Run | None
    answer: Recommendation | None
    calm: Callable[[], object]
    leaving: Event

    def change(self, **changes: object) -> None:
        """Change what was chosen, and keep it."""

    def choose_scenario(self, scenario: str) -> None:
        """Ask about another scenario."""

    def action_go(self, step: str) -> None:
        """Show a step."""

    def begin_run(self) -> None:
        """Ask the question as it stands."""

    def stop_run(self) -> None:
        """Stop measuring and decide with what there is."""

    def reported(self, error: Exception) -> tuple[str, str]:
        """Keep a traceback; what to show instead."""


class TextScreen(Screen[None]):
    """A screen with texts in the language of the application, and tasks in threads."""

    _refocus = ""
    """Id of what had the cursor before the screen was composed anew."""
    _composed = 0
    """How many times it was composed anew."""

    @property
    def questionnaire(self) -> Questionnaire:
        """The application."""
        return cast("Questionnaire", self.app)

    @property
    def texts(self) -> Texts:
        """The words."""
        return self.questionnaire.texts

    @property
    def background(self) -> Background:
        """Tasks of this screen."""
        if not hasattr(self, "_background"):
            self._background = Background(self, self.run_worker, self.questionnaire.reported)
        return self._background

    def say(self, name: str, /, **params: object) -> str:
        """A text of the questionnaire."""
        return self.texts.t(f"tui.{name}", **params)

    @property
    def turn(self) -> asyncio.Lock:
        """Held by what changes the widgets of this screen, one after the other."""
        if not hasattr(self, "_turn"):
            self._turn = asyncio.Lock()
        return self._turn

    def later(self, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Compose a part anew after those that were asked before.

        None is broken off halfway: what it had taken away would be missing. Those that were meant
        for widgets which are no longer there are passed over.
        """
        self.run_worker(partial(self._in_turn, work, self._composed))  # type: ignore[arg-type]

    async def _in_turn(
        self, work: Callable[[], Coroutine[None, None, None]], composed: int
    ) -> None:
        async with self.turn:
            if composed == self._composed and self.is_attached:
                await work()

    @on(LanguageSwitched)
    async def _language_switched(self) -> None:
        self._refocus = (self.focused.id or "") if self.focused is not None else ""
        async with self.turn, self.batch():
            self._composed += 1
            for box in self.query("#body, #tabs").results(Widget):
                await box.remove_children()  # all at once would keep the keys waiting
                await asyncio.sleep(0)
            await self.recompose()
        self.begun()
        if self._refocus and self.query(f"#{self._refocus}"):
            self.query_one(f"#{self._refocus}", Widget).focus()

    def on_mount(self) -> None:
        """Textual calls the handlers of every base: so there is one, and steps say what it does."""
        self.begun()

    def begun(self) -> None:
        """It was composed; fill in what depends on the session."""
        self.filled()

    def filled(self) -> None:
        """Fill in what was composed; again after every composing."""


class Page(TextScreen):
    """A step of the questionnaire."""

    STEP: ClassVar[Step]
    AUTO_FOCUS = ""  # the body is not there yet when Textual looks for it
    FOCUS: ClassVar[str] = "#body *"
    """Where the cursor is first: on the first of these that takes it."""
    growing = True
    """Whether the body is still being mounted."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5,ctrl+n", "forward", "next", key_display="F5", priority=True),
        Binding("escape", "back", "back", key_display="Esc"),
        Binding("f4", "copy_command", "copy", key_display="F4", show=False),
    ]

    def on_resize(self) -> None:
        """Lay the halves of a step beside each other where there is room."""
        self.set_class(self._roomy, "-wide")

    @property
    def _roomy(self) -> bool:
        return self.app.size.width >= ROOMY

    def compose(self) -> ComposeResult:
        """The steps, the body, the problem if there is one, the command, the keys."""
        # before composing, so that nothing is styled twice; Textual's breakpoints come after it
        self.set_class(self._roomy, "-wide", update=False)
        yield Steps(self.STEP, self.texts)
        yield VerticalScroll(id="body", can_focus=False)
        yield Prose(id="problem")
        with Horizontal(id="nav"):
            yield Button(self.say("nav.back"), id="back", compact=True)
            yield Button(self.say("nav.next"), id="next", variant="primary", compact=True)
            yield Prose(id="saved")
        yield CommandLine()
        yield Keys(compact=True)

    def begun(self) -> None:
        """Paint the frame first; the body comes after what is queued by now."""
        self.growing = True
        self.post_message(Grow())

    @on(Grow)
    async def _grow(self) -> None:
        """Mount the body part by part, so that the loop turns in between; then fill it in."""
        box = self.query_one("#body", VerticalScroll)
        if not self.growing:
            return
        parts = []
        for part in self.body():
            if not box.is_attached:
                return  # another screen was wanted meanwhile
            await box.mount(part)
            parts.append(part)
            await asyncio.sleep(0)
        if not all(part.is_attached for part in parts):
            return  # or the application is being left
        self.growing = False
        self.refresh_bindings()
        self.trouble("")
        self.refresh_command()
        self.filled()
        wanted = (f"#{self._refocus}", self.FOCUS) if self._refocus else (self.FOCUS,)
        found = (one for name in wanted if name for one in self.query(name) if one.focusable)
        first = next(found, None)
        if first is not None and self.focused is None:
            first.focus()
        self._refocus = ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:  # noqa: ARG002
        """Keys of the step wait until what they act on is there."""
        return None if self.growing and action not in ("back", "forward") else True

    @abstractmethod
    def body(self) -> Iterable[Widget]:
        """What this step asks."""

    @property
    def command(self) -> str:
        """The command line of the question as it stands."""
        return self.questionnaire.desk.request(self.questionnaire.session).command()

    def change(self, **changes: object) -> None:
        """Change the session, and show the command that goes with it."""
        self.questionnaire.change(**changes)
        self.refresh_command()

    def refresh_command(self) -> None:
        """Show the command of the session as it stands."""
        self.query_one(CommandLine).show(self.command)

    def trouble(self, text: str, hint: str = "") -> None:
        """Show what is wrong and what to do; nothing where there is no text."""
        shown = self.query_one("#problem", Prose)
        told = self.texts.say(text)
        if hint:
            told = self.say("problem", text=told, hint=self.texts.say(hint))
        shown.tell(told)
        shown.display = bool(text)

    @on(Failed)
    def _failed(self, message: Failed) -> None:
        message.stop()  # the application tells of its own tasks
        self.failed(message.name)
        self.trouble(message.text, message.hint)

    def failed(self, name: str) -> None:
        """A task of the screen came to nothing; what it was is shown by the base."""

    @on(Done)
    def _done(self, message: Done) -> None:
        if self.growing:  # composed anew meanwhile: there is nothing to show it in yet
            self.post_message(Done(message.name, message.value))
            return
        self.trouble("")
        self.done(message.name, message.value)

    def done(self, name: str, value: object) -> None:
        """A task of the screen came back."""

    @on(Button.Pressed, "#back")
    def action_back(self) -> None:
        """Go to the step before this one, from the first to the start."""
        place = list(Step).index(self.STEP)
        self.questionnaire.action_go(list(Step)[place - 1] if place else "welcome")

    @on(Button.Pressed, "#next")
    def action_forward(self) -> None:
        """Go to the next step."""
        place = list(Step).index(self.STEP)
        if place + 1 < len(Step):
            self.questionnaire.action_go(list(Step)[place + 1])

    def action_copy_command(self) -> None:
        """Put the command into the clipboard, where the terminal allows it."""
        self.app.copy_to_clipboard(self.query_one(CommandLine).command)
        self.notify(self.say("copied"))
