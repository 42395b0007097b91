"""Frameworks and runtimes, their execution modes, and the routes from one to another."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Claim, Evidence, Fact, Support
from knowledge.schema.probing import Precision


class Role(StrEnum):
    """What a framework can be chosen for."""

    TRAIN = "train"
    INFER = "infer"
    SERVE = "serve"
    """It keeps models of a runtime answering over the network: Triton, KServe."""
    EXTEND = "extend"
    """It works inside another framework: torch_npu, DeepSpeed."""


class Lifecycle(StrEnum):
    """Whether a product is developed, only kept running, or over."""

    ACTIVE = "active"
    MAINTENANCE = "maintenance"
    DEAD = "dead"


class Via(Noun):
    """How the artefact is made that a runtime reads in place of an ONNX model."""

    converter: Id
    """File stem under probes/worker/converters."""
    environment: Id
    """The entry in data/environments that the converter runs in."""
    routes: tuple[Id, ...] = ()
    """Entries in data/routes whose artefact it makes; those that join others stay unlisted."""


class Mode(Noun):
    """One way of executing a model, the thing that is measured as `<framework>/<mode>`."""

    id: Id
    title: LocalText
    adapter: Id | None = None
    """File stem under probes/worker/adapters; None where no probe can measure the mode yet."""
    devices: tuple[Id, ...] = ()
    """Capabilities device.* of which the mode computes on one; empty for all the framework has."""
    on: Id | None = None
    """For one that computes through another framework (Keras): the id of that framework."""
    environment: Id | None = None
    """The entry in data/environments it is measured in, where it is not the framework's."""
    roles: tuple[Role, ...] = ()
    """What it can be chosen for, where that is less than the framework's roles."""
    via: Via | None = None
    """For a runtime that reads neither ONNX nor a plan: how it gets its artefact."""
    quantised: Via | None = None
    """How the artefact is made that it runs in INT8, where it does not quantise a model itself."""

    def source(self, precision: Precision) -> Via | None:
        """How the artefact of a precision is made; None where it reads the model itself."""
        return self.quantised or self.via if precision is Precision.INT8 else self.via


class Caveat(Noun):
    """Something that surprises those who do not know it: a cliff, a trap, a silent fallback."""

    text: LocalText
    evidence: Evidence


class NeverReleased(Noun):
    """A version that people speak of and that was never released, with the evidence for it."""

    version: str
    note: LocalText
    evidence: Evidence


class Framework(Noun):
    """A training framework, runtime, server or extension with everything claimed about it."""

    id: Id
    title: str
    aliases: tuple[str, ...] = ()
    """Other names people use, older ones included ("TFLite")."""
    summary: LocalText
    roles: Annotated[tuple[Role, ...], Field(min_length=1)]
    lifecycle: Lifecycle
    successor: Id | None = None
    migration: LocalText | None = None
    """How to move to the successor."""
    extends: Id | None = None
    """For an extension or a server: the id of the framework it works with, where it is one."""
    package: str
    """Package URL of the release the entry describes."""
    environment: Id | None = None
    """The entry in data/environments that holds it; None where advisor cannot provision it."""
    modes: tuple[Mode, ...] = ()
    claims: tuple[Claim, ...] = ()
    facts: tuple[Fact, ...] = ()
    caveats: tuple[Caveat, ...] = ()
    never_released: tuple[NeverReleased, ...] = ()
    moved_to: Id | None = None

    @property
    def choices(self) -> tuple[Mode, ...]:
        """Its modes; of a server that has none the one choice there is, to use it or not."""
        if self.modes or Role.SERVE not in self.roles:
            return self.modes
        return (Mode(id="server", title=LocalText(en="Server", zh="服务器")),)

    def does(self, role: Role, mode: Mode) -> bool:
        """Whether it can be chosen for `role` in one of its modes."""
        return role in (mode.roles or self.roles)

    def home(self, mode: Mode) -> str | None:
        """The entry in data/environments that one of its modes is measured in, if there is one."""
        return mode.environment or self.environment

    def claim(self, capability: str) -> Claim | None:
        """The claim on `capability`, or None where nothing is known."""
        return next((c for c in self.claims if c.capability == capability), None)


class RouteLimit(Noun):
    """Operators (ONNX names) that a route cannot carry, with the evidence for it."""

    operators: Annotated[tuple[str, ...], Field(min_length=1)]
    note: LocalText
    evidence: Evidence


class Route(Noun):
    """A conversion edge: a model trained in `source` reaches `target` through `steps`."""

    id: Id
    title: LocalText
    source: Id
    target: Id
    steps: Annotated[tuple[str, ...], Field(min_length=1)]
    """Formats and tools in order, for example ["torch.onnx.export", "ONNX"]."""
    support: Support
    note: LocalText | None = None
    limits: tuple[RouteLimit, ...] = ()
    evidence: Evidence
