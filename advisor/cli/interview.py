"""Eliciting weights on the terminal: one question at a time, on stderr, with a way back.

Every answer is kept in the state folder as soon as it is given, so stopping loses nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.prompt import Prompt
from rich.text import Text

from advisor.usecases import weights as use
from knowledge.errors import KnownError
from knowledge.schema.stakes import Certainty, Method, Stated
from reports import wording
from scoring.elicitation.all import Elicited, InconsistentError, elicited
from scoring.elicitation.interview import (
    Question,
    certainty,
    check,
    next_question,
    statements,
)

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from knowledge.schema.scenario import Scenario
    from knowledge.texts import Texts

BACK, QUIT = "b", "q"


class Interview:
    """The questions of one method for one scenario."""

    def __init__(
        self,
        wiring: Wiring,
        scenario: Scenario,
        method: Method,
        texts: Texts,
        *,
        certainty: Certainty | None = None,
        resume: bool = False,
    ) -> None:
        self._wiring, self._scenario, self._method, self._texts = wiring, scenario, method, texts
        self._console = Console(stderr=True, highlight=False)
        self._criteria = tuple(preference.criterion for preference in scenario.preferences)
        self._file = use.draft_file(wiring, scenario, method)
        kept = use.read_draft(self._file, self._criteria)
        self._answers = kept if resume else {}
        if kept and not resume:
            self._say("unfinished", count=len(kept))
        if certainty is not None:
            self._answers["certainty"] = certainty.value
        self._given = certainty
        self._shown: set[str] = set()

    def run(self, who: str, *, force: bool) -> tuple[Stated, Elicited] | None:
        """Ask until there are weights; None where the person stopped."""
        self._say("keys")
        while True:
            question = next_question(self._method, self._criteria, self._answers)
            if question is not None and not self._ask(question):
                self._say("stopped", count=len(self._answers))
                return None
            if question is not None:
                continue
            try:
                return use.stated(
                    self._wiring,
                    self._scenario,
                    self._method,
                    statements(self._method, self._criteria, self._answers),
                    who=who,
                    certainty=certainty(self._answers),
                    force=force,
                )
            except KnownError as error:
                self._console.print(Text(f"{error.message}. {error.hint}", style="yellow"))
                self._reopen(error)

    def _reopen(self, error: KnownError) -> None:
        """Take back the answer that fits least, or the last one, so that it is asked again."""
        misfit = error.misfit if isinstance(error, InconsistentError) else None
        keys = [f"{misfit.first}:{misfit.second}"] if misfit is not None else []
        if not keys or keys[0] not in self._answers:
            keys = [key for key in self._answers if key != "certainty"][-1:]
        for key in keys:
            del self._answers[key]

    def _ask(self, question: Question) -> bool:
        """Ask one question; False where the person stops."""
        self._show(question)
        try:
            text = Prompt.ask(
                self._hint(question), console=self._console, default="", show_default=False
            )
        except (EOFError, KeyboardInterrupt):
            return False
        word = text.strip().lower()
        if word == QUIT:
            return False
        if word == BACK:
            self._back()
            return True
        try:
            self._answers[question.key] = check(question, word)
        except KnownError as error:
            self._console.print(Text(f"{error.message}: {error.hint}", style="yellow"))
            return True
        self._keep()
        self._live(question)
        return True

    def _back(self) -> None:
        keys = [key for key in self._answers if key != "certainty" or self._given is None]
        if not keys:
            self._say("first")
            return
        del self._answers[keys[-1]]
        self._keep()

    def _keep(self) -> None:
        draft = use.Draft(
            scenario=self._scenario.id,
            method=self._method,
            criteria=self._criteria,
            answers=self._answers,
        )
        use.save_draft(self._file, draft)

    def _live(self, question: Question) -> None:
        """The consistency so far, where the method has one and there is something to compare."""
        if question.kind not in ("ratio", "over"):
            return
        said = statements(self._method, self._criteria, self._answers)
        own = use.own_weights(self._scenario)
        try:
            found = elicited(own, self._method, said, force=True)
        except KnownError:
            return  # not enough is said yet
        if found.consistency is None:
            return
        self._say("consistency", ratio=self._texts.fixed(found.consistency.ratio, 3))
        if found.consistency.forced and found.misfit is not None:
            self._say(
                "misfit",
                first=self._title(found.misfit.first),
                second=self._title(found.misfit.second),
                judged=self._texts.number(found.misfit.judged, 2),
                implied=self._texts.number(found.misfit.implied, 2),
            )

    def _show(self, question: Question) -> None:
        """The question, and what each criterion it names runs from and to."""
        key = f"cli.weights.ask.{question.kind}"
        names = {"first": question.first, "second": question.second}
        titles = {place: self._title(name) for place, name in names.items() if name}
        count = self._texts.t(
            "cli.weights.count", number=question.done + 1, total=max(question.total, 1)
        )
        self._console.print()
        self._console.print(Text(f"{count} {self._texts.t(key, **titles)}", style="bold"))
        if question.kind == "certainty":
            for number, degree in enumerate(question.choices, start=1):
                self._line(str(number), self._texts.t(f"cli.weights.certainty.{degree}"))
            return
        named = [name for name in (question.first, question.second) if name]
        for number, name in enumerate(question.choices or named, start=1):
            self._line(str(number), self._span(name))

    def _line(self, number: str, text: str) -> None:
        self._console.print(Text(f"  {number}  {text}"))

    def _hint(self, question: Question) -> Text:
        return Text(self._texts.t(f"cli.weights.answer.{question.kind}"))

    def _title(self, name: str) -> str:
        return self._wiring.catalog.criterion(name).title.in_language(self._texts.language)

    def _span(self, name: str) -> str:
        """A criterion with the worst and the best that the scenario has in mind."""
        preference = next(p for p in self._scenario.preferences if p.criterion == name)
        criterion = self._wiring.catalog.criterion(name)
        about = "" if name in self._shown else criterion.about.in_language(self._texts.language)
        self._shown.add(name)  # what it is about need not be said again with every question
        return self._texts.t(
            "cli.weights.span",
            title=self._title(name),
            worst=wording.exact(self._texts, preference.anchors.worst, criterion.unit),
            best=wording.exact(self._texts, preference.anchors.best, criterion.unit),
            about=about,
        ).rstrip()

    def _say(self, name: str, **params: object) -> None:
        click.echo(self._texts.t(f"cli.weights.{name}", **params), err=True)
