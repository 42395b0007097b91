"""The result: ranking, matrix with its evidence, what-if weights, what would undo it, two compared.

What a report shows too is built by the report's sections, in a thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, DataTable, Label, Select, TabbedContent, TabPane

from advisor.tui.blocks import widgets
from advisor.tui.page import Page
from advisor.tui.terms import said_of
from advisor.tui.widgets.matrix import Matrix
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.slider import Slider
from advisor.usecases.asking.reranking import Reranked
from advisor.usecases.session import Step
from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Report, Table
from reports import wording
from reports.palette import DARK, LIGHT

if TYPE_CHECKING:
    from advisor.usecases.compare import Comparison

TABS = {
    "answer": ("answer", "what_if", "next_step"),
    "ranking": ("ranking",),
    "matrix": (),
    "weights": (),
    "people": ("stakeholders",),
    "flips": ("flips",),
    "compare": (),
    "excluded": ("excluded",),
    "measurements": ("measurements",),
}
"""Tabs, and the sections of the report each shows."""
SHOWN = 12
"""Places of the ranking that is redone."""


class ResultScreen(Page):
    """Everything about the answer of the session; nothing where there is none yet."""

    STEP = Step.RESULT
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "tab(1)", "tab", key_display="F6"),
        Binding("shift+f6", "tab(-1)", show=False),
        Binding("r", "reset", "reset"),
        Binding("k", "keep", "keep"),
    ]

    def body(self) -> Iterable[Widget]:
        """A tab per view."""
        yield Prose(id="banner")
        tabs = TabbedContent(id="tabs")
        for name in TABS:
            empty = Prose()  # a pane of nothing would show its own name
            tabs.compose_add_child(TabPane(self.say(f"result.{name}"), empty, id=f"tab-{name}"))
        yield tabs

    def _pane(self, name: str) -> Iterable[Widget]:
        if name == "matrix":
            yield Matrix()
            yield VerticalScroll(Prose(id="cell"), id="evidence")
        elif name == "weights":
            yield Prose(Text(self.say("result.weights_about")), classes="text")
            yield Vertical(id="sliders")
            yield Horizontal(
                Button(self.say("result.reset"), id="reset", compact=True),
                Button(self.say("result.keep"), id="keep", compact=True),
                classes="row",
            )
            yield DataTable(id="reranked", cursor_type="row", zebra_stripes=True)
            yield Vertical(id="upset")
        elif name == "compare":
            yield Horizontal(
                Select([], id="one", compact=True, prompt="A"),
                Select([], id="other", compact=True, prompt="B"),
                classes="row",
            )
            yield Prose(id="verdict", classes="text")
            yield DataTable(id="compared", cursor_type="row", zebra_stripes=True)
            yield VerticalScroll(Prose(id="terms"), id="said")
        else:
            yield VerticalScroll(id=f"blocks-{name}", classes="blocks")

    def filled(self) -> None:
        """Show the answer, or fetch it, or say that there is none."""
        banner, session = self.query_one("#banner", Prose), self.questionnaire.session
        answer = self.questionnaire.answer
        self._report: Report | None = None
        self._filled: set[str] = set()
        self._mounted: set[str] = set()
        self._table: Table | None = None
        self._compared: Comparison | None = None
        if answer is None and session.run is not None:
            desk, run = self.questionnaire.desk, session.run
            banner.tell(self.say("result.fetching"))
            self.query_one("#tabs").display = False
            self.background.start("answer", lambda: desk.recall(run))
        elif answer is None:
            banner.tell(self.say("result.none"))
            self.query_one("#tabs").display = False
        else:
            stale = session.stale
            banner.tell(self.say("result.stale") if stale else "")
            banner.display = stale
            self.query_one("#tabs").display = True
            texts = self.texts

            def built() -> Report:
                from reports.build import build

                wanted = [name for tab in TABS.values() for name in tab]
                return build(answer, texts, only={*wanted, "matrix"})

            self.background.start("report", built)
            several = answer.stakeholders is not None and bool(answer.ranking)
            tabs = self.query_one("#tabs", TabbedContent)
            (tabs.show_tab if several else tabs.hide_tab)("tab-people")
            active = tabs.active.removeprefix("tab-")
            self.later(partial(self._open, active))

    @property
    def command(self) -> str:
        """The command that gives the answer that is shown, weights tried included."""
        answer = self.questionnaire.answer
        if answer is None:
            return super().command
        session = self.questionnaire.session
        if session.what_if and not session.stale:
            tried = {k: float(f"{v:g}") for k, v in self._tried().items()}
            request = self.questionnaire.desk.request(session).replaying(answer.id)
            changes = {"weights": tried, "weight_files": ()}
            return request.model_copy(update=changes).command()
        return answer.command

    def done(self, name: str, value: object) -> None:
        """Show what came back."""
        if isinstance(value, Recommendation):
            self.questionnaire.answer = value
            self.refresh_command()
            self.filled()
        elif isinstance(value, Report):
            self._report = value
            self.later(partial(self._show_report, value))
        elif isinstance(value, Reranked):
            self._show_reranked(value)
        elif name == "upset":
            self.later(partial(self._show_upset, value))  # type: ignore[arg-type]
        elif name == "compare":
            self._show_comparison(value)  # type: ignore[arg-type]
        elif name == "kept":
            self.questionnaire.answer = value  # type: ignore[assignment]

    def failed(self, name: str) -> None:
        """An answer that is gone leaves nothing to show."""
        if name == "answer":
            self.query_one("#banner", Prose).tell(self.say("result.none"))

    # sections

    async def _open(self, name: str) -> None:
        """Mount a tab when it is first looked at, a part at a turn, and fill it."""
        answer = self.questionnaire.answer
        if answer is None or name not in TABS:
            return
        if name not in self._mounted:
            self._mounted.add(name)
            pane = self.query_one(f"#tab-{name}", TabPane)
            await pane.remove_children()
            for part in self._pane(name):
                await pane.mount(part)
            if name == "weights":
                await self._fill_sliders(answer)
            elif name == "compare":
                self._compare_choices(answer)
        if name == "matrix":
            self.themed()
        await self._fill(name)

    async def _fill(self, name: str) -> None:
        """Compose the report's sections of a tab."""
        if self._report is None or name in self._filled or not TABS.get(name):
            return
        self._filled.add(name)
        box = self.query_one(f"#blocks-{name}", VerticalScroll)
        await box.remove_children()
        for section in self._report.sections:
            if section.id in TABS[name]:
                for block in section.blocks:
                    await box.mount(*widgets(block))

    @on(TabbedContent.TabActivated)
    def _tab(self, event: TabbedContent.TabActivated) -> None:
        self.later(partial(self._open, str(event.pane.id).removeprefix("tab-")))

    async def _show_report(self, report: Report) -> None:
        tables = [
            block
            for section in report.sections
            if section.id == "matrix"
            for block in section.blocks
            if isinstance(block, Table)
        ]
        self._table = tables[0] if tables else None
        active = self.query_one("#tabs", TabbedContent).active
        await self._open(active.removeprefix("tab-"))

    # the matrix and its evidence

    @on(DataTable.CellHighlighted, "#matrix")
    @on(DataTable.CellSelected, "#matrix")
    def _cell(self, event: DataTable.CellHighlighted | DataTable.CellSelected) -> None:
        answer, at = self.questionnaire.answer, event.coordinate
        if answer is None or self._table is None or at.row >= len(answer.ranking):
            return
        shown = self.query_one("#cell", Prose)
        ranked = answer.ranking[at.row]
        if at.column == 0:
            shown.tell(ranked.label)
            return
        shown.tell(self._evidence(answer, at.row, at.column - 1))
        if isinstance(event, DataTable.CellSelected):
            self.query_one("#evidence").focus()

    def _evidence(self, answer: Recommendation, row: int, column: int) -> str:
        ranked, view = answer.ranking[row], answer.matrix.criteria[column]
        belief = next(
            b for b in answer.matrix.beliefs if (b.alternative, b.criterion) == (ranked.id, view.id)
        )
        cell = self._table.rows[row][column + 1] if self._table is not None else None
        language = self.texts.language
        title = view.title.in_language(language)
        lines = [
            self.say("result.cell", stack=ranked.label, criterion=title),
            f"{cell.text}  {cell.sub}" if cell is not None else "",
            view.about.in_language(language),
        ]
        items = {item.key: item for item in answer.evidence}
        found = [items[key] for key in belief.evidence if key in items]
        if not found:
            lines.append(self.say("result.no_evidence"))
        for item in found:
            source = item.source or self.texts.t(f"grade.{item.grade}")
            where = " ".join(part for part in (source, item.locator, item.address) if part)
            lines.append(f"• {item.statement.in_language(language)}\n  [{where}]")
        taken = {one.key: one for one in answer.assumptions}
        for key in belief.assumed:
            if key in taken:
                statement = taken[key].statement.in_language(language)
                lines.append(f"! {self.texts.t('whatif.assumed', statement=statement)}")
        return "\n".join(line for line in lines if line)

    # what-if weights

    def _tried(self) -> dict[str, float]:
        session = self.questionnaire.session
        return {**self._own(), **session.what_if}

    def _own(self) -> dict[str, float]:
        """The weights of the answer, as shares of 100."""
        answer = self.questionnaire.answer
        views = answer.matrix.criteria if answer is not None else ()
        return {view.id: float(f"{100 * view.weight:.6g}") for view in views}

    async def _fill_sliders(self, answer: Recommendation) -> None:
        box = self.query_one("#sliders", Vertical)
        await box.remove_children()
        tried = self._tried()
        rows = [
            Horizontal(
                Label(Text(view.title.in_language(self.texts.language))),
                Slider(tried[view.id], name=view.id, id=f"what-{view.id}"),
                classes="slide",
            )
            for view in answer.matrix.criteria
        ]
        await box.mount(*rows)
        self._rerank()

    @on(Slider.Changed)
    def _slid(self, event: Slider.Changed) -> None:
        what_if = {**self.questionnaire.session.what_if, str(event.slider.name): event.value}
        self.change(what_if=what_if)
        self._rerank()

    def _rerank(self) -> None:
        answer, session = self.questionnaire.answer, self.questionnaire.session
        if answer is None or not answer.ranking:
            return
        desk, tried = self.questionnaire.desk, self._tried()
        self.background.start("rerank", lambda: desk.rerank(answer, session, tried))

    def _show_reranked(self, found: Reranked) -> None:
        for slider in self.query("#sliders Slider").results(Slider):
            if slider.name in found.shares:
                slider.beside = self.texts.percent(found.shares[slider.name])
        table = self.query_one("#reranked", DataTable)
        table.clear(columns=True)
        names = ("place", "was", "stack", "expected", "interval", "first")
        table.add_columns(*(self.say(f"result.column.{name}") for name in names))
        for moved in found.ranking[:SHOWN]:
            arrow = "=" if moved.was == moved.place else "▲" if moved.was > moved.place else "▼"
            table.add_row(
                Text(str(moved.place), justify="right"),
                Text(f"{arrow} {moved.was}"),
                Text(moved.ranked.label),
                Text(wording.score(self.texts, moved.ranked.expected.point), justify="right"),
                Text(wording.score_interval(self.texts, moved.ranked.expected)),
                Text(
                    wording.share(self.texts, moved.ranked.rank_acceptability[0]), justify="right"
                ),
            )

        self._upset()

    def _upset(self) -> None:
        """Work out what would change the order that is shown; the report says it in its words."""
        answer, session, texts = self.questionnaire.answer, self.questionnaire.session, self.texts
        if answer is None:
            return
        desk, tried = self.questionnaire.desk, self._tried()

        def built() -> tuple[Block, ...]:
            from reports.build import build

            report = build(desk.retried(answer, session, tried), texts, only={"flips"})
            return tuple(block for section in report.sections for block in section.blocks)

        self.background.start("upset", built)

    async def _show_upset(self, blocks: tuple[Block, ...]) -> None:
        box = self.query_one("#upset", Vertical)
        await box.remove_children()
        for block in blocks:
            await box.mount(*widgets(block))

    @on(Button.Pressed, "#reset")
    def action_reset(self) -> None:
        """The weights of the answer again."""
        self.change(what_if={})
        if self.questionnaire.answer is not None and "weights" in self._mounted:
            answer = self.questionnaire.answer
            self.later(partial(self._fill_sliders, answer))

    @on(Button.Pressed, "#keep")
    def action_keep(self) -> None:
        """Make the weights that are tried those of the session, for the next run."""
        session = self.questionnaire.session
        if not session.what_if:
            return
        from advisor.usecases.session import Weighing

        tried = {k: float(f"{v:g}") for k, v in self._tried().items()}
        changes = {"weighing": Weighing.SLIDERS, "weights": tried, "people": (), "what_if": {}}
        self.change(**changes)
        self.notify(self.say("result.kept"))
        self.filled()

    # two compared

    def _compare_choices(self, answer: Recommendation) -> None:
        choices = [
            (f"{place}. {ranked.label}", ranked.id)
            for place, ranked in enumerate(answer.ranking, start=1)
        ]
        for place, name in enumerate(("one", "other")):
            select = self.query_one(f"#{name}", Select)
            select.set_options(choices)
            if len(choices) > place:
                select.value = choices[place][1]

    @on(Select.Changed, "#one")
    @on(Select.Changed, "#other")
    def _compare(self) -> None:
        answer = self.questionnaire.answer
        one, other = (self.query_one(f"#{name}", Select).value for name in ("one", "other"))
        if answer is None or not isinstance(one, str) or not isinstance(other, str):
            return

        def compared() -> Comparison:
            from advisor.usecases.compare import compare

            return compare(answer, one, other)

        if one != other:
            self.background.start("compare", compared)

    def _show_comparison(self, found: Comparison) -> None:
        texts = self.texts
        key = "tied" if found.tied else "clear"
        verdict = texts.t(
            f"cli.compare.{key}",
            better=found.better.label,
            other=found.other.label,
            one=texts.fixed(found.better.expected.point, 3),
            two=texts.fixed(found.other.expected.point, 3),
            lead=texts.fixed(found.lead, 3),
        )
        self.query_one("#verdict", Prose).tell(verdict)
        table = self.query_one("#compared", DataTable)
        table.clear(columns=True)
        table.add_columns(
            self.say("result.column.criterion"),
            self.say("result.column.lead"),
            Text(found.better.label),
            Text(found.other.label),
        )
        self._compared = found
        for one in found.differences:
            unit = one.criterion.unit
            table.add_row(
                Text(one.criterion.title.in_language(texts.language)),
                Text(f"{one.lead:+.3f}", justify="right"),
                Text(wording.amount(texts, one.one.estimate.point, unit)),
                Text(wording.amount(texts, one.other.estimate.point, unit)),
            )

    @on(DataTable.RowHighlighted, "#compared")
    @on(DataTable.RowSelected, "#compared")
    def _terms(self, event: DataTable.RowHighlighted | DataTable.RowSelected) -> None:
        """What is said of the two on the criterion, term by term; Enter goes there."""
        found = self._compared
        if found is None or event.cursor_row >= len(found.differences):
            return
        difference = found.differences[event.cursor_row]
        self.query_one("#terms", Prose).tell(said_of(found, difference, self.texts))
        if isinstance(event, DataTable.RowSelected):
            self.query_one("#said").focus()

    def action_tab(self, steps: int) -> None:
        """Show the next tab."""
        tabs = self.query_one("#tabs", TabbedContent)
        answer = self.questionnaire.answer
        alone = answer is None or answer.stakeholders is None
        names = [name for name in TABS if name != "people" or not alone]
        place = names.index(tabs.active.removeprefix("tab-"))
        tabs.active = f"tab-{names[(place + steps) % len(names)]}"

    def themed(self) -> None:
        """Shades follow the theme."""
        if not self.growing and self._table is not None and "matrix" in self._mounted:
            shades = DARK if self.app.current_theme.dark else LIGHT
            few = self.app.native_ansi_color
            self.query_one(Matrix).show(self._table, self.texts, {} if few else shades)
