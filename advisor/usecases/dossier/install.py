"""How a stack is installed: pins of the knowledge base, checked against what goes together.

Commands are those of uv, which fetches a Python and picks a build of torch by itself. Each part
gets an environment of its own, since pins of two frameworks need not agree.
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from packaging.requirements import InvalidRequirement, Requirement
from packaging.specifiers import SpecifierSet

from advisor.usecases.dossier.heard import reference
from advisor.usecases.dossier.shell import Piece, commands, image
from knowledge.compatibility.answer import judge, rules
from knowledge.compatibility.question import about
from knowledge.schema.compatibility import CompatibilityAnswer, Decision, Verdict
from knowledge.schema.dossier import Part, Plan, Rule

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.compatibility.judge import Rules
    from knowledge.schema.decision import Alternative, Recommendation
    from knowledge.schema.environment import EnvironmentSpec
    from knowledge.schema.framework import Framework, Mode

PYTHONS = ("3.13", "3.12", "3.11", "3.14", "3.10")
"""Tried in this order where the Python at hand does not do."""
ACCELERATORS = {
    "device.nvidia": "nvidia",
    "device.amd": "amd",
    "device.ascend": "ascend",
    "device.tpu": "tpu",
    "device.apple-gpu": "apple-gpu",
    "device.intel-gpu": "intel-gpu",
    "device.intel-npu": "intel-npu",
}
Purpose = Literal["train", "convert", "run", "whole"]


@dataclass(frozen=True)
class Place:
    """Where a stack is to be installed, and what is known of it."""

    ruled: Rules
    python: str | None
    """Of this machine; None for other hardware."""
    system: str | None
    """Axis value of its operating system; None for other hardware."""
    axes: Mapping[str, str]
    kinds: frozenset[str]
    """Capabilities device.* of the machine."""
    measured: Mapping[str, str] = field(default_factory=dict)
    """Stack to the version that was measured."""

    @classmethod
    def of(cls, catalog: Catalog, recommendation: Recommendation, python: str) -> Place:
        """The machine of a recommendation; for other hardware nothing is known of its system."""
        from probes.host.kinds import device_kinds

        host = recommendation.host
        measured = {m.stack: m.version for m in recommendation.measurements if m.version}
        if recommendation.elsewhere:
            return cls(rules(catalog), None, None, {}, frozenset(), measured)
        name = host.os.lower()
        system = "windows" if "windows" in name else "macos" if "mac" in name else "linux"
        arch = {"amd64": "x86_64", "arm64": "aarch64"}.get(host.cpu.machine, host.cpu.machine)
        axes = {"os": system} | ({"arch": arch} if arch in ("x86_64", "aarch64") else {})
        short = ".".join(python.split(".")[:2])
        return cls(rules(catalog), short, system, axes, device_kinds(host), measured)

    def accelerator(self, mode: Mode) -> str:
        """The axis value of what a mode computes on here: an accelerator it knows, else the CPU."""
        usable = self.kinds & set(mode.devices) if mode.devices else self.kinds
        return next((ACCELERATORS[kind] for kind in sorted(usable) if kind in ACCELERATORS), "cpu")


def plan(catalog: Catalog, stack: Alternative, place: Place) -> Plan:
    """Parts, commands and image of `stack`."""
    route = None if stack.route is None else catalog.route(stack.route)
    pieces = [_piece(catalog, place, one) for one in _wanted(catalog, stack)]
    _, mode = catalog.mode(stack.stack)
    backend = _backend(place, mode)
    return Plan(
        alternative=stack.id,
        label=stack.label,
        steps=() if route is None else route.steps,
        note=None if route is None else route.note,
        parts=tuple(piece.part for piece in pieces),
        commands=commands(pieces, backend, windows=place.system == "windows"),
        image=image(pieces[-1]) if backend == "cpu" else (),
    )


@dataclass(frozen=True)
class _Want:
    """A part before it is looked up."""

    purpose: Purpose
    framework: Framework
    mode: Mode
    spec: str | None
    stack: str
    also: tuple[str, ...] = ()


def _wanted(catalog: Catalog, stack: Alternative) -> list[_Want]:
    runtime, mode = catalog.mode(stack.stack)
    home = runtime.home(mode)
    if stack.route is None:
        return [_Want("whole", runtime, mode, home, stack.stack)]
    trainer, route = catalog.framework(stack.trainer), catalog.route(stack.route)
    own = trainer.modes[0] if trainer.modes else mode
    found = [
        _Want("train", trainer, own, trainer.environment, "", route.support.requires),
        _Want("run", runtime, mode, home, stack.stack),
    ]
    via = None if mode.via is None else mode.via.environment
    if via is not None and via not in (trainer.environment, home):
        tool = catalog.frameworks.get(catalog.environment(via).framework, runtime)
        found.insert(1, _Want("convert", tool, mode, via, ""))
    return found


def _backend(place: Place, mode: Mode) -> str:
    """Which build of torch: that for the CPU, or the one uv finds to suit the accelerator."""
    return "auto" if place.system is None or place.accelerator(mode) != "cpu" else "cpu"


def _piece(catalog: Catalog, place: Place, want: _Want) -> Piece:
    spec = catalog.environments.get(want.spec or "")
    pinned = spec.requirements if spec is not None else _of_package(want.framework.package)
    named = {Requirement(text).name for text in pinned}
    loose = tuple(text for text in want.also if Requirement(text).name not in named)
    version = _version(want.framework, spec, pinned)
    python, found = _checked(place, want, version, spec if pinned else None, python=bool(pinned))
    part = Part(
        purpose=want.purpose,
        framework=want.framework.title if spec is None else spec.title,
        package=want.framework.package,
        packages=(*pinned, *loose) if pinned else (),
        loose=loose if pinned else (),
        python=python,
        measured=place.measured.get(want.stack),
        verdict=found.verdict,
        rules=tuple(_rule(catalog, place.ruled, one) for one in found.decided),
        silent=tuple(place.ruled.axes.title(axis) for axis in found.unverified),
        command=_asking(found.asked),
    )
    return Piece(part, spec)


def _of_package(address: str) -> tuple[str, ...]:
    """The requirement of a package URL of PyPI.

    >>> _of_package("pkg:pypi/mlx@0.32.4"), _of_package("pkg:github/ggml-org/llama.cpp@v0.8.0")
    (('mlx==0.32.4',), ())
    """
    kind, _, rest = address.partition("/")
    name, _, version = rest.partition("@")
    if kind != "pkg:pypi" or not version:
        return ()
    try:
        return (str(Requirement(f"{name}=={version}")),)
    except InvalidRequirement:  # of an overlay; no word of it gets into a command
        return ()


def _version(
    framework: Framework, spec: EnvironmentSpec | None, pinned: tuple[str, ...]
) -> str | None:
    """The version that is installed; None where the framework itself is not among the pins."""
    if spec is not None and spec.framework != framework.id:
        return None
    name = spec.distribution if spec is not None else framework.package
    own = [Requirement(text) for text in pinned]
    match = [r for r in own if spec is None or r.name == name]
    exact = [s.version for r in match for s in r.specifier if s.operator == "=="]
    return exact[0] if exact else framework.package.partition("@")[2].lstrip("v") or None


def _checked(
    place: Place, want: _Want, version: str | None, spec: EnvironmentSpec | None, *, python: bool
) -> tuple[str | None, CompatibilityAnswer]:
    """The first Python that the pins allow and no rule speaks against, with the answer for it.

    None, and not asked about, for what is no Python package.
    """
    allowed = SpecifierSet(spec.python if spec is not None else "")
    tried = [p for p in dict.fromkeys((place.python, *PYTHONS)) if p is not None and p in allowed]
    first: tuple[str | None, CompatibilityAnswer] | None = None
    options: list[str | None] = [*tried] if python else []
    for candidate in options or [None]:
        asked = {want.framework.id: version or "", **place.axes}
        if candidate is not None:
            asked["python"] = candidate
        if place.system is not None:
            asked["accelerator"] = place.accelerator(want.mode)
        answer = judge(place.ruled, about(asked, place.ruled.axes))
        first = first or (candidate, answer)
        if answer.verdict is not Verdict.NO:
            return candidate, answer
    if first is None:  # pragma: no cover  (there is always one to try)
        raise AssertionError(want)
    return first


def _asking(asked: Mapping[str, str]) -> str:
    return shlex.join(
        ["advisor", "kb", "compat", *(f"{a}={v}" if v else a for a, v in asked.items())]
    )


def _rule(catalog: Catalog, ruled: Rules, decision: Decision) -> Rule:
    return Rule(
        verdict=decision.verdict,
        title=decision.title,
        says=tuple((ruled.axes.title(axis), text) for axis, text in decision.when.items()),
        note=decision.note,
        action=decision.action,
        reference=reference(catalog, decision.evidence),
    )
