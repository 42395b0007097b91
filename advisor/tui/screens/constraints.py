"""Constraints: what every stack must meet, what is ruled out, what is taken for granted.

What that leaves is shown live, and what the highlighted requirement would rule out besides.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container, VerticalScroll
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from advisor.tui.page import Page
from advisor.tui.screens.prompt import Prompt
from advisor.tui.widgets.prose import Prose
from advisor.usecases.session import Step
from knowledge.errors import KnownError
from knowledge.requirements import TERMS, read
from reports import wording

if TYPE_CHECKING:
    from advisor.usecases.asking.outlook import Outlook

NAMED = 6
"""Stacks named per requirement."""
KINDS = ("require", "exclude", "pin", "veto")


class ConstraintsScreen(Page):
    """Enter adds or takes away; every change is checked against all stacks in a thread."""

    STEP = Step.CONSTRAINTS
    FOCUS = "#vocabulary"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("x", "exclude", "exclude"),
        Binding("p", "pin", "pin"),
        Binding("d,delete", "drop", "drop"),
    ]

    def body(self) -> Iterable[Widget]:
        """The vocabulary beside what it leaves."""
        yield Container(
            OptionList(id="vocabulary"),
            VerticalScroll(Prose(id="trial"), Prose(id="outlook"), id="preview"),
            classes="split",
        )

    def filled(self) -> None:
        """List the vocabulary, and check what was chosen."""
        self._list()
        self._check()

    def _list(self) -> None:
        session, language = self.questionnaire.session, self.texts.language
        vocabulary = self.query_one("#vocabulary", OptionList)
        at = vocabulary.highlighted
        options: list[Option] = []
        chosen = [(kind, one) for kind in KINDS for one in getattr(session, kind)]
        if chosen:
            options.append(_heading(self.say("constraints.chosen")))
            for kind, one in chosen:
                told = self.say(f"constraints.one.{kind}", name=one)
                options.append(Option(Text(f"[x] {told}"), id=f"chosen:{kind}:{one}"))
        scenario = self.questionnaire.catalog.scenario(session.scenario)
        options.append(_heading(self.say("constraints.own")))
        for requirement in scenario.requirements:
            title = requirement.title.in_language(language)
            options.append(Option(Text(f"[x] {title}"), disabled=True))
        options.append(_heading(self.say("constraints.add")))
        for term in TERMS.values():
            more = "…" if term.takes else ""
            title = term.title.in_language(language)
            line = Text.assemble("[ ] ", title, (f"  {term.name}{more}", "dim"))
            options.append(Option(line, id=f"term:{term.name}"))
        options.append(Option(Text(f"[ ] {self.say('constraints.exclude')}"), id="exclude:"))
        options.append(Option(Text(f"[ ] {self.say('constraints.pin')}"), id="pin:"))
        vocabulary.clear_options()
        vocabulary.add_options(options)
        if at is not None:
            vocabulary.highlighted = min(at, vocabulary.option_count - 1)

    def _check(self) -> None:
        desk, session = self.questionnaire.desk, self.questionnaire.session
        self.background.start("outlook", lambda: desk.outlook(session))

    @on(OptionList.OptionHighlighted, "#vocabulary")
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        kind, _, name = (event.option_id or "").partition(":")
        trial = self.query_one("#trial", Prose)
        if kind != "term":
            trial.tell("")
            return
        term = TERMS[name]
        trial.tell(self.say("constraints.about", about=term.about.in_language(self.texts.language)))
        if not term.takes or term.default is not None:
            desk, session = self.questionnaire.desk, self.questionnaire.session
            self.background.start("trial", lambda: (name, desk.outlook(session, require=(name,))))

    @on(OptionList.OptionSelected, "#vocabulary")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        kind, _, name = (event.option_id or "").partition(":")
        if kind == "chosen":
            self.action_drop()
        elif kind == "exclude":
            self.action_exclude()
        elif kind == "pin":
            self.action_pin()
        elif kind == "term":
            self._term(name)

    def _term(self, name: str) -> None:
        term = TERMS[name]
        if not term.takes:
            self._add("require", name)
            return
        choices = [(value, "") for value in term.choices if value]
        if not choices and term.prefix:
            choices = [
                (capability.removeprefix(term.prefix), one.title.in_language(self.texts.language))
                for capability, one in self.questionnaire.catalog.capabilities.items()
                if capability.startswith(term.prefix)
            ]
        title = term.title.in_language(self.texts.language)
        about = f"{term.about.in_language(self.texts.language)}  ({term.usage})"

        def given(value: str | None) -> None:
            if value is not None:
                self._add("require", f"{name}={value}")

        self.app.push_screen(Prompt(title, about, choices), given)

    def action_exclude(self) -> None:
        """Choose what is ruled out by hand."""
        catalog, language = self.questionnaire.catalog, self.texts.language
        choices = [(one.id, one.title) for one in catalog.frameworks.values()]
        choices += [(one.id, one.title.in_language(language)) for one in catalog.routes.values()]
        self.app.push_screen(
            Prompt(self.say("constraints.exclude"), self.say("constraints.exclude_about"), choices),
            lambda name: None if name is None else self._add("exclude", name),
        )

    def action_pin(self) -> None:
        """Type what is to be taken for granted."""
        self.app.push_screen(
            Prompt(self.say("constraints.pin"), self.say("constraints.pin_about")),
            lambda text: None if text is None else self._add("pin", text),
        )

    def action_drop(self) -> None:
        """Take away what is highlighted."""
        vocabulary = self.query_one("#vocabulary", OptionList)
        if vocabulary.highlighted is None:
            return
        option = vocabulary.get_option_at_index(vocabulary.highlighted)
        what, _, rest = (option.id or "").partition(":")
        kind, _, name = rest.partition(":")
        if what == "chosen":
            left = tuple(one for one in getattr(self.questionnaire.session, kind) if one != name)
            self._changed(kind, left)

    def _add(self, kind: str, text: str) -> None:
        """Add what can be read; what cannot is explained and changes nothing."""
        try:
            if kind == "require":
                read(self.questionnaire.catalog, text)
            elif kind == "exclude":
                from knowledge.named import without

                without(self.questionnaire.catalog, text)
        except KnownError as error:
            self.trouble(error.message, error.hint)
            return
        before = getattr(self.questionnaire.session, kind)
        if text in before:
            self._changed(kind, tuple(one for one in before if one != text))
        else:
            self._changed(kind, (*before, text))

    def _changed(self, kind: str, values: tuple[str, ...]) -> None:
        self.change(**{kind: values})
        self._list()
        self._check()

    def done(self, name: str, value: object) -> None:
        """Show what is left."""
        from advisor.usecases.asking.outlook import Outlook

        match name, value:
            case "outlook", Outlook() as found:
                self._found = found
                self.query_one("#outlook", Prose).tell(self._told(found))
            case "trial", (str() as term, Outlook() as found):
                about = TERMS[term].about.in_language(self.texts.language)
                told = self.say("constraints.trial", count=str(len(found.kept)))
                self.query_one("#trial", Prose).tell(f"{about}\n{told}\n")

    def failed(self, name: str) -> None:
        """A pin that means nothing is found out by the check: it is taken away again."""
        if name == "outlook" and self.questionnaire.session.pin:
            self.change(pin=self.questionnaire.session.pin[:-1])
            self._list()

    def _told(self, found: Outlook) -> str:
        left, total = (wording.whole(self.texts, n) for n in (len(found.kept), found.total))
        key = "left" if found.kept else "nothing"
        lines = [self.say(f"constraints.{key}", left=left, total=total)]
        if found.unverified:
            count = wording.whole(self.texts, found.unverified)
            lines.append(self.say("constraints.unverified", count=count))
        for one in found.ruled_out:
            more = len(one.labels) - NAMED
            names = ", ".join(one.labels[:NAMED]) + (f" … +{more}" if more > 0 else "")
            told = self.say(
                "constraints.out",
                title=one.title.in_language(self.texts.language),
                count=wording.whole(self.texts, len(one.labels)),
                alone=wording.whole(self.texts, one.alone),
                names=names,
            )
            lines += ["", told]
        if found.kept:
            names = ", ".join(found.kept[:NAMED])
            more = len(found.kept) - NAMED
            rest = f" … +{more}" if more > 0 else ""
            lines += ["", self.say("constraints.kept", names=names + rest)]
        return "\n".join(lines)


def _heading(text: str) -> Option:
    return Option(Text(text, style="bold underline"), disabled=True)
