"""Whether the nouns of a catalog fit together: every name they use exists and means what it must.

Pure. What a single noun can tell of itself is checked by its schema; here is the rest.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from knowledge.catalog import Catalog
from knowledge.nearest import did_you_mean
from knowledge.schema.claims import Claim, Fact, Support
from knowledge.schema.criterion import Criterion
from knowledge.schema.evidence import Citation
from knowledge.schema.framework import Framework, Route
from knowledge.schema.scenario import Scenario

Path = tuple[str | int, ...]
Names = Mapping[str, Mapping[str, str]]
"""Family -> ids that exist, whether their entries are valid or not."""

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
    for framework in catalog.frameworks.values():
        yield from checker.framework(framework)
    for device in catalog.devices.values():
        file = f"devices/{device.id}"
        yield from checker.statements(file, device.claims, device.facts)
        if device.id in catalog.frameworks:
            yield Reference(file, ("id",), f"there is a framework {device.id!r} too", "rename one")
    for route in catalog.routes.values():
        yield from checker.route(route)
    for criterion in catalog.criteria.values():
        yield from checker.criterion(criterion)
    for scenario in catalog.scenarios.values():
        yield from checker.scenario(scenario)
    for spec in catalog.environments.values():
        yield from checker.name(
            f"environments/{spec.id}", ("framework",), "frameworks", spec.framework
        )
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
        if framework.successor is not None:
            yield from self.name(file, ("successor",), "frameworks", framework.successor)
        if framework.environment is not None:
            yield from self.name(file, ("environment",), "environments", framework.environment)
        yield from _repeated(file, "modes", [mode.id for mode in framework.modes], "mode")
        for index, mode in enumerate(framework.modes):
            if mode.on is not None:
                owner = mode.on.partition("/")[0]
                yield from self.name(file, ("modes", index, "on"), "frameworks", owner)

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

    def scenario(self, scenario: Scenario) -> Iterator[Reference]:
        """The capabilities it requires and the criteria it prefers by."""
        file = f"scenarios/{scenario.id}"
        for index, requirement in enumerate(scenario.requirements):
            if requirement.capability is not None:
                path: Path = ("requirements", index, "capability")
                yield from self.name(file, path, "capabilities", requirement.capability)
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


def _support(file: str, path: Path, support: Support) -> Iterator[Reference]:
    """Bounds that are not versions; `no` and `yes` are the usual ones."""
    for name, bound in (("added", support.added), ("removed", support.removed)):
        if isinstance(bound, str) and not _VERSION.match(bound):
            message = f"{bound!r} is no version"
            yield Reference(file, (*path, name), message, 'write true, false, "2.0" or "≤2.2"')


def _repeated(file: str, field: str, keys: Sequence[str], what: str) -> Iterator[Reference]:
    first: dict[str, int] = {}
    for index, key in enumerate(keys):
        if key in first:
            yield Reference(file, (field, index), f"a second {what} {key}", "keep one of them")
        first.setdefault(key, index)
