"""Scenarios: what someone wants to do, what they must have, and what they prefer."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Evidence
from knowledge.schema.criterion import Anchors, Part


class Scope(StrEnum):
    """Which stacks a scenario compares."""

    TRAIN = "train"
    """Training frameworks in their own execution modes."""
    DEPLOY = "deploy"
    """Training frameworks with every route to a runtime, their own modes included."""
    SERVE = "serve"
    """Engines that load finished models and answer requests; what trained them does not matter."""


class WorkloadUse(Noun):
    """A workload at a batch size."""

    workload: Id
    batch: Annotated[int, Field(gt=0)] = 1


class Requirement(Noun):
    """A condition nothing can buy back. Unknown is not pass: it is reported as unverified.

    kind "capability": `part` must have `capability`. "lifecycle": no part may be dead.
    "operators": the route must carry every operator of the scenario's workloads.
    "target": the stack must compute on one of the scenario's devices; always asked.
    "runs": the stack must not have failed, crashed or given wrong results when measured here.
    """

    id: Id
    title: LocalText
    kind: Literal["capability", "lifecycle", "operators", "runs", "target"]
    part: Part | None = None
    capability: Id | None = None

    @model_validator(mode="after")
    def _complete(self) -> Requirement:
        wants = self.kind == "capability"
        if wants != (self.capability is not None) or wants != (self.part is not None):
            raise ValueError("part and capability go with kind 'capability', and only with it")
        return self


class Preference(Noun):
    """A criterion, its weight (any positive scale), and what counts as worst and best here."""

    criterion: Id
    weight: Annotated[float, Field(ge=0)]
    anchors: Anchors
    measure: WorkloadUse | None = None


class Reason(Noun):
    """Why a scenario weighs or requires what it does, with its sources."""

    text: LocalText
    evidence: Evidence


class Scenario(Noun):
    """A decision to be made: scope, workloads, requirements, preferences."""

    id: Id
    title: LocalText
    summary: LocalText
    scope: Scope
    target: LocalText | None = None
    """The hardware it is meant for, in words."""
    devices: tuple[Id, ...] = ()
    """The same as capabilities device.*: a stack must compute on one of them. Empty: on what this
    machine has."""
    candidates: tuple[Id, ...] = ()
    """Frameworks it compares: as trainer, or with scope "serve" as engine; empty for all."""
    precision: Literal["fp32"] = "fp32"
    requirements: tuple[Requirement, ...] = ()
    preferences: Annotated[tuple[Preference, ...], Field(min_length=1)]
    why: tuple[Reason, ...] = ()
    weight_certainty: Annotated[float, Field(gt=0)] = 30.0
    """Concentration of the Dirichlet distribution around the weights: higher is surer."""
    moved_to: Id | None = None

    @property
    def workloads(self) -> tuple[WorkloadUse, ...]:
        """The distinct workloads the preferences measure, in order."""
        uses = [p.measure for p in self.preferences if p.measure is not None]
        return tuple(dict.fromkeys(uses))
