"""Export: the answer as files, and where they are."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from pathlib import Path

from rich.text import Text
from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, Input, Label

from advisor.tui.page import Page
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.tick import Tick
from advisor.usecases.asking.exporting import Exported, file_of
from advisor.usecases.report import Format
from advisor.usecases.session import Step
from knowledge.schema.decision import Recommendation

FIRST = (Format.HTML, Format.PDF)
"""What is ticked at first."""


class ExportScreen(Page):
    """Formats and a folder; what was written is named by its path."""

    STEP = Step.EXPORT

    def body(self) -> Iterable[Widget]:
        """A tick per format, the folder, what became of it."""
        session = self.questionnaire.session
        yield Prose(id="banner")
        for one in Format:
            yield Tick(self.say(f"export.{one}"), one in FIRST, compact=True, id=f"as-{one}")
        yield Tick(self.say("export.anonymize"), False, compact=True, id="anonymize")
        yield Horizontal(
            Label(self.say("export.folder")),
            Input(str(session.folder or Path.cwd()), id="folder", compact=True),
            classes="row",
        )
        yield Button(self.say("export.write"), id="write", variant="primary", compact=True)
        yield Prose(id="written")

    def filled(self) -> None:
        """Without an answer there is nothing to write."""
        self.refresh_command()
        answer, session = self.questionnaire.answer, self.questionnaire.session
        banner = self.query_one("#banner", Prose)
        self.query_one("#write", Button).disabled = answer is None
        banner.tell("")
        if answer is not None:
            scenario = answer.scenario_title.in_language(self.texts.language)
            banner.tell(self.say("export.about", scenario=scenario, run=answer.id))
        elif session.run is None:
            banner.tell(self.say("result.none"))
        else:
            desk, run = self.questionnaire.desk, session.run
            self.background.start("answer", lambda: desk.recall(run))

    @property
    def command(self) -> str:
        """The command that writes the same."""
        session = self.questionnaire.session
        if session.run is None:
            return super().command
        folder = Path(self.query_one("#folder", Input).value.strip() or ".")
        hidden = ["--anonymize"] if self.query_one("#anonymize", Tick).value else []
        lines = []
        for one in Format:
            if self.query_one(f"#as-{one}", Tick).value:
                path = str(file_of(session.scenario, session.run, one, folder))
                words = ["report", session.run, "--format", one.value, "--out", path, *hidden]
                lines.append(shlex.join(["advisor", *words]))
        return "\n$ ".join(lines)

    @on(Tick.Changed)
    @on(Input.Changed)
    def _chosen(self) -> None:
        self.refresh_command()

    @on(Button.Pressed, "#write")
    def _write(self) -> None:
        answer, desk, texts = self.questionnaire.answer, self.questionnaire.desk, self.texts
        chosen = [one for one in Format if self.query_one(f"#as-{one}", Tick).value]
        if answer is None or not chosen:
            self.trouble(self.say("export.nothing"))
            return
        folder = Path(self.query_one("#folder", Input).value.strip() or ".")
        anonymize = self.query_one("#anonymize", Tick).value
        self.change(folder=folder)
        self.query_one("#written", Prose).tell(self.say("export.writing"))
        self.background.start(
            "export", lambda: desk.export(answer, texts, chosen, folder, anonymize=anonymize)
        )

    def done(self, name: str, value: object) -> None:
        """Name what was written, and explain what was not."""
        if isinstance(value, Recommendation):
            self.questionnaire.answer = value
            self.filled()
        elif name == "export" and isinstance(value, tuple):
            lines = Text("\n").join(self._line(one) for one in value)
            self.query_one("#written", Prose).tell(lines)

    def _line(self, one: Exported) -> Text:
        if one.problem is None:
            return Text(f"✓ {one.path.absolute()}")
        text, hint = (self.texts.say(part) for part in one.problem)
        return Text(f"✗ {self.say('problem', text=text, hint=hint)}")

    def failed(self, name: str) -> None:
        """Nothing was written."""
        if name == "export":
            self.query_one("#written", Prose).tell("")
