"""Workload: what the scenario measures with, and a look into a model of one's own."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.text import Text
from textual import on
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button, DataTable, Input, Label

from advisor.tui.page import Page
from advisor.tui.widgets.prose import Prose
from advisor.usecases.asking.inspecting import Inspection
from advisor.usecases.session import Step
from knowledge.schema.base import LocalText
from reports import wording

SHOWN = 8
"""Operators named of a model."""


class WorkloadScreen(Page):
    """The ranking rests on the scenario's workloads; a model of one's own can be inspected."""

    STEP = Step.WORKLOAD
    AUTO_FOCUS = "#workloads"

    def body(self) -> Iterable[Widget]:
        """The built-in list with what is used, then the own model."""
        session = self.questionnaire.session
        yield Prose(Text(self.say("workload.about")), classes="text")
        yield DataTable(id="workloads", cursor_type="row", zebra_stripes=True)
        yield Label(self.say("workload.own"), classes="title")
        yield Prose(Text(self.say("workload.limit")), classes="text")
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

    def filled(self) -> None:
        """List the workloads; look again into a model that was looked into."""
        self.background.start("workloads", self.questionnaire.desk.workloads)
        if self.questionnaire.session.model is not None:
            self._inspect()

    def done(self, name: str, value: object) -> None:
        """Show what was found."""
        if name == "workloads" and isinstance(value, Mapping):
            self._list(value)
        elif isinstance(value, Inspection):
            self.query_one("#inspection", Prose).tell(self._told(value))

    def failed(self, name: str) -> None:
        """Nothing is known of a model that cannot be read."""
        if name == "inspect":
            self.query_one("#inspection", Prose).tell("")

    def _list(self, titles: Mapping[str, LocalText]) -> None:
        catalog = self.questionnaire.catalog
        scenario = catalog.scenario(self.questionnaire.session.scenario)
        language = self.texts.language
        uses: dict[str, list[str]] = {}
        for preference in scenario.preferences:
            if preference.measure is not None:
                title = catalog.criterion(preference.criterion).title.in_language(language)
                batch = str(preference.measure.batch)
                told = self.say("workload.use", criterion=title, batch=batch)
                uses.setdefault(preference.measure.workload, []).append(told)
        table = self.query_one("#workloads", DataTable)
        table.clear(columns=True)
        table.add_columns(*(self.say(f"workload.{name}") for name in ("name", "used", "title")))
        for name in sorted(titles, key=lambda name: (name not in uses, name)):
            used = "✓ " + wording.names(self.texts, uses[name]) if name in uses else "–"
            table.add_row(name, Text(used), Text(titles[name].in_language(language)))

    @on(Input.Submitted)
    @on(Button.Pressed, "#inspect")
    def _inspect(self) -> None:
        path = self.query_one("#model", Input).value.strip()
        shapes = self.query_one("#shapes", Input).value.strip()
        self.change(model=Path(path) if path else None, shapes=shapes)
        if path:
            desk = self.questionnaire.desk
            self.query_one("#inspection", Prose).tell(self.say("workload.reading"))
            self.background.start("inspect", lambda: desk.inspect(Path(path), shapes))

    def _told(self, found: Inspection) -> str:
        sizes = {name: "×".join(map(str, shape)) or "1" for name, shape in found.inputs.items()}
        operators = [f"{name} {count}" for name, count in found.operators.items()]
        more = len(operators) - SHOWN
        told = self.say(
            "workload.found",
            nodes=wording.whole(self.texts, found.nodes),
            opset=str(found.opset),
            size=self.texts.number(found.megabytes),
            inputs=", ".join(f"{name} {size}" for name, size in sizes.items()),
            operators=", ".join(operators[:SHOWN]) + (f" … +{more}" if more > 0 else ""),
        )
        words = ["advisor", "probe", "run", "--model", str(found.path)]
        for shape in self.questionnaire.session.shapes.split():
            words += ["--input-shape", shape]
        return f"{told}\n{self.say('workload.measure')}\n$ {shlex.join(words)}"
