"""Workload: the scenario's own, one near to a description, or the user's model in their place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.text import Text
from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, DataTable, Input, Label, Select

from advisor.tui.page import Page
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.tick import Tick
from advisor.usecases.asking.describing import Job, Resemblance
from advisor.usecases.asking.inspecting import Inspection
from advisor.usecases.session import Step
from knowledge.schema.base import LocalText
from knowledge.schema.probing import Precision
from reports import wording

SHOWN = 8
"""Operators named of a model."""
NUMBERS = ("size", "parameters_m", "batch")


class WorkloadScreen(Page):
    """What the ranking is measured on; without a choice that is what the scenario says."""

    STEP = Step.WORKLOAD
    FOCUS = "#workloads"

    def body(self) -> Iterable[Widget]:
        """The built-in list with what is used, a description, then the own model."""
        session = self.questionnaire.session
        yield Prose(Text(self.say("workload.about")), classes="text")
        yield DataTable(id="workloads", cursor_type="row", zebra_stripes=True)
        yield self._precisions()
        yield Label(self.say("workload.described"), classes="title")
        yield from self._description()
        yield Label(self.say("workload.own"), classes="title")
        yield Horizontal(
            Label(self.say("workload.path")),
            Input(str(session.model or ""), id="model", compact=True, placeholder="model.onnx"),
            classes="row",
        )
        yield Horizontal(
            Label(self.say("workload.shapes")),
            Input(session.shapes, id="shapes", compact=True, placeholder="input=1x3x224x224"),
            classes="row",
        )
        yield Button(self.say("workload.inspect"), id="inspect", compact=True)
        yield Prose(id="inspection")
        yield Tick(self.say("workload.by_model"), session.by_model, compact=True, id="by-model")

    def _precisions(self) -> Widget:
        """In what the stacks are compared: the scenario's own, unless another is ticked."""
        session = self.questionnaire.session
        own = self.questionnaire.catalog.scenario(session.scenario).precisions
        ticked = session.precisions or own
        return Horizontal(
            Label(self.say("workload.compared")),
            *(
                Tick(one.value, one in ticked, compact=True, id=f"in-{one}", classes="precision")
                for one in Precision
            ),
            classes="row",
        )

    def _description(self) -> Iterable[Widget]:
        """Task, sizes and precision, and what is near to that."""
        words = self.questionnaire.session.described
        jobs = [(self.say(f"workload.job.{job}"), job.value) for job in Job]
        precisions = [(one.value, one.value) for one in Precision]
        yield Horizontal(
            Label(self.say("workload.task")),
            Select(
                jobs,
                value=words.get("job", Select.NULL),
                compact=True,
                id="job",
                prompt=self.say("workload.choose"),
            ),
            classes="row",
        )
        for name in NUMBERS:
            yield Horizontal(
                Label(self.say(f"workload.{name}")),
                Input(words.get(name, ""), id=f"say-{name}", name=name, compact=True),
                classes="row",
            )
        yield Horizontal(
            Label(self.say("workload.precision")),
            Select(
                precisions,
                value=words.get("precision", Precision.FP32.value),
                allow_blank=False,
                compact=True,
                id="precision",
            ),
            classes="row",
        )
        yield Prose(id="nearest")
        yield Button(self.say("workload.take"), id="take", compact=True)

    def filled(self) -> None:
        """List the workloads; look again into what was described or inspected."""
        self._titles: Mapping[str, LocalText] = {}
        self._nearest: str | None = None
        self.query_one("#take").display = self.query_one("#by-model").display = False
        self.background.start("workloads", self.questionnaire.desk.workloads)
        if self.questionnaire.session.described.get("job"):
            self._describe()
        if self.questionnaire.session.model is not None:
            self._inspect()

    def done(self, name: str, value: object) -> None:
        """Show what was found."""
        if name == "workloads" and isinstance(value, Mapping):
            self._titles = value
            self._list()
        elif isinstance(value, Resemblance):
            self._show_nearest(value)
        elif isinstance(value, Inspection):
            self.query_one("#inspection", Prose).tell(self._told(value))
            self.query_one("#by-model").display = True

    def failed(self, name: str) -> None:
        """Nothing is known of a model that cannot be read; it decides nothing."""
        if name == "inspect":
            self.query_one("#inspection", Prose).tell("")
            self.query_one("#by-model", Tick).value = False
            self.query_one("#by-model").display = False
        elif name == "nearest":
            self.query_one("#nearest", Prose).tell("")
            self.query_one("#take").display = False

    def _list(self) -> None:
        catalog, session = self.questionnaire.catalog, self.questionnaire.session
        scenario = catalog.scenario(session.scenario)
        language = self.texts.language
        by_model = session.by_model and session.model is not None
        uses: dict[str, list[str]] = {}
        for preference in scenario.preferences:
            if preference.measure is not None and not by_model:
                title = catalog.criterion(preference.criterion).title.in_language(language)
                batch = str(preference.measure.batch)
                told = self.say("workload.use", criterion=title, batch=batch)
                name = session.workload or preference.measure.workload
                uses.setdefault(name, []).append(told)
        table = self.query_one("#workloads", DataTable)
        at = table.cursor_row
        table.clear(columns=True)
        table.add_columns(*(self.say(f"workload.{name}") for name in ("name", "used", "title")))
        titles = self._titles
        for name in sorted(titles, key=lambda name: (name not in uses, name)):
            used = "✓ " + wording.names(self.texts, uses[name]) if name in uses else "–"
            what = Text(titles[name].in_language(language))
            table.add_row(name, Text(used), what, key=name)
        table.move_cursor(row=min(at, len(titles) - 1) if titles else 0)

    @on(DataTable.RowSelected, "#workloads")
    def _row(self, event: DataTable.RowSelected) -> None:
        """Measure on the row's workload; on the scenario's own again where it is the one."""
        self._measure_on(str(event.row_key.value))

    def _measure_on(self, name: str) -> None:
        session = self.questionnaire.session
        scenario = self.questionnaire.catalog.scenario(session.scenario)
        own = {use.workload for use in scenario.workloads}
        if not own:
            self.trouble(self.say("workload.unmeasured"))
            return
        chosen = None if name in (session.workload, *own) else name
        self.change(workload=chosen, by_model=False)
        self.query_one("#by-model", Tick).value = False
        self._list()

    # in which precision

    @on(Tick.Changed, ".precision")
    def _compared(self, event: Tick.Changed) -> None:
        ticked = tuple(one for one in Precision if self.query_one(f"#in-{one}", Tick).value)
        if ticked:
            self.trouble("")
            self._compare_in(ticked)
        else:
            with self.prevent(Tick.Changed):
                event.checkbox.value = True
            self.trouble(self.say("workload.no_precision"))

    def _compare_in(self, wanted: tuple[Precision, ...]) -> None:
        """Compare in these; the scenario's own are no choice of the user's."""
        session = self.questionnaire.session
        own = self.questionnaire.catalog.scenario(session.scenario).precisions
        chosen = () if set(wanted) == set(own) else wanted
        if chosen != session.precisions:
            self.change(precisions=chosen)

    # in words

    @on(Select.Changed, "#job")
    @on(Select.Changed, "#precision")
    def _picked(self, event: Select.Changed) -> None:
        if not isinstance(event.value, str):
            return
        self._say(str(event.select.id), event.value)

    @on(Input.Changed, "#say-size")
    @on(Input.Changed, "#say-parameters_m")
    @on(Input.Changed, "#say-batch")
    def _typed(self, event: Input.Changed) -> None:
        self._say(str(event.input.name), event.value)

    def _say(self, name: str, text: str) -> None:
        words = self.questionnaire.session.described
        if words.get(name, "") == text or (name == "precision" and "job" not in words):
            return
        self.change(described={**words, name: text})
        self._describe()

    def _describe(self) -> None:
        words, desk = self.questionnaire.session.described, self.questionnaire.desk
        if words.get("job"):
            self.background.start("nearest", lambda: desk.resembling(words))

    def _show_nearest(self, found: Resemblance) -> None:
        self.query_one("#take").display = found.nearest is not None and found.near
        self._nearest = found.nearest.id if found.nearest is not None else None
        shown = self.query_one("#nearest", Prose)
        if found.nearest is None:
            shown.tell("! " + self.say("workload.none"))
            return
        title = found.nearest.title.in_language(self.texts.language)
        size, parameters = str(found.nearest.size), self.texts.number(found.nearest.parameters_m)
        facts = {"name": found.nearest.id, "title": title, "size": size, "parameters": parameters}
        key = "near" if found.near else "far"
        lines = [("✓ " if found.near else "! ") + self.say(f"workload.{key}", **facts)]
        for name, factor in (("size", found.size_factor), ("count", found.parameter_factor)):
            if factor is not None:
                told = self.texts.number(factor, 2)
                lines.append(self.say(f"workload.factor.{name}", factor=told))
        if found.near:
            lines.append(self.say("workload.alike"))
            lines += [self.say("workload.measure"), f"$ {found.command}"]
        shown.tell("\n".join(lines))

    @on(Button.Pressed, "#take")
    def _take(self) -> None:
        """Measure on what is near to the description, in the precision described."""
        session = self.questionnaire.session
        if self._nearest is None:
            return
        if self._nearest != session.workload:
            self._measure_on(self._nearest)
        described = Precision(session.described.get("precision", Precision.FP32))
        self._compare_in((described,))
        with self.prevent(Tick.Changed):
            for one in Precision:
                self.query_one(f"#in-{one}", Tick).value = one is described

    # the own model

    @on(Input.Submitted, "#model")
    @on(Input.Submitted, "#shapes")
    @on(Button.Pressed, "#inspect")
    def _inspect(self) -> None:
        path = self.query_one("#model", Input).value.strip()
        shapes = self.query_one("#shapes", Input).value.strip()
        session = self.questionnaire.session
        chosen = Path(path) if path else None
        if (chosen, shapes) != (session.model, session.shapes):
            self.change(model=chosen, shapes=shapes, by_model=False)
            self.query_one("#by-model", Tick).value = False
        if path:
            desk = self.questionnaire.desk
            self.query_one("#inspection", Prose).tell(self.say("workload.reading"))
            self.background.start("inspect", lambda: desk.inspect(Path(path), shapes))
        else:
            self.query_one("#inspection", Prose).tell("")
            self.query_one("#by-model").display = False

    @on(Tick.Changed, "#by-model")
    def _by_model(self, event: Tick.Changed) -> None:
        session = self.questionnaire.session
        scenario = self.questionnaire.catalog.scenario(session.scenario)
        if event.value and not scenario.workloads:
            event.checkbox.value = False
            self.trouble(self.say("workload.unmeasured"))
        elif event.value != session.by_model:
            self.change(by_model=event.value)
            self._list()

    def _told(self, found: Inspection) -> str:
        sizes = {name: "×".join(map(str, shape)) or "1" for name, shape in found.inputs.items()}
        operators = [f"{name} {count}" for name, count in found.operators.items()]
        more = len(operators) - SHOWN
        return self.say(
            "workload.found",
            nodes=wording.whole(self.texts, found.nodes),
            opset=str(found.opset),
            size=self.texts.number(found.megabytes),
            inputs=", ".join(f"{name} {size}" for name, size in sizes.items()),
            operators=", ".join(operators[:SHOWN]) + (f" … +{more}" if more > 0 else ""),
        )
