"""Scenarios: what someone wants to do, what they must have, and what they prefer."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field, model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Evidence
from knowledge.schema.criterion import Anchors, Part
from knowledge.schema.probing import Precision, WorkloadId


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

    workload: WorkloadId
    batch: Annotated[int, Field(gt=0)] = 1


class Asked(StrEnum):
    """Of which parts of a stack a capability is asked."""

    TRAINER = "trainer"
    RUNTIME = "runtime"
    EVERY = "every"
    ANY = "any"

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts that are looked at."""
        return {
            Asked.TRAINER: (Part.TRAINER,),
            Asked.RUNTIME: (Part.RUNTIME,),
        }.get(self, (Part.TRAINER, Part.RUNTIME))


class RequirementKind(StrEnum):
    """What a requirement asks for. One vocabulary for scenarios and for `--require`."""

    CAPABILITY = "capability"
    """`part` must have `capability`."""
    DEVICE = "device"
    """The stack must compute on the device of `capability`, by its mode and by what is claimed; a
    `value` names the chip of the catalogue that this is about."""
    LANGUAGE = "language"
    """The runtime must come as a Python package; other languages are capabilities."""
    LICENCE = "licence"
    """Every part must come under a licence that `value` lets pass (knowledge.licences)."""
    LATENCY = "latency"
    """A call must take at most `value` seconds when measured here."""
    MEMORY = "memory"
    """The process must need at most `value` MiB when measured here."""
    LIFECYCLE = "lifecycle"
    """No part may be dead."""
    RELEASED = "released"
    """Every part must have been released within `value` months."""
    SUPPORT = "support"
    """Every part must be supported for `value` months more, by its maker's word."""
    OPERATORS = "operators"
    """The route must carry every operator of the scenario's workloads."""
    RUNS = "runs"
    """It must not have failed, crashed or given wrong results when measured here."""
    AGREEMENT = "agreement"
    """What it computes in may change its answers by so much: `value` is the least cosine with the
    fp32 reference ("cosine:0.999") or the least share of equal answers ("top1:0.95")."""
    PRECISION = "precision"
    """The stack must compute in its own precision; always asked where several are compared."""
    TARGET = "target"
    """The stack must compute on one of the scenario's devices; always asked."""
    WITHOUT = "without"
    """No part, route or stack may be `value`: the user ruled it out."""


_VALUED = frozenset({"licence", "latency", "memory", "released", "support", "without", "agreement"})
_OF_CAPABILITY = frozenset({"capability", "device"})
_MAY_BE_VALUED = frozenset({"device"})


_NUMBERS: dict[str, type[float] | type[int]] = {
    "latency": float,
    "memory": float,
    "released": int,
    "support": int,
}


def _above_zero(text: str, kind: type[float] | type[int]) -> bool:
    try:
        return 0 < kind(text) < float("inf")
    except ValueError:
        return False


def _share(text: str) -> bool:
    of, _, share = text.partition(":")
    return of in ("cosine", "top1") and _above_zero(share, float) and float(share) <= 1


class Requirement(Noun):
    """A condition nothing can buy back. Unknown is not pass: it is reported as unverified."""

    id: Id
    title: LocalText
    kind: RequirementKind
    part: Asked | None = None
    capability: Id | None = None
    value: str | None = None
    """What the kind compares with, as text in the kind's own unit."""

    @model_validator(mode="after")
    def _complete(self) -> Requirement:
        wants = self.kind in _OF_CAPABILITY
        if wants != (self.capability is not None) or (self.kind == "capability") != (
            self.part is not None
        ):
            raise ValueError("part and capability go with kind 'capability', and only with it")
        valued = self.value is not None and self.kind not in _MAY_BE_VALUED
        if (self.kind in _VALUED) != valued:
            raise ValueError(f"a value goes with {', '.join(sorted(_VALUED))}, and only with them")
        if self.kind == "agreement" and not _share(self.value or ""):
            raise ValueError("the value of kind 'agreement' is cosine:SHARE or top1:SHARE, to 1")
        if self.kind in _NUMBERS and not _above_zero(self.value or "", _NUMBERS[self.kind]):
            raise ValueError(f"the value of kind '{self.kind}' is a number above zero")
        return self


class Preference(Noun):
    """A criterion, its weight (any positive scale), and what counts as worst and best here."""

    criterion: Id
    weight: Annotated[float, Field(ge=0)]
    anchors: Anchors
    measure: WorkloadUse | None = None
    veto: float | None = None
    """The worst amount, in the criterion's unit, with which a stack may still be first, whatever
    its other merits; None: anything may be bought back."""


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
    precisions: Annotated[tuple[Precision, ...], Field(min_length=1)] = (Precision.FP32,)
    """What stacks compute in: each stack is compared in each of them."""
    requirements: tuple[Requirement, ...] = ()
    preferences: Annotated[tuple[Preference, ...], Field(min_length=1)]
    why: tuple[Reason, ...] = ()
    weight_certainty: Annotated[float, Field(gt=0)] = 30.0
    """Concentration of the Dirichlet distribution around the weights: higher is surer."""
    moved_to: Id | None = None

    @model_validator(mode="after")
    def _each_once(self) -> Scenario:
        if len(set(self.precisions)) < len(self.precisions):
            raise ValueError("a precision is listed twice")
        return self

    @property
    def workloads(self) -> tuple[WorkloadUse, ...]:
        """The distinct workloads the preferences measure, in order."""
        uses = [p.measure for p in self.preferences if p.measure is not None]
        return tuple(dict.fromkeys(uses))
