"""Probing: what can be measured, making what is missing, and the run with live intervals."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Event
from typing import TYPE_CHECKING, ClassVar, cast

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.validation import Number
from textual.widget import Widget
from textual.widgets import Button, DataTable, Input, Label, ProgressBar, RichLog

from advisor.tui.messages import RunChanged
from advisor.tui.page import Page
from advisor.tui.running import Row, Run, State
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.tick import Tick
from advisor.usecases.asking.readiness import Home, Readiness
from advisor.usecases.session import Step
from knowledge.schema.progress import Progress

if TYPE_CHECKING:
    from advisor.usecases.environments import Provisioned

COLUMNS = ("subject", "status", "latency", "interval")
TICKS = ("measure", "provision", "early")


class ProbingScreen(Page):
    """Shows the run of the application, which goes on whatever screen is looked at."""

    STEP = Step.PROBING
    FOCUS = "#start"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f9", "start", "start", key_display="F9"),
        Binding("f8", "finish", "stop", key_display="F8"),
        Binding("m", "make", "make"),
    ]

    def body(self) -> Iterable[Widget]:
        """What is there and how to measure, then the run."""
        yield Vertical(*self._setup(), id="setup")
        yield Horizontal(
            Button(self.say("probing.start"), id="start", variant="primary", compact=True),
            Button(self.say("probing.stop"), id="stop", compact=True),
            Button(self.say("probing.make"), id="make", compact=True),
            classes="row",
        )
        yield Prose(id="stage")
        yield ProgressBar(id="bar", show_eta=False)
        table: DataTable[Text] = DataTable(id="live", cursor_type="row", zebra_stripes=True)
        for name in COLUMNS:
            table.add_column(self.say(f"run.{name}"), key=name)
        yield table
        yield RichLog(id="log", wrap=True, max_lines=500)

    def _setup(self) -> Iterable[Widget]:
        """What is there, and how to measure."""
        session = self.questionnaire.session
        yield Prose(self.say("probing.looking"), id="ready", classes="text")
        yield DataTable(id="homes", cursor_type="row", zebra_stripes=True)
        yield Horizontal(
            Label(self.say("probing.budget")),
            Input(
                f"{session.budget_s:g}",
                type="number",
                validators=[Number(minimum=0, maximum=86_400)],
                compact=True,
                id="budget",
            ),
            classes="row",
        )
        for name in TICKS:
            value = getattr(session, name)
            yield Tick(self.say(f"probing.{name}"), value, compact=True, id=name)

    def filled(self) -> None:
        """Look at what is there; show the run if there is one."""
        self._lines = 0
        self._ready()
        self._show(self.questionnaire.running)

    def _ready(self) -> None:
        desk, session = self.questionnaire.desk, self.questionnaire.session
        self.background.start("ready", lambda: desk.readiness(session))

    def done(self, name: str, value: object) -> None:
        """Show what is there."""
        if isinstance(value, Readiness):
            self._show_ready(value)
        elif name == "made":
            (made,) = cast("tuple[Provisioned, ...]", value) or (None,)
            said = self.texts.say(made.message) if made is not None and made.message else ""
            self.query_one("#stage", Prose).tell(said or self.say("probing.made"))
            self.query_one("#stop").display = False
            self._ready()

    def _show_ready(self, found: Readiness) -> None:
        shown = self.query_one("#ready", Prose)
        table = cast("DataTable[Text]", self.query_one("#homes", DataTable))
        table.display = found.here
        if not found.here:
            shown.tell(self.say("probing.elsewhere"))
            return
        told = self.say(
            "probing.ready",
            tasks=str(found.tasks),
            runnable=str(found.runnable),
            known=str(found.known),
            time=self.texts.duration(found.seconds, 2),
        )
        shown.tell(told)
        table.clear(columns=True)
        for name in ("home", "there", "stacks"):
            table.add_column(self.say(f"probing.{name}"), key=name)
        for home in sorted(found.homes, key=lambda home: not home.present):
            table.add_row(
                Text(home.title), Text(self._there(home)), Text(", ".join(home.stacks)),
                key=home.spec,
            )  # fmt: skip

    def _there(self, home: Home) -> str:
        if home.present:
            return "✓ " + home.version
        return "✗ " + self.say("probing.missing", size=str(home.megabytes))

    # settings

    @on(Tick.Changed)
    def _ticked(self, event: Tick.Changed) -> None:
        name = str(event.checkbox.id)
        if name in TICKS and event.value != getattr(self.questionnaire.session, name):
            self.change(**{name: event.value})

    @on(Input.Changed, "#budget")
    def _budget(self, event: Input.Changed) -> None:
        if event.validation_result is not None and not event.validation_result.is_valid:
            self.trouble(self.say("probing.no_budget"))
            return
        self.trouble("")
        if event.value and float(event.value) != self.questionnaire.session.budget_s:
            self.change(budget_s=float(event.value))

    # making environments

    @on(Button.Pressed, "#make")
    def action_make(self) -> None:
        """Make the environment that is highlighted, if it is missing."""
        table = self.query_one("#homes", DataTable)
        if not table.row_count or "made" in self.background.busy:
            return
        spec = str(table.coordinate_to_cell_key(table.cursor_coordinate).row_key.value)
        desk, log = self.questionnaire.desk, self.query_one("#log", RichLog)
        log.display = True
        self.query_one("#stage", Prose).tell(self.say("probing.making", name=spec))

        def told(event: Progress) -> None:
            if event.message and log.is_attached:
                self.app.call_from_thread(log.write, self.texts.say(event.message))

        # An installation ends with the application or by the user; looking elsewhere leaves it.
        self._unwanted = unwanted = Event()
        leaving = self.questionnaire.leaving

        def stop() -> bool:
            return unwanted.is_set() or leaving.is_set()

        self.query_one("#stop").display = True
        self.background.start("made", lambda: desk.provision(spec, told, stop))

    # the run

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Ask the question as it stands."""
        running = self.questionnaire.running
        if running is not None and not running.over:
            return
        if not self.query_one("#budget", Input).is_valid:
            self.trouble(self.say("probing.no_budget"))
            return
        self._lines = 0
        self.query_one("#log", RichLog).clear()
        self.query_one("#live", DataTable).clear()
        self.trouble("")
        self.questionnaire.begin_run()

    @on(Button.Pressed, "#stop")
    def action_finish(self) -> None:
        """Stop measuring and decide with what there is; or give up an installation."""
        if "made" in self.background.busy:
            self._unwanted.set()
            self.query_one("#stage", Prose).tell(self.say("probing.giving_up"))
            return
        self.questionnaire.stop_run()

    @on(RunChanged)
    def _run_changed(self) -> None:
        if not self.growing:
            self._show(self.questionnaire.running)

    def _show(self, run: Run | None) -> None:
        going = run is not None and not run.over
        self.query_one("#stop").display = going or "made" in self.background.busy
        self.query_one("#start").display = self.query_one("#make").display = not going
        self.query_one("#setup").display = not going  # on a small screen the run needs the room
        for name in ("#bar", "#live", "#log"):
            self.query_one(name).display = run is not None
        if run is None:
            return
        if going and self.focused is None:
            self.query_one("#stop").focus()
        self.query_one("#stage", Prose).tell(self._stage(run))
        self.query_one(ProgressBar).update(total=run.total, progress=run.done)
        table = cast("DataTable[Text]", self.query_one("#live", DataTable))
        for subject, row in run.rows.items():
            self._row(table, subject, row)
        log = self.query_one("#log", RichLog)
        for subject, message in run.lines[self._lines :]:
            log.write(self.texts.say(f"{subject}: {message}" if subject else message))
        self._lines = len(run.lines)
        if run.problem is not None:
            self.trouble(*run.problem)

    def _stage(self, run: Run) -> str:
        if run.state is State.RUNNING:
            return self.say(f"run.stage-{run.stage}")
        if run.state is State.STOPPING:
            return self.say("run.decided" if run.decided else "run.stopping")
        return self.say(f"run.{run.state}")

    def _row(self, table: DataTable[Text], subject: str, row: Row) -> None:
        texts = self.texts
        status = texts.t(f"status.{row.status.value}") if row.status else ""
        latency = interval = ""
        if row.latency is not None:
            latency = texts.duration(row.latency.point)
            low, high = texts.duration(row.latency.low), texts.duration(row.latency.high)
            interval = f"{low} – {high}"
        values = (Text(subject), Text(status), Text(latency, justify="right"), Text(interval))
        if subject not in table.rows:
            table.add_row(*values, key=subject)
            return
        for name, value in zip(COLUMNS, values, strict=True):
            if table.get_cell(subject, name) != value:
                table.update_cell(subject, name, value, update_width=True)

    def action_forward(self) -> None:
        """Go to the answer where there is one; else ask."""
        running = self.questionnaire.running
        idle = running is None or running.over
        if self.questionnaire.session.run is None and idle and not self.growing:
            self.action_start()
        else:
            super().action_forward()
