"""The first form: scenario, budget, whether to measure and provision, and the priorities."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.validation import Number
from textual.widgets import Button, Checkbox, Footer, Input, Label, Select, Static

from advisor.tui.messages import LanguageSwitched
from advisor.tui.questionnaire import Page
from advisor.usecases.recommend import Request


class Tick(Checkbox):
    """A checkbox whose mark goes away when it is off: colour is never the only cue."""

    def on_mount(self) -> None:
        """Show the mark of the first state."""
        self.watch_value()

    def watch_value(self) -> None:
        """Show the mark of the new state."""
        self.BUTTON_INNER = "x" if self.value else " "
        super().watch_value()
        self.refresh()


class FormScreen(Page):
    """Asks the question; every answer has a default, so Start works at once."""

    AUTO_FOCUS = "#scenario"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("f5", "start", "Start/开始")]

    def compose(self) -> ComposeResult:
        """Scenario and settings above, one weight per criterion below."""
        texts, request = self.questionnaire.texts, self.questionnaire.request
        language = texts.language
        with VerticalScroll(id="form"):
            yield Label(texts.t("tui.form.title"), classes="title")
            yield Label(texts.t("tui.form.scenario"))
            yield Select(
                [
                    (scenario.title.in_language(language), name)
                    for name, scenario in self.questionnaire.catalog.scenarios.items()
                ],
                value=request.scenario,
                allow_blank=False,
                compact=True,
                id="scenario",
            )
            yield Static(id="summary")
            with Horizontal(classes="row"):
                yield Label(texts.t("tui.form.budget"))
                yield Input(
                    f"{request.budget_s:g}",
                    type="number",
                    validators=[Number(minimum=0, maximum=86_400)],
                    compact=True,
                    id="budget",
                )
            yield Tick(texts.t("tui.form.measure"), request.measure, compact=True, id="measure")
            yield Tick(
                texts.t("tui.form.provision"), request.provision, compact=True, id="provision"
            )
            yield Label(texts.t("tui.form.priorities"), classes="title")
            yield Vertical(id="priorities")
            yield Static(id="problem")
            yield Button(texts.t("tui.form.start"), variant="primary", id="start")
        yield Footer()

    async def on_mount(self) -> None:
        """Fill in what depends on the scenario."""
        await self._show_scenario(self.questionnaire.request.weights)

    @on(Select.Changed, "#scenario")
    async def _scenario_changed(self, event: Select.Changed) -> None:
        if event.value != self.questionnaire.request.scenario:
            self.questionnaire.request = Request(**self._settings(), scenario=str(event.value))
            await self._show_scenario({})

    @on(LanguageSwitched)
    async def _language_switched(self) -> None:
        self.questionnaire.request = self._request() or self.questionnaire.request
        await self.recompose()
        await self._show_scenario(self.questionnaire.request.weights)

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Ask the question, or say which answer is missing."""
        request = self._request()
        problem = self.query_one("#problem", Static)
        if request is None:
            problem.update(self.questionnaire.texts.t("tui.form.problem"))
            problem.scroll_visible()
        else:
            problem.update("")
            self.questionnaire.start(request)

    async def _show_scenario(self, weights: dict[str, float]) -> None:
        """Show the chosen scenario's summary and one weight input per preference."""
        scenario = self.questionnaire.catalog.scenario(self.questionnaire.request.scenario)
        language = self.questionnaire.texts.language
        self.query_one("#summary", Static).update(scenario.summary.in_language(language))
        box = self.query_one("#priorities", Vertical)
        await box.remove_children()
        for preference in scenario.preferences:
            criterion = self.questionnaire.catalog.criterion(preference.criterion)
            value = weights.get(criterion.id, preference.weight)
            row = Horizontal(
                Label(criterion.title.in_language(language)),
                Input(
                    f"{value:g}",
                    type="number",
                    validators=[Number(minimum=0)],
                    compact=True,
                    name=criterion.id,
                    tooltip=criterion.about.in_language(language),
                ),
                classes="row",
            )
            await box.mount(row)

    def _settings(self) -> dict[str, float | bool]:
        return {
            "budget_s": self.questionnaire.request.budget_s,
            "measure": self.query_one("#measure", Checkbox).value,
            "provision": self.query_one("#provision", Checkbox).value,
        }

    def _request(self) -> Request | None:
        """The question as it stands on the form, or None while an input is not a number."""
        if not all(field.is_valid and field.value for field in self.query(Input)):
            return None
        return Request(
            scenario=self.questionnaire.request.scenario,
            weights={
                str(field.name): float(field.value)
                for field in self.query("#priorities Input")
                if isinstance(field, Input)
            },
            budget_s=float(self.query_one("#budget", Input).value),
            measure=self.query_one("#measure", Checkbox).value,
            provision=self.query_one("#provision", Checkbox).value,
        )
