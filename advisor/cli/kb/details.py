"""What an entry says of itself besides its statements: labels and values for `advisor kb show`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from advisor.cli.kb.wording import local, word
from knowledge.schema.compatibility import AxisTerm, CompatibilityTable
from knowledge.schema.criterion import Criterion
from knowledge.schema.device import Device
from knowledge.schema.environment import EnvironmentSpec
from knowledge.schema.evidence import Source
from knowledge.schema.framework import Framework, Route
from knowledge.schema.scenario import Scenario
from knowledge.schema.system import System
from knowledge.schema.vocabulary import CapabilityTerm, QuantityTerm
from knowledge.texts import Texts

Pairs = Iterator[tuple[str, str]]


def details(noun: object, texts: Texts) -> list[tuple[str, str]]:
    """Labels and values, in words; empty for an entry of a family that is not known here."""
    describe = _DESCRIBE.get(type(noun))
    pairs = describe(noun, texts) if describe is not None else ()
    return [(texts.t(f"kb.label.{label}"), value) for label, value in pairs if value]


def _framework(framework: Framework, texts: Texts) -> Pairs:
    join = texts.t("statement.join")
    yield "roles", join.join(word(role, texts) for role in framework.roles)
    yield "state", texts.t(f"lifecycle.{framework.lifecycle}")
    yield "package", framework.package
    yield "names", join.join(framework.aliases)
    yield "extends", framework.extends or ""
    homes = (framework.environment, *(mode.environment for mode in framework.modes))
    yield "environment", join.join(dict.fromkeys(filter(None, homes)))
    modes = (f"{mode.id} ({local(mode.title, texts)})" for mode in framework.modes)
    yield "modes", join.join(modes)


def _system(system: System, texts: Texts) -> Pairs:
    yield "kind", word(system.kind, texts)
    yield "state", texts.t(f"kb.state.{system.state}")
    yield "version", system.version or ""
    yield "released", system.released or ""
    yield "package", system.package or ""
    yield "names", texts.t("statement.join").join(system.aliases)


def _device(device: Device, texts: Texts) -> Pairs:
    yield "kind", word(device.kind, texts)
    yield "vendor", device.vendor
    if device.detection is not None:
        found = device.detection
        signs = [*(f"+{name}" for name in found.has), *(f"-{name}" for name in found.lacks)]
        yield "detection", " ".join([found.machine, *signs])


def _route(route: Route, texts: Texts) -> Pairs:
    yield "source", route.source
    yield "target", route.target
    yield "steps", texts.t("kb.show.arrow").join(route.steps)


def _scenario(scenario: Scenario, texts: Texts) -> Pairs:
    yield "scope", scenario.scope.value
    for requirement in scenario.requirements:
        yield "requirement", local(requirement.title, texts)
    for preference in scenario.preferences:
        yield "weight", f"{texts.number(preference.weight)}  {preference.criterion}"


def _criterion(criterion: Criterion, texts: Texts) -> Pairs:
    yield "unit", texts.word(criterion.unit)
    yield "measured", criterion.measured or ""
    for one in criterion.indicators:
        yield "weight", f"{texts.number(one.weight)}  {one.part}: {one.term}"
    for branch in criterion.branches:
        yield "weight", f"{texts.number(branch.weight)}  {branch.criterion}"


def _environment(spec: EnvironmentSpec, texts: Texts) -> Pairs:
    yield "framework", spec.framework
    yield "python", spec.python
    yield "requirements", texts.t("statement.join").join(spec.requirements)


def _source(source: Source, texts: Texts) -> Pairs:
    yield "kind", word(source.kind, texts)
    yield "publisher", source.publisher
    yield "address", source.address
    yield "published", "" if source.published is None else source.published.isoformat()


def _capability(term: CapabilityTerm, texts: Texts) -> Pairs:
    yield "shelf-life", texts.t("kb.label.days", count=term.shelf_life_days)


def _quantity(term: QuantityTerm, texts: Texts) -> Pairs:
    yield "unit", texts.word(term.unit)
    yield "shelf-life", texts.t("kb.label.days", count=term.shelf_life_days)


def _axis(term: AxisTerm, texts: Texts) -> Pairs:
    yield "names", texts.t("statement.join").join(term.aliases)
    for value, names in term.values.items():
        yield "value", texts.t("statement.join").join((value, *names))


def _table(table: CompatibilityTable, texts: Texts) -> Pairs:
    yield "axes", texts.t("statement.join").join(table.axes)
    yield "keys", texts.t("statement.join").join(table.keys)


_DESCRIBE: dict[type, Callable[[Any, Texts], Pairs]] = {
    Framework: _framework,
    System: _system,
    Device: _device,
    Route: _route,
    Scenario: _scenario,
    Criterion: _criterion,
    EnvironmentSpec: _environment,
    Source: _source,
    CapabilityTerm: _capability,
    QuantityTerm: _quantity,
    AxisTerm: _axis,
    CompatibilityTable: _table,
}
