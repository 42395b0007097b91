"""Welcome: a new question, one that was left unfinished, or an earlier answer."""

from __future__ import annotations

from datetime import datetime
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from advisor.tui.messages import Done, Failed
from advisor.tui.page import TextScreen
from advisor.tui.widgets.keys import Keys
from advisor.tui.widgets.prose import Prose
from advisor.usecases.session import Session, Sessions, Step
from knowledge.phrasebook import phrasebook
from knowledge.texts import languages

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.history import Summary

NEW = "new"


def _imported() -> None:
    """Import the steps and read the texts, so that the first look at one need not wait for that."""
    for step in Step:
        import_module(f"advisor.tui.screens.{step}")
    for language in languages():
        phrasebook(language)


class WelcomeScreen(TextScreen):
    """Is there at once; the facts, the sessions and the history arrive while it is read."""

    AUTO_FOCUS = "#choices"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d,delete", "discard", "discard"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._sessions: Sessions | None = None
        self._history: tuple[Summary, ...] | None = None
        self._catalog: Catalog | None = None
        self._wanted = ""
        """What was chosen before the facts were there."""

    def compose(self) -> ComposeResult:
        """A title, what this is, and what can be chosen."""
        yield Prose(Text(self.say("welcome.title"), style="bold"), id="banner")
        yield Prose(Text(self.say("welcome.about")), id="about")
        yield OptionList(id="choices")
        yield Prose(id="problem")
        yield Keys(compact=True)

    def filled(self) -> None:
        """Ask for what is kept, once; show what is known."""
        if self._catalog is None:
            desk = self.questionnaire.desk
            self.background.start("catalog", desk.catalog)
            self.background.start("sessions", desk.sessions)
            self.background.start("history", desk.history)
            self.background.start("screens", _imported)
        self._show()

    @on(Done)
    def _done(self, message: Done) -> None:
        match message.name, message.value:
            case "catalog", catalog:
                self._catalog = self.questionnaire.catalog = catalog  # type: ignore[assignment]
                self.questionnaire.calm()
                if self._wanted:
                    self._open(self._wanted)
                    return
            case "sessions", Sessions() as found:
                self._sessions = found
            case "history", tuple() as found:
                self._history = found
            case "screens", _:
                self.questionnaire.calm()
                return
            case "reopen", (Session() as session, answer):
                self.app.reopen(session, answer)  # type: ignore[attr-defined]
                return
        self._show()

    @on(Failed)
    def _failed(self, message: Failed) -> None:
        message.stop()  # the application tells of its own tasks
        self._wanted = ""
        self._told(self.say("problem", text=self.texts.say(message.text), hint=message.hint))

    def _told(self, text: str) -> None:
        self.query_one("#problem", Prose).tell(text)

    def _show(self) -> None:
        choices = self.query_one("#choices", OptionList)
        at = choices.highlighted
        choices.clear_options()
        loading = self._catalog is None
        new = self.say("welcome.loading" if loading else "welcome.new")
        choices.add_option(Option(Text(new, style="bold"), id=NEW))
        if self._sessions is not None:
            self._list("unfinished", [self._session(one) for one in self._sessions.sessions])
            if self._sessions.damaged:
                self._told(self.say("welcome.damaged", names=", ".join(self._sessions.damaged)))
        if self._history is not None:
            self._list("history", [self._summary(one) for one in self._history])
        choices.highlighted = at or 0

    def _list(self, name: str, options: list[Option]) -> None:
        choices = self.query_one("#choices", OptionList)
        heading = Text(f"\n{self.say(f'welcome.{name}')}", style="bold")
        choices.add_option(Option(heading, disabled=True))
        none = Option(Text(f"  {self.say('welcome.none')}"), disabled=True)
        choices.add_options(options or [none])

    def _session(self, session: Session) -> Option:
        state = "welcome.answered" if session.run else "welcome.at"
        text = self.say(
            state,
            when=self._when(session.changed),
            scenario=self._scenario(session.scenario),
            step=self.say(f"step.{session.step}"),
        )
        return Option(Text(text), id=f"session:{session.id}")

    def _summary(self, one: Summary) -> Option:
        text = self.say(
            "welcome.answer",
            when=self._when(one.created),
            scenario=self._scenario(one.scenario),
            winner=one.winner or self.say("welcome.nobody"),
        )
        return Option(Text(text), id=f"answer:{one.id}")

    def _when(self, moment: datetime) -> str:
        here = moment.astimezone()
        return f"{self.texts.date(here)} {here:%H:%M}"

    def _scenario(self, name: str) -> str:
        found = self._catalog.scenarios.get(name) if self._catalog else None
        return found.title.in_language(self.texts.language) if found else name

    @on(OptionList.OptionSelected, "#choices")
    def _chosen(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option_id or ""
        if self._catalog is None:
            self._wanted = chosen
            self._told(self.say("welcome.waits"))
        else:
            self._open(chosen)

    def _open(self, chosen: str) -> None:
        self._wanted = ""
        kind, _, name = chosen.partition(":")
        if kind == NEW:
            self.app.begin()  # type: ignore[attr-defined]
        elif kind == "session" and self._sessions is not None:
            found = next(one for one in self._sessions.sessions if one.id == name)
            self.app.resume(found)  # type: ignore[attr-defined]
        elif kind == "answer":
            desk = self.questionnaire.desk
            self.background.start("reopen", lambda: desk.reopened(name))

    def action_discard(self) -> None:
        """Forget the session that is highlighted; its answer stays in the history."""
        choices = self.query_one("#choices", OptionList)
        if choices.highlighted is None:
            return
        kind, _, name = (choices.get_option_at_index(choices.highlighted).id or "").partition(":")
        if kind == "session":
            desk = self.questionnaire.desk

            def forget() -> Sessions:
                desk.discard(name)
                return desk.sessions()

            self.background.start("sessions", forget)
