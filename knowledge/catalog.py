"""The knowledge base in memory: every noun by its id, with look-ups that explain what is missing.

Frozen; made by knowledge.loader, or by hand in tests. Ids that have moved are followed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.base import Noun
from knowledge.schema.compatibility import AxisTerm, CompatibilityTable
from knowledge.schema.criterion import Criterion, Indicator
from knowledge.schema.device import Device
from knowledge.schema.environment import EnvironmentSpec
from knowledge.schema.evidence import Grade, Source
from knowledge.schema.framework import Framework, Mode, Route
from knowledge.schema.operators import OperatorRegistry
from knowledge.schema.recipe import Recipe
from knowledge.schema.scenario import Scenario
from knowledge.schema.system import System
from knowledge.schema.trial import Article
from knowledge.schema.vocabulary import CapabilityTerm, QuantityTerm

T = TypeVar("T")


class GradeTable(Noun):
    """How far each grade of evidence is trusted (data/grades.yaml)."""

    sd: dict[Grade, float]
    """Standard deviation, on a 0-to-1 scale, that a statement of the grade leaves."""
    stale_factor: float
    """Factor on the deviation once a reading is past its shelf life."""


@dataclass(frozen=True)
class Catalog:
    """Everything in data/ and its overlays, each family a mapping from id, in order of ids."""

    grades: GradeTable
    frameworks: Mapping[str, Framework] = field(default_factory=dict)
    devices: Mapping[str, Device] = field(default_factory=dict)
    routes: Mapping[str, Route] = field(default_factory=dict)
    scenarios: Mapping[str, Scenario] = field(default_factory=dict)
    criteria: Mapping[str, Criterion] = field(default_factory=dict)
    environments: Mapping[str, EnvironmentSpec] = field(default_factory=dict)
    systems: Mapping[str, System] = field(default_factory=dict)
    operators: Mapping[str, OperatorRegistry] = field(default_factory=dict)
    """What registries of operators say, counted; the frameworks have it among their facts."""
    recipes: Mapping[str, Recipe] = field(default_factory=dict)
    claims: Mapping[str, Article] = field(default_factory=dict)
    """Articles with the claims that stand on trial."""
    compatibility: Mapping[str, CompatibilityTable] = field(default_factory=dict)
    sources: Mapping[str, Source] = field(default_factory=dict)
    capabilities: Mapping[str, CapabilityTerm] = field(default_factory=dict)
    quantities: Mapping[str, QuantityTerm] = field(default_factory=dict)
    axes: Mapping[str, AxisTerm] = field(default_factory=dict)
    moved: Mapping[str, str] = field(default_factory=dict)
    """Old to new, both as "<folder>/<id>": what files with `moved_to` say."""
    exceptions: Mapping[str, str] = field(default_factory=dict)
    """Accepted lint findings, "<rule> <subject>" to the reason (data/lint-exceptions.yaml)."""
    overlaid: frozenset[str] = frozenset()
    """Files that came from an overlay, as "<folder>/<id>" ("frameworks/pytorch")."""
    assumed: frozenset[str] = frozenset()
    """Keys of statements that the user wants taken for granted (knowledge.pins): no evidence."""
    digest: str = ""
    """First 16 hex digits of SHA-256 over the names and contents of all files read."""

    def framework(self, name: str) -> Framework:
        """The framework `name`; KnownError when there is none."""
        return self._find("frameworks", "framework", self.frameworks, name)

    def device(self, name: str) -> Device:
        """The device `name`; KnownError when there is none."""
        return self._find("devices", "device", self.devices, name)

    def route(self, name: str) -> Route:
        """The route `name`; KnownError when there is none."""
        return self._find("routes", "route", self.routes, name)

    def scenario(self, name: str) -> Scenario:
        """The scenario `name`; KnownError when there is none."""
        return self._find("scenarios", "scenario", self.scenarios, name)

    def criterion(self, name: str) -> Criterion:
        """The criterion `name`; KnownError when there is none."""
        return self._find("criteria", "criterion", self.criteria, name)

    def rubric(self, criterion: Criterion) -> tuple[Indicator, ...]:
        """The indicators of `criterion`, those of its branches included.

        Weights are shares that sum to 1: an indicator's share among its siblings, times the shares
        of the branches above it.
        """
        shares = [
            (branch.weight, self.rubric(self.criterion(branch.criterion)))
            for branch in criterion.branches
        ]
        shares += [(one.weight, (one,)) for one in criterion.indicators]
        total = math.fsum(weight for weight, _ in shares)
        return tuple(
            one.model_copy(
                update={"weight": weight / total * (one.weight if criterion.branches else 1.0)}
            )
            for weight, below in shares
            for one in below
        )

    def environment(self, name: str) -> EnvironmentSpec:
        """The environment specification `name`; KnownError when there is none."""
        return self._find("environments", "environment", self.environments, name)

    def system(self, name: str) -> System:
        """The system `name`; KnownError when there is none."""
        return self._find("systems", "system", self.systems, name)

    def recipe(self, name: str) -> Recipe:
        """The recipe `name`; KnownError when there is none."""
        return self._find("recipes", "recipe", self.recipes, name)

    def mode(self, stack: str) -> tuple[Framework, Mode]:
        """The framework and mode of a stack "<framework>/<mode>"; KnownError when there is none."""
        name, slash, wanted = stack.partition("/")
        framework = self.framework(name)
        for mode in framework.choices:
            if mode.id == wanted and slash:
                return framework, mode
        known = [f"{framework.id}/{mode.id}" for mode in framework.choices]
        raise KnownError(f"unknown stack {stack!r}", hint=did_you_mean(stack, known))

    def subject(self, name: str) -> Framework | Device:
        """The framework or device that statements about `name` are about."""
        if name in self.devices:
            return self.devices[name]
        return self.framework(name)

    def _find(self, folder: str, noun: str, family: Mapping[str, T], name: str) -> T:
        current = name
        seen = {name}
        while current not in family:
            target = self.moved.get(f"{folder}/{current}", "").partition("/")[2]
            if not target or target in seen:
                raise KnownError(f"unknown {noun} {name!r}", hint=did_you_mean(name, family))
            current = target
            seen.add(target)
        return family[current]
