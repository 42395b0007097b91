"""Priorities: sliders, pairwise questions with their consistency, or swings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList, Select
from textual.widgets.option_list import Option

from advisor.tui.blocks import widgets
from advisor.tui.page import Page
from advisor.tui.people import people
from advisor.tui.widgets.prose import Prose
from advisor.tui.widgets.slider import Slider
from advisor.tui.widgets.tick import Tick
from advisor.usecases.asking.weighing import Misfit, Weighed
from advisor.usecases.session import Step, Weighing
from knowledge.schema.stakes import Certainty
from reports import wording
from scoring.elicitation.interview import Question

if TYPE_CHECKING:
    from advisor.usecases.asking.profiles import Profiles
    from knowledge.schema.scenario import Scenario

SCALE = 8
"""Steps of Saaty's scale to either side of equal."""
BAR = 14


class PrioritiesScreen(Page):
    """What matters how much, by a method of one's choice; the shares are shown live."""

    STEP = Step.PRIORITIES
    FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f6", "method", "method", key_display="F6"),
        Binding("u", "undo", "undo"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._question: Question | None = None
        self._misfit: Misfit | None = None

    def body(self) -> Iterable[Widget]:
        """The method, its questions, and the shares they amount to."""
        session = self.questionnaire.session
        yield Horizontal(
            Label(self.say("priorities.method")),
            Select(
                [(self.say(f"priorities.by.{one}"), one) for one in Weighing],
                value=session.weighing,
                allow_blank=False,
                compact=True,
                id="method",
            ),
            classes="row",
        )
        yield Prose(Text(self.say(f"priorities.about.{session.weighing}")), classes="text")
        yield Container(
            Vertical(id="questions"),
            VerticalScroll(
                Prose(id="shares"),
                Prose(id="told"),
                Button(self.say("priorities.revise"), id="revise", compact=True),
                id="preview",
            ),
            classes="split",
        )
        yield Horizontal(
            Label(self.say("priorities.certainty")),
            Select(
                [(self.say(f"priorities.sure.{one}"), one) for one in Certainty],
                value=session.certainty,
                allow_blank=False,
                compact=True,
                id="certainty",
            ),
            classes="row",
            id="certain",
        )
        yield Tick(self.say("priorities.force"), session.forced, compact=True, id="forced")
        yield Horizontal(
            Label(self.say("priorities.people")),
            Input(placeholder=self.say("priorities.person"), id="person", compact=True),
            classes="row",
        )
        yield OptionList(id="people")
        yield Tick(self.say("priorities.among"), session.among, compact=True, id="among")
        yield Vertical(id="profiles")

    @property
    def _scenario(self) -> Scenario:
        return self.questionnaire.catalog.scenario(self.questionnaire.session.scenario)

    def _title(self, criterion: str) -> str:
        found = self.questionnaire.catalog.criterion(criterion)
        return found.title.in_language(self.texts.language)

    def filled(self) -> None:
        """Show the questions of the method, and what the answers amount to."""
        session = self.questionnaire.session
        sliding = session.weighing is Weighing.SLIDERS
        self.query_one("#certain").display = not sliding
        self.query_one("#forced").display = self.query_one("#revise").display = False
        self._list_people()
        self.later(self._ask)
        self._weigh()
        self._compare()

    def _weigh(self) -> None:
        desk, session = self.questionnaire.desk, self.questionnaire.session
        if session.weighing is Weighing.SLIDERS and session.among:
            self.background.start("own", lambda: desk.own_profile(session))
        if session.weighing is Weighing.SLIDERS:
            self.background.start("shares", lambda: desk.shares(session))
        else:
            self.background.start("weigh", lambda: desk.weigh(session))

    async def _ask(self) -> None:
        """Compose the questions of the method anew."""
        session = self.questionnaire.session
        box = self.query_one("#questions", Vertical)
        await box.remove_children()
        if session.weighing is Weighing.SLIDERS:
            await box.mount(*self._sliders())
            if self.focused is None:
                box.query(Slider).first().focus()
        else:
            desk = self.questionnaire.desk
            self.background.start("question", lambda: desk.question(session))

    def _sliders(self) -> Iterable[Widget]:
        weights = self.questionnaire.session.weights
        top = max(100.0, *(p.weight for p in self._scenario.preferences))
        for preference in self._scenario.preferences:
            name = preference.criterion
            value = weights.get(name, preference.weight)
            criterion = self.questionnaire.catalog.criterion(name)
            slider = Slider(value, high=top, name=name, id=f"weigh-{name}")
            slider.tooltip = criterion.about.in_language(self.texts.language)
            yield Horizontal(Label(Text(self._title(name))), slider, classes="slide")

    @on(Select.Changed, "#method")
    async def _method(self, event: Select.Changed) -> None:
        if event.value != self.questionnaire.session.weighing:
            self.change(weighing=Weighing(str(event.value)), weight_file=None)
            await self.recompose()
            self.begun()

    def action_method(self) -> None:
        """Go on to the next method."""
        methods = list(Weighing)
        place = methods.index(self.questionnaire.session.weighing)
        self.query_one("#method", Select).value = methods[(place + 1) % len(methods)]

    @on(Select.Changed, "#certainty")
    def _sure(self, event: Select.Changed) -> None:
        if event.value != self.questionnaire.session.certainty:
            self.change(certainty=Certainty(str(event.value)))
            self._weigh()

    @on(Tick.Changed, "#forced")
    def _force(self, event: Tick.Changed) -> None:
        if event.value != self.questionnaire.session.forced:
            self.change(forced=event.value)
            self._weigh()

    @on(Slider.Changed)
    def _slid(self, event: Slider.Changed) -> None:
        name = str(event.slider.name)
        if name == "answer":
            self._scale(event.value)
            return
        session = self.questionnaire.session
        own = {p.criterion: p.weight for p in self._scenario.preferences}
        weights = {**session.weights, name: event.value}
        self.change(weights={k: v for k, v in weights.items() if v != own[k]})
        self._weigh()

    # questions

    async def _show_question(self, question: Question | None) -> None:
        self._question = question
        box = self.query_one("#questions", Vertical)
        await box.remove_children()
        if question is None:
            await box.mount(Prose(Text(self.say("priorities.all"))))
        elif question.kind == "ratio":
            await box.mount(*self._ratio(question))
            box.query_one(Slider).focus()
            self._scale(0.0)
        elif question.kind == "largest":
            options = [Option(Text(self._span(name)), id=name) for name in question.choices]
            await box.mount(
                Prose(Text(self.say("priorities.largest"))), OptionList(*options, id="largest")
            )
            box.query_one(OptionList).focus()
        else:
            largest = self._title(question.second)
            await box.mount(
                Prose(
                    Text(self.say("priorities.swing", name=self._span(question.first), top=largest))
                ),
                Slider(50.0, name="answer", id="answer"),
                Button(self.say("priorities.answer"), id="give", compact=True),
            )
            box.query_one(Slider).focus()

    def _ratio(self, question: Question) -> Iterable[Widget]:
        yield Prose(Text(self.say("priorities.which")))
        yield Prose(Text(f"A  {self._span(question.first)}"))
        yield Prose(Text(f"B  {self._span(question.second)}"))
        yield Slider(0.0, low=-SCALE, high=SCALE, name="answer", id="answer")
        yield Prose(id="scale")
        yield Horizontal(
            Button(self.say("priorities.answer"), id="give", variant="primary", compact=True),
            Button(self.say("priorities.skip"), id="skip", compact=True),
            Button(self.say("priorities.undo"), id="undo", compact=True),
            classes="row",
        )

    def _span(self, name: str) -> str:
        preference = next(p for p in self._scenario.preferences if p.criterion == name)
        unit = self.questionnaire.catalog.criterion(name).unit
        ends = (preference.anchors.worst, preference.anchors.best)
        worst, best = (wording.exact(self.texts, end, unit) for end in ends)
        return self.say("priorities.span", title=self._title(name), worst=worst, best=best)

    def _scale(self, place: float) -> None:
        """Say what the place on the scale means: B matters more to the right."""
        scale = self.query("#scale").results(Prose)
        for shown in scale:
            times = str(abs(round(place)) + 1)
            key = "equal" if not place else "first" if place < 0 else "second"
            shown.tell(self.say(f"priorities.scale.{key}", times=times))

    @on(Button.Pressed, "#give")
    def _give(self) -> None:
        slider = self.query_one("#answer", Slider)
        place = round(slider.value)
        if self._question is not None and self._question.kind == "ratio":
            text = f"1/{place + 1}" if place > 0 else str(1 - place)
        else:
            text = str(place)
        self._answered(text)

    @on(Button.Pressed, "#skip")
    def _skip(self) -> None:
        self._answered("skip")

    @on(OptionList.OptionSelected, "#largest")
    def _largest(self, event: OptionList.OptionSelected) -> None:
        self._answered(str(event.option_id))

    def on_key(self, event: object) -> None:
        """Enter on the scale answers."""
        key = getattr(event, "key", "")
        if key == "enter" and self.focused is not None and self.focused.id == "answer":
            self._give()

    def _answered(self, text: str) -> None:
        if self._question is None:
            return
        from advisor.usecases.asking.weighing import answered

        session = self.questionnaire.session
        given = session.answers.get(session.weighing, {})
        given = {**given, self._question.key: answered(self._question, text)}
        self._put(given)

    @on(Button.Pressed, "#undo")
    def action_undo(self) -> None:
        """Take the last answer back."""
        session = self.questionnaire.session
        given = list(session.answers.get(session.weighing, {}).items())
        if given and session.weighing is not Weighing.SLIDERS:
            self._put(dict(given[:-1]))

    @on(Button.Pressed, "#revise")
    def _revise(self) -> None:
        """Ask the pair again whose answer fits least."""
        session, misfit = self.questionnaire.session, self._misfit
        if misfit is not None:
            given = dict(session.answers.get(session.weighing, {}))
            given.pop(f"{misfit.first}:{misfit.second}", None)
            self._put(given)

    def _put(self, given: Mapping[str, str]) -> None:
        session = self.questionnaire.session
        self.change(answers={**session.answers, session.weighing: dict(given)}, weight_file=None)
        desk, session = self.questionnaire.desk, self.questionnaire.session
        self.background.start("question", lambda: desk.question(session))
        self._weigh()

    def done(self, name: str, value: object) -> None:
        """Show shares, a question, or what the answers amount to."""
        if name == "shares" and isinstance(value, Mapping):
            self._show_shares(value)
            self.query_one("#told", Prose).tell("")
        elif name == "question" and (value is None or isinstance(value, Question)):
            self.later(partial(self._show_question, value))
        elif isinstance(value, Weighed):
            self._weighed(value)
        elif name == "own" and isinstance(value, Path):
            self.change(weight_file=value)
            self._compare()
        elif name == "person" and isinstance(value, Path):
            self.change(people=(*self.questionnaire.session.people, value))
            self._list_people()
            self._weigh()
            self._compare()
        elif name == "profiles":
            self.later(partial(self._show_profiles, value))  # type: ignore[arg-type]

    def _weighed(self, found: Weighed) -> None:
        if found.file != self.questionnaire.session.weight_file:
            self.change(weight_file=found.file)
            self._compare()
        self._show_shares(found.shares)
        self._misfit = found.misfit
        self.query_one("#forced").display = not found.consistent
        self.query_one("#revise").display = found.misfit is not None and not found.consistent
        lines = [self.say("priorities.done", done=str(found.done), total=str(found.total))]
        if found.ratio is not None:
            key = "consistent" if found.consistent else "inconsistent"
            ratio = self.texts.fixed(found.ratio, 2)
            mark = "✓ " if found.consistent else "! "
            lines.append(mark + self.say(f"priorities.{key}", ratio=ratio))
        if found.misfit is not None:
            lines.append(
                self.say(
                    "priorities.misfit",
                    first=self._title(found.misfit.first),
                    second=self._title(found.misfit.second),
                    judged=self.texts.number(found.misfit.judged, 2),
                    implied=self.texts.number(found.misfit.implied, 2),
                )
            )
        if found.problem is not None:
            lines.append(self.texts.say(found.problem[0]))
        if found.file is None:
            lines.append(self.say("priorities.own"))
        self.query_one("#told", Prose).tell("\n".join(lines))

    def _show_shares(self, shares: Mapping[str, float]) -> None:
        rows = [
            (
                self._title(name),
                self.texts.percent(share),
                round(BAR * share / max(shares.values())),
            )
            for name, share in shares.items()
        ]
        for slider in self.query(Slider):
            if slider.name in shares:
                slider.beside = self.texts.percent(shares[str(slider.name)])
        lines = [self.say("priorities.shares")]
        lines += [f"{'█' * bar:<{BAR}} {told:>4}  {title}" for title, told, bar in rows]
        self.query_one("#shares", Prose).tell("\n".join(lines))

    @on(Input.Submitted, "#person")
    def _person(self, event: Input.Submitted) -> None:
        path = Path(event.value.strip()).expanduser()
        desk, session = self.questionnaire.desk, self.questionnaire.session
        event.input.value = ""

        def checked() -> Path:
            desk.colleague(session, path)
            return path

        if event.value.strip():
            self.background.start("person", checked)

    def _list_people(self) -> None:
        """Everyone whose weights count besides; where there is nobody the room is not taken."""
        shown, people = self.query_one("#people", OptionList), self.questionnaire.session.people
        shown.clear_options()
        shown.add_options(
            Option(Text(str(file)), id=f"person-{i}") for i, file in enumerate(people)
        )
        shown.display = bool(people)
        sliding = self.questionnaire.session.weighing is Weighing.SLIDERS
        self.query_one("#among").display = bool(people) and sliding

    @on(OptionList.OptionSelected, "#people")
    def _leaves(self, event: OptionList.OptionSelected) -> None:
        """One person less."""
        people = list(self.questionnaire.session.people)
        del people[event.option_index]
        self.change(people=tuple(people))
        self._list_people()
        self._compare()

    @on(Tick.Changed, "#among")
    def _among(self, event: Tick.Changed) -> None:
        if event.value != self.questionnaire.session.among:
            self.change(among=event.value, weight_file=None)
            self._weigh()
            self._compare()

    def _compare(self) -> None:
        """Hold those who decide against each other; nobody but oneself is not compared."""
        desk, session = self.questionnaire.desk, self.questionnaire.session
        if len(session.request().weight_files) > 1:
            self.background.start("profiles", lambda: desk.profiles(session))
        else:
            self.later(partial(self._show_profiles, None))

    async def _show_profiles(self, found: Profiles | None) -> None:
        box = self.query_one("#profiles", Vertical)
        await box.remove_children()
        if found is not None:
            for block in people(found, self.texts):
                await box.mount(*widgets(block))
