"""Hardware: decide for this machine as detected, for a device of the catalogue, or for several."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on
from textual.containers import Container, Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Button, Input, Label, OptionList
from textual.widgets.option_list import Option

from advisor.tui.page import Page
from advisor.tui.widgets.prose import Prose
from advisor.usecases.asking.outlook import Outlook
from advisor.usecases.asking.targets import PREFIX, Aim, toggled, untargeted
from advisor.usecases.session import Step
from reports import wording
from reports.host import host_line

if TYPE_CHECKING:
    from knowledge.schema.device import Device

MEMORY = "memory.capacity"
HERE = "here"
"""The option that stands for this machine."""
FACTS = 12
"""Facts shown of a device."""


class HardwareScreen(Page):
    """Enter aims at a device or no longer; times of this machine count for this machine alone."""

    STEP = Step.HARDWARE
    FOCUS = "#devices"

    def body(self) -> Iterable[Widget]:
        """What is aimed at, then the catalogue."""
        yield Prose(self.say("hardware.detecting"), id="host")
        yield Prose(id="verdict", classes="text")
        yield Label(self.say("hardware.target"), classes="title")
        yield Container(
            Container(
                Input(placeholder=self.say("hardware.search"), id="device-search", compact=True),
                OptionList(id="devices"),
                id="left",
            ),
            VerticalScroll(
                Horizontal(
                    Button(self.say("hardware.aim"), id="aim", compact=True),
                    Button(self.say("hardware.fit"), id="fit", compact=True),
                    classes="row",
                    id="deeds",
                ),
                Prose(id="trial"),
                Prose(id="device"),
                id="preview",
            ),
            classes="split",
        )

    def filled(self) -> None:
        """Detect the machine, list the devices."""
        self._trial = ""
        self.query_one("#deeds").display = False
        self._list("")
        self._look()

    def _look(self) -> None:
        desk, session = self.questionnaire.desk, self.questionnaire.session
        self.background.start("aim", lambda: desk.aim(session))

    @property
    def _aimed(self) -> tuple[str, ...]:
        known = self.questionnaire.catalog.devices
        wanted = self.questionnaire.session.require
        named = (one.removeprefix(PREFIX) for one in wanted if one.startswith(PREFIX))
        return tuple(name for name in named if name in known)

    def done(self, name: str, value: object) -> None:  # noqa: ARG002
        """Show the machine and what the answer is for, or what a device would leave."""
        if isinstance(value, Aim):
            self._show(value)
        elif isinstance(value, Outlook):
            told = self.say("hardware.trial", left=str(len(value.kept)), total=str(value.total))
            self.query_one("#trial", Prose).tell(told)

    def _show(self, found: Aim) -> None:
        lines = [self.say("hardware.here", host=host_line(found.host, self.texts))]
        if found.same:
            devices = self.questionnaire.catalog.devices
            titles = [devices[name].title for name in found.same]
            lines.append(self.say("hardware.class", title=wording.names(self.texts, titles)))
        self.query_one("#host", Prose).tell("\n".join(lines))
        target = found.target.in_language(self.texts.language) if found.target else ""
        if found.chips:
            key = "aimed_here" if found.here else "aimed"
        else:
            key = "fits" if found.here else "elsewhere"
        told = self.say(f"hardware.{key}", target=target) if target else self.say("hardware.any")
        self.query_one("#verdict", Prose).tell(("✓ " if found.here else "! ") + told)

    # the list

    def _list(self, words: str) -> None:
        devices = self.query_one("#devices", OptionList)
        devices.clear_options()
        catalog, aimed = self.questionnaire.catalog, self._aimed
        wanted = words.casefold().split()
        options = [] if wanted else [Option(self._line(HERE, aimed), id=HERE)]
        # what is aimed at stands first, so that it is seen without a search
        for name in (*aimed, *(name for name in catalog.devices if name not in aimed)):
            device = catalog.devices[name]
            said = " ".join((name, device.title, *device.aliases, device.vendor)).casefold()
            if all(word in said for word in wanted):
                options.append(Option(self._line(name, aimed), id=name))
        devices.add_options(options)
        looked = self.questionnaire.session.target
        at = next((i for i, one in enumerate(options) if one.id == looked), 0)
        devices.highlighted = at if options else None

    def _line(self, name: str, aimed: tuple[str, ...]) -> Text:
        mark = "x" if (name in aimed or (name == HERE and not aimed)) else " "
        if name == HERE:
            return Text(f"[{mark}] " + self.say("hardware.this"))
        device = self.questionnaire.catalog.devices[name]
        kind = self.say(f"hardware.kind.{device.kind}")
        return Text(f"[{mark}] {device.title} ({kind})")

    @on(Input.Changed, "#device-search")
    def _searched(self, event: Input.Changed) -> None:
        self._list(event.value)

    @on(Input.Submitted, "#device-search")
    def _search_over(self) -> None:
        self.query_one("#devices").focus()

    @on(OptionList.OptionHighlighted, "#devices")
    def _device(self, event: OptionList.OptionHighlighted) -> None:
        name = str(event.option_id)
        self.query_one("#deeds").display = name != HERE
        self.query_one("#trial", Prose).tell("")
        if name == HERE:
            self._trial = ""
            self.query_one("#device", Prose).tell(self.say("hardware.about_here"))
            return
        device = self.questionnaire.catalog.devices[name]
        if self.questionnaire.session.target != name:
            self.change(target=name)
        self.query_one("#device", Prose).tell(self._told(device))
        known = any(fact.quantity == MEMORY for fact in device.facts)
        self.query_one("#fit").display = known
        self.query_one("#aim").display = device.counts_as is not None
        self._try(device)

    def _told(self, device: Device) -> str:
        catalog, language = self.questionnaire.catalog, self.texts.language
        lines = [device.title, device.summary.in_language(language)]
        if device.counts_as is None:
            lines.append("! " + self.say("hardware.unsupported"))
        else:
            lines.append(self.say("hardware.counts_as", kind=self._kinds(device)))
        lines.append("")
        for fact in device.facts[:FACTS]:
            term = catalog.quantities.get(fact.quantity)
            title = term.title.in_language(language) if term else fact.quantity
            qualifiers = ", ".join(self.texts.word(str(q)) for q in fact.qualifiers.values())
            amount = self.texts.quantity(fact.value, fact.unit)
            lines.append(f"{title}{f' ({qualifiers})' if qualifiers else ''}: {amount}")
        return "\n".join(lines)

    def _kinds(self, device: Device) -> str:
        """What frameworks' support for it is stated of, each part of it, in words."""
        catalog, language = self.questionnaire.catalog, self.texts.language
        terms = [(name, catalog.capabilities.get(name)) for name in device.kinds]
        titles = [term.title.in_language(language) if term else name for name, term in terms]
        return ("、" if language == "zh" else ", ").join(titles)

    def _try(self, device: Device) -> None:
        """How many stacks an answer for this device would rank."""
        self._trial = device.id
        if device.counts_as is None:
            return
        desk, session = self.questionnaire.desk, self.questionnaire.session
        more = () if device.id in self._aimed else (PREFIX + device.id,)
        self.background.start("trial", lambda: desk.outlook(session, require=more))

    # what is aimed at

    @on(OptionList.OptionSelected, "#devices")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self._aim(str(event.option_id))

    @on(Button.Pressed, "#aim")
    def _pressed(self) -> None:
        if self._trial:
            self._aim(self._trial)

    def _aim(self, name: str) -> None:
        require = self.questionnaire.session.require
        if name == HERE:
            self.change(require=untargeted(require, self._aimed))
        elif self.questionnaire.catalog.devices[name].counts_as is None:
            self.trouble(self.say("hardware.unsupported"))
            return
        else:
            self.change(require=toggled(require, name))
        devices, aimed = self.query_one("#devices", OptionList), self._aimed
        for option in devices.options:
            devices.replace_option_prompt(str(option.id), self._line(str(option.id), aimed))
        self._look()

    @on(Button.Pressed, "#fit")
    def _fit(self) -> None:
        session = self.questionnaire.session
        wanted = f"memory={session.target}"
        others = tuple(one for one in session.require if not one.startswith("memory="))
        self.change(require=(*others, wanted))
        self.notify(self.say("hardware.fitted", names=wording.names(self.texts, [wanted])))
