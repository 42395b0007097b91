"""The run: the use case works in a thread, its events arrive as messages, Escape ends it early."""

from __future__ import annotations

from threading import Event
from typing import ClassVar, cast

from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import DataTable, Footer, Label, ProgressBar, RichLog

from advisor.tui.messages import Advanced, Answered, Refused
from advisor.tui.questionnaire import Page
from advisor.usecases.recommend import Request
from knowledge.errors import KnownError
from knowledge.schema.progress import Progress

COLUMNS = ("subject", "status", "latency", "interval")


class RunScreen(Page):
    """Shows each stack's estimate as it narrows; ends in the result, or in an explanation."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "finish", "Stop/停止")]

    def __init__(self, request: Request) -> None:
        super().__init__()
        self._request = request
        self._stop = Event()
        self._over = False

    def compose(self) -> ComposeResult:
        """A progress bar, a row per stack and workload, and a log."""
        texts = self.questionnaire.texts
        yield Label(texts.t("tui.run.title"), classes="title", id="stage")
        yield ProgressBar(id="bar", show_eta=False)
        table: DataTable[str] = DataTable(id="live", cursor_type="row", zebra_stripes=True)
        for name in COLUMNS:
            table.add_column(texts.t(f"tui.run.{name}"), key=name)
        yield table
        yield RichLog(id="log", wrap=True, markup=False, max_lines=500)
        yield Footer()

    def on_mount(self) -> None:
        """Begin at once."""
        self.query_one(RichLog).write(self._request.command())
        self._work()

    @work(thread=True, exit_on_error=True)
    def _work(self) -> None:
        def progress(event: Progress) -> None:
            self.post_message(Advanced(event))

        try:
            answer = self.questionnaire.ask(self._request, progress, self._stop.is_set)
        except KnownError as error:
            self.post_message(Refused(*error.told(self.questionnaire.texts.say)))
        else:
            self.post_message(Answered(answer))

    @on(Advanced)
    def _advanced(self, message: Advanced) -> None:
        event, texts = message.event, self.questionnaire.texts
        self.query_one("#stage", Label).update(texts.t(f"tui.run.stage-{event.stage}"))
        self.query_one(ProgressBar).update(total=max(event.total, 1), progress=event.done)
        if event.message:
            told = texts.say(f"{event.subject}: {event.message}")
            self.query_one(RichLog).write(told)
        if event.subject and event.stage in ("prepare", "measure"):
            self._show_row(event)

    def _show_row(self, event: Progress) -> None:
        texts = self.questionnaire.texts
        status = texts.t(f"status.{event.status.value}") if event.status else ""
        latency = interval = ""
        if event.latency is not None:
            latency = texts.duration(event.latency.point)
            low, high = texts.duration(event.latency.low), texts.duration(event.latency.high)
            interval = f"{low} – {high}"
        table = cast("DataTable[str]", self.query_one(DataTable))
        if event.subject in table.rows:
            for name, value in (("status", status), ("latency", latency), ("interval", interval)):
                if value:
                    table.update_cell(event.subject, name, value, update_width=True)
        else:
            table.add_row(event.subject, status, latency, interval, key=event.subject)

    @on(Answered)
    def _answered(self, message: Answered) -> None:
        self.questionnaire.show(message.recommendation)

    @on(Refused)
    def _refused(self, message: Refused) -> None:
        self._over = True
        self.query_one("#stage", Label).update(self.questionnaire.texts.t("tui.run.refused"))
        log = self.query_one(RichLog)
        log.write(message.text)
        log.write(message.hint)

    def action_finish(self) -> None:
        """Stop measuring and decide with what there is; after a refusal, go back to the form."""
        if self._over:
            self.app.pop_screen()
        else:
            self._stop.set()
            self.query_one(RichLog).write(self.questionnaire.texts.t("tui.run.stopping"))
