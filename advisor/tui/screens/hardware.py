"""Hardware: this machine as detected, what the scenario is meant for, and a device to fit."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import on
from textual.containers import Container, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList
from textual.widgets.option_list import Option

from advisor.tui.page import Page
from advisor.tui.widgets.prose import Prose
from advisor.usecases.session import Step
from knowledge.schema.host import Host
from reports import wording
from reports.host import host_line

MEMORY = "memory.capacity"


class HardwareScreen(Page):
    """Measuring is done here; a catalogued device can be looked at and asked to be fitted."""

    STEP = Step.HARDWARE
    AUTO_FOCUS = ""  # at 80x24 the machine comes first

    def body(self) -> Iterable[Widget]:
        """This machine, then the catalogue."""
        yield Label(self.say("hardware.here"), classes="title")
        yield Prose(self.say("hardware.detecting"), id="host")
        yield Prose(id="verdict", classes="text")
        yield Label(self.say("hardware.target"), classes="title")
        yield Prose(Text(self.say("hardware.limit")), classes="text")
        yield Container(
            Container(
                Input(placeholder=self.say("hardware.search"), id="device-search", compact=True),
                OptionList(id="devices"),
                id="left",
            ),
            VerticalScroll(
                Prose(id="device"),
                Button(self.say("hardware.fit"), id="fit", compact=True),
                id="preview",
            ),
            classes="split",
        )

    def filled(self) -> None:
        """Detect the machine, list the devices."""
        desk = self.questionnaire.desk
        self.background.start("host", lambda: (desk.host(), desk.kinds()))
        self.query_one("#fit").display = False
        self._list("")

    def done(self, name: str, value: object) -> None:  # noqa: ARG002
        """Show the machine and whether the scenario is meant for such a one."""
        match value:
            case (Host() as host, frozenset() as kinds):
                self._show(host, kinds)

    def _show(self, host: Host, kinds: frozenset[str]) -> None:
        catalog, language = self.questionnaire.catalog, self.texts.language
        lines = [host_line(host, self.texts)]
        found = catalog.devices.get(host.cpu.device_class or "")
        if found is not None:
            title = found.title
            lines.append(self.say("hardware.class", title=title))
        self.query_one("#host", Prose).tell("\n".join(lines))
        scenario = catalog.scenario(self.questionnaire.session.scenario)
        here = not scenario.devices or not kinds.isdisjoint(scenario.devices)
        meant = scenario.target.in_language(language) if scenario.target else ""
        key = "fits" if here else "elsewhere"
        told = self.say(f"hardware.{key}", target=meant) if meant else self.say("hardware.any")
        self.query_one("#verdict", Prose).tell(("✓ " if here else "! ") + told)

    def _list(self, words: str) -> None:
        devices = self.query_one("#devices", OptionList)
        devices.clear_options()
        wanted = words.casefold().split()
        for name, device in self.questionnaire.catalog.devices.items():
            said = " ".join((name, device.title, *device.aliases, device.vendor)).casefold()
            if all(word in said for word in wanted):
                kind = self.say(f"hardware.kind.{device.kind}")
                devices.add_option(Option(Text(f"{device.title} ({kind})"), id=name))
        target = self.questionnaire.session.target
        if target is not None and not words and target in self.questionnaire.catalog.devices:
            devices.highlighted = devices.get_option_index(target)

    @on(Input.Changed, "#device-search")
    def _searched(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(OptionList.OptionHighlighted, "#devices")
    @on(OptionList.OptionSelected, "#devices")
    def _device(self, event: OptionList.OptionHighlighted | OptionList.OptionSelected) -> None:
        device = self.questionnaire.catalog.devices[str(event.option_id)]
        if self.questionnaire.session.target != device.id:
            self.change(target=device.id)
        lines = [device.title, device.summary.in_language(self.texts.language), ""]
        for fact in device.facts[:12]:
            term = self.questionnaire.catalog.quantities.get(fact.quantity)
            title = term.title.in_language(self.texts.language) if term else fact.quantity
            qualifiers = ", ".join(self.texts.word(str(q)) for q in fact.qualifiers.values())
            amount = self.texts.quantity(fact.value, fact.unit)
            lines.append(f"{title}{f' ({qualifiers})' if qualifiers else ''}: {amount}")
        self.query_one("#device", Prose).tell("\n".join(lines))
        known = any(fact.quantity == MEMORY for fact in device.facts)
        self.query_one("#fit").display = known

    @on(Button.Pressed, "#fit")
    def _fit(self) -> None:
        session = self.questionnaire.session
        wanted = f"memory={session.target}"
        others = tuple(one for one in session.require if not one.startswith("memory="))
        self.change(require=(*others, wanted))
        self.notify(self.say("hardware.fitted", names=wording.names(self.texts, [wanted])))
