"""Whether the nouns of a catalog fit together: every name they use exists and means what it must.

Pure. What a single noun can tell of itself is checked by its schema; here is the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from knowledge import licences
from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.findings import purl_fault
from knowledge.nearest import did_you_mean
from knowledge.schema.claims import Claim, Fact, Support
from knowledge.schema.compatibility import CompatibilityTable
from knowledge.schema.criterion import Criterion
from knowledge.schema.device import Device
from knowledge.schema.environment import EnvironmentSpec
from knowledge.schema.evidence import Citation
from knowledge.schema.framework import Framework, Route
from knowledge.schema.operators import OperatorRegistry
from knowledge.schema.recipe import Recipe
from knowledge.schema.scenario import Scenario
from knowledge.schema.system import System
from knowledge.schema.trial import Article

Path = tuple[str | int, ...]
Names = Mapping[str, Mapping[str, str]]
"""Family -> ids that exist, whether their entries are valid or not."""

_PURL = re.compile(r"^pkg:[a-z]+/\S+$")
_VERSION = re.compile(r"^≤?v?\d[0-9A-Za-z.+_-]*$")


class Reference(NamedTuple):
    """Something that does not fit, at `path` of the file `file` ("frameworks/pytorch")."""

    file: str
    path: Path
    message: str
    tip: str = ""


def check(catalog: Catalog, names: Names | None = None) -> Iterator[Reference]:
    """Every name or value in `catalog` that does not fit the rest of it.

    `names` replaces the catalog's own ids where invalid entries exist beside the valid ones, so
    that a name is not called unknown because its entry has a mistake elsewhere.
    """
    checker = _Checker(catalog, names or {})
    examined: tuple[tuple[Mapping[str, Any], Callable[[Any], Iterator[Reference]]], ...] = (
        (catalog.frameworks, checker.framework),
        (catalog.devices, checker.device),
        (catalog.systems, checker.system),
        (catalog.recipes, checker.recipe),
        (catalog.operators, checker.operators),
        (catalog.claims, checker.article),
        (catalog.compatibility, checker.table),
        (catalog.routes, checker.route),
        (catalog.criteria, checker.criterion),
        (catalog.scenarios, checker.scenario),
        (catalog.environments, checker.environment),
    )
    for family, examine in examined:
        for noun in family.values():
            yield from examine(noun)
    for old, new in catalog.moved.items():
        yield from checker.name(old, ("moved_to",), *new.split("/", 1))


class _Checker:
    """The catalog with the names that count as known in it."""

    def __init__(self, catalog: Catalog, names: Names) -> None:
        self._catalog = catalog
        self._names = names

    def name(self, file: str, path: Path, family: str, name: str) -> Iterator[Reference]:
        """A reference when `family` has no `name`."""
        known = self._names.get(family) or getattr(self._catalog, family)
        if name not in known and f"{family}/{name}" not in self._catalog.moved:
            singular = {
                "criteria": "criterion",
                "capabilities": "capability",
                "quantities": "quantity",
            }.get(family, family.removesuffix("s"))
            tip = did_you_mean(name, known) if known else ""
            yield Reference(file, path, f"unknown {singular} {name!r}", tip)

    def framework(self, framework: Framework) -> Iterator[Reference]:
        """Its statements, and the frameworks and environment it names."""
        file = f"frameworks/{framework.id}"
        yield from self.statements(file, framework.claims, framework.facts)
        yield from _package(file, framework.package)
        if framework.successor is not None:
            yield from self.successor(file, framework.successor)
        if framework.extends is not None:
            yield from self.name(file, ("extends",), "frameworks", framework.extends)
        for index, caveat in enumerate(framework.caveats):
            yield from self.evidence(file, ("caveats", index), caveat.evidence)
        for index, never in enumerate(framework.never_released):
            yield from self.evidence(file, ("never_released", index), never.evidence)
        if framework.environment is not None:
            yield from self.name(file, ("environment",), "environments", framework.environment)
        yield from _repeated(file, "modes", [mode.id for mode in framework.modes], "mode")
        for index, mode in enumerate(framework.modes):
            for place, name in enumerate(mode.devices):
                path = ("modes", index, "devices", place)
                yield from self.name(file, path, "capabilities", name)
            if mode.on is not None:
                owner = mode.on.partition("/")[0]
                yield from self.name(file, ("modes", index, "on"), "frameworks", owner)
            if mode.environment is not None:
                yield from self.name(
                    file, ("modes", index, "environment"), "environments", mode.environment
                )
            for key, via in (("via", mode.via), ("quantised", mode.quantised)):
                if via is not None:
                    at = ("modes", index, key)
                    yield from self.name(
                        file, (*at, "environment"), "environments", via.environment
                    )
                    for place, name in enumerate(via.routes):
                        yield from self.name(file, (*at, "routes", place), "routes", name)

    def system(self, system: System) -> Iterator[Reference]:
        """Its successor, its evidence, and an id of its own."""
        file = f"systems/{system.id}"
        if system.id in self._catalog.frameworks or system.id in self._catalog.devices:
            message = f"there is a framework or device {system.id!r} too"
            yield Reference(file, ("id",), message, "rename one")
        yield from _package(file, system.package)
        if system.successor is not None:
            yield from self.successor(file, system.successor)
        yield from self.evidence(file, (), system.evidence)

    def article(self, article: Article) -> Iterator[Reference]:
        """Whom its claims are about, their evidence, and ids of their own."""
        file = f"claims/{article.id}"
        yield from _repeated(file, "claims", [claim.id for claim in article.claims], "claim")
        families = ("frameworks", "systems", "devices")
        known = {name for f in families for name in self._names.get(f) or getattr(self._catalog, f)}
        for index, claim in enumerate(article.claims):
            path: Path = ("claims", index)
            for field, named in (("about", claim.about), ("over", claim.over)):
                for place, name in enumerate(named):
                    if name not in known:
                        message = f"unknown framework, system or device {name!r}"
                        where = (*path, field, place)
                        yield Reference(file, where, message, did_you_mean(name, known))
            if claim.capability is not None:
                where = (*path, "capability")
                yield from self.name(file, where, "capabilities", claim.capability)
            if claim.recipe is not None:
                yield from self.name(file, (*path, "recipe"), "recipes", claim.recipe)
            if claim.scenario is not None:
                yield from self.name(file, (*path, "scenario"), "scenarios", claim.scenario)
            yield from self.evidence(file, path, claim.evidence)

    def successor(self, file: str, name: str) -> Iterator[Reference]:
        """A reference when neither a framework nor a system is called `name`."""
        systems = self._names.get("systems") or self._catalog.systems
        if name not in systems:
            yield from self.name(file, ("successor",), "frameworks", name)

    def device(self, device: Device) -> Iterator[Reference]:
        """Its statements, and an id of its own."""
        file = f"devices/{device.id}"
        yield from self.statements(file, device.claims, device.facts)
        if device.id in self._catalog.frameworks:
            yield Reference(file, ("id",), f"there is a framework {device.id!r} too", "rename one")
        if device.counts_as is not None:
            yield from self.name(file, ("counts_as",), "capabilities", device.counts_as)

    def recipe(self, recipe: Recipe) -> Iterator[Reference]:
        """The environments its variants run in."""
        for index, variant in enumerate(recipe.variants):
            path: Path = ("variants", index, "environment")
            yield from self.name(f"recipes/{recipe.id}", path, "environments", variant.environment)

    def operators(self, registry: OperatorRegistry) -> Iterator[Reference]:
        """The framework it is of, and its evidence."""
        file = f"operators/{registry.id}"
        yield from self.name(file, ("id",), "frameworks", registry.id)
        yield from self.evidence(file, (), registry.evidence)
        for index, citation in enumerate(registry.set_evidence):
            path: Path = ("set_evidence", index, "source")
            yield from self.name(file, path, "sources", citation.source)

    def environment(self, spec: EnvironmentSpec) -> Iterator[Reference]:
        """The framework it is made for."""
        file = f"environments/{spec.id}"
        yield from self.name(file, ("framework",), "frameworks", spec.framework)

    def statements(
        self, file: str, claims: Sequence[Claim], facts: Sequence[Fact]
    ) -> Iterator[Reference]:
        """Claims and facts: closed vocabulary, units, sources, nothing said twice."""
        yield from _repeated(file, "claims", [claim.capability for claim in claims], "claim on")
        keys = [" ".join([f.quantity, *map("=".join, sorted(f.qualifiers.items()))]) for f in facts]
        yield from _repeated(file, "facts", keys, "fact on")
        for index, claim in enumerate(claims):
            path: Path = ("claims", index)
            yield from self.name(file, (*path, "capability"), "capabilities", claim.capability)
            yield from _support(file, (*path, "support"), claim.support)
            yield from self.evidence(file, path, claim.evidence)
        for index, fact in enumerate(facts):
            path = ("facts", index)
            yield from self.name(file, (*path, "quantity"), "quantities", fact.quantity)
            yield from self.unit(file, path, fact)
            yield from self.evidence(file, path, fact.evidence)

    def unit(self, file: str, path: Path, fact: Fact) -> Iterator[Reference]:
        """A reference when the fact is not in the unit of its quantity."""
        term = self._catalog.quantities.get(fact.quantity)
        if term is not None and fact.unit != term.unit:
            message = f"{fact.quantity} is given in {term.unit}, not {fact.unit}"
            yield Reference(file, (*path, "unit"), message, "convert the value")

    def evidence(self, file: str, path: Path, evidence: Sequence[Citation]) -> Iterator[Reference]:
        """References to the sources that do not exist."""
        for index, citation in enumerate(evidence):
            where = (*path, "evidence", index, "source")
            yield from self.name(file, where, "sources", citation.source)

    def table(self, table: CompatibilityTable) -> Iterator[Reference]:
        """Its axes, what its rows admit on them, and its evidence."""
        from knowledge.compatibility.check import faults

        file = f"compatibility/{table.id}"
        products = self._names.get("frameworks") or self._catalog.frameworks
        for where, message, tip in faults(table, self._catalog.axes, products):
            yield Reference(file, where, message, tip)
        yield from self.evidence(file, (), table.evidence)
        for index, row in enumerate(table.rows):
            yield from self.evidence(file, ("rows", index), row.evidence)

    def route(self, route: Route) -> Iterator[Reference]:
        """Its two ends, its support and its evidence."""
        file = f"routes/{route.id}"
        yield from self.name(file, ("source",), "frameworks", route.source)
        yield from self.name(file, ("target",), "frameworks", route.target)
        yield from _support(file, ("support",), route.support)
        if route.support.partial and route.note is None:
            message = "partial support needs a note that says what is missing"
            yield Reference(file, ("support",), message)
        yield from self.evidence(file, (), route.evidence)
        for index, limit in enumerate(route.limits):
            yield from self.evidence(file, ("limits", index), limit.evidence)

    def criterion(self, criterion: Criterion) -> Iterator[Reference]:
        """The terms its indicators ask for."""
        file = f"criteria/{criterion.id}"
        for index, indicator in enumerate(criterion.indicators):
            path: Path = ("indicators", index)
            if indicator.capability is not None:
                where = (*path, "capability")
                yield from self.name(file, where, "capabilities", indicator.capability)
            if indicator.quantity is not None:
                where = (*path, "quantity")
                yield from self.name(file, where, "quantities", indicator.quantity)
                term = self._catalog.quantities.get(indicator.quantity)
                if term is not None and not term.numeric:
                    yield Reference(file, where, f"{indicator.quantity} is not a number")
        for index, branch in enumerate(criterion.branches):
            path = ("branches", index, "criterion")
            yield from self.name(file, path, "criteria", branch.criterion)
            below = self._catalog.criteria.get(branch.criterion)
            if below is not None and below.measured is not None:
                message = f"{branch.criterion} is measured, and so has no points to average"
                yield Reference(file, path, message, "weigh it beside this one, in the scenario")
            if self._leads_to(branch.criterion, criterion.id):
                message = f"{branch.criterion} leads back to {criterion.id}"
                yield Reference(file, path, message, "criteria form a tree")

    def _leads_to(self, name: str, wanted: str) -> bool:
        """Whether the criterion `wanted` is `name` or stands somewhere below it."""
        seen: set[str] = set()
        open_ = [name]
        while open_:
            current = open_.pop()
            if current == wanted:
                return True
            found = self._catalog.criteria.get(current)
            if found is not None and current not in seen:
                open_ += [branch.criterion for branch in found.branches]
            seen.add(current)
        return False

    def scenario(self, scenario: Scenario) -> Iterator[Reference]:
        """The capabilities it requires and the criteria it prefers by."""
        file = f"scenarios/{scenario.id}"
        for index, requirement in enumerate(scenario.requirements):
            if requirement.capability is not None:
                path: Path = ("requirements", index, "capability")
                yield from self.name(file, path, "capabilities", requirement.capability)
            if requirement.kind == "licence":
                yield from _licence(file, ("requirements", index, "value"), requirement.value)
        for index, name in enumerate(scenario.devices):
            yield from self.name(file, ("devices", index), "capabilities", name)
        for index, name in enumerate(scenario.candidates):
            yield from self.name(file, ("candidates", index), "frameworks", name)
        for index, reason in enumerate(scenario.why):
            yield from self.evidence(file, ("why", index), reason.evidence)
        ids = [requirement.id for requirement in scenario.requirements]
        yield from _repeated(file, "requirements", ids, "requirement")
        ids = [preference.criterion for preference in scenario.preferences]
        yield from _repeated(file, "preferences", ids, "preference on")
        for index, preference in enumerate(scenario.preferences):
            path = ("preferences", index)
            yield from self.name(file, (*path, "criterion"), "criteria", preference.criterion)
            criterion = self._catalog.criteria.get(preference.criterion)
            if criterion and (criterion.measured is None) != (preference.measure is None):
                wants = "needs a `measure`" if criterion.measured else "is not measured"
                message = f"the criterion {criterion.id} {wants}"
                yield Reference(file, path, message, "measure: {workload: ..., batch: ...}")


def _package(file: str, package: str | None) -> Iterator[Reference]:
    """A package that is not given by its package URL."""
    if package and not _PURL.match(package):
        yield Reference(file, ("package",), *purl_fault(package))


def _support(file: str, path: Path, support: Support) -> Iterator[Reference]:
    """Bounds that are not versions; `no` and `yes` are the usual ones."""
    for name, bound in (("added", support.added), ("removed", support.removed)):
        if isinstance(bound, str) and not _VERSION.match(bound):
            message = f"{bound!r} is no version"
            yield Reference(file, (*path, name), message, 'write true, false, "2.0" or "≤2.2"')


def _licence(file: str, path: Path, value: str | None) -> Iterator[Reference]:
    """What is neither a word for licences nor names of some."""
    try:
        licences.checked(value or "")
    except KnownError as error:
        yield Reference(file, path, error.message, error.hint)


def _repeated(file: str, field: str, keys: Sequence[str], what: str) -> Iterator[Reference]:
    first: dict[str, int] = {}
    for index, key in enumerate(keys):
        if key in first:
            yield Reference(file, (field, index), f"a second {what} {key}", "keep one of them")
        first.setdefault(key, index)
