"""The axes of a catalog: how they and their values are called, and which values are known."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from knowledge.catalog import Catalog
from knowledge.compatibility.values import (
    OPERATOR,
    named,
    newest_first,
    plain_version,
    specifiers,
    version,
)
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.schema.base import LocalText
from knowledge.schema.compatibility import AxisKind, AxisTerm, CompatibilityTable

CHIP = "chip"
_MAKERS = frozenset(
    [
        "nvidia",
        "geforce",
        "tesla",
        "quadro",
        "amd",
        "radeon",
        "instinct",
        "intel",
        "huawei",
        "apple",
        "google",
        "qualcomm",
        "rockchip",
        "snapdragon",
    ]
)

_ANOTHER = frozenset(["ti", "super", "xt", "xtx", "gre", "max", "pro", "ultra", "plus", "elite"])
"""Words that follow a chip's name and make it another chip: RTX 3060 Ti, RX 7900 XTX, M2 Max."""


class Axes:
    """Names of axes and values, resolved; made of a catalog and all tables over it."""

    def __init__(self, catalog: Catalog, tables: Sequence[CompatibilityTable]) -> None:
        """Collect the terms of the vocabulary and one per framework."""
        self.terms: dict[str, AxisTerm] = dict(catalog.axes)
        for framework in catalog.frameworks.values():
            title = LocalText(en=framework.title, zh=framework.title)
            own = AxisTerm(title=title, kind=AxisKind.VERSION, aliases=framework.aliases)
            term = self.terms.get(framework.id, own)
            also = {"aliases": (*term.aliases, *framework.aliases)}
            self.terms[framework.id] = term.model_copy(update=also)
        self._frameworks = catalog.frameworks
        self._devices = catalog.devices
        self._tables = tables

    def kind(self, axis: str) -> AxisKind:
        """What the values of `axis` are."""
        return self.terms[axis].kind

    def title(self, axis: str) -> LocalText:
        """What `axis` is called."""
        return self.terms[axis].title

    def find(self, name: str) -> str:
        """The axis called `name`.

        Raises:
            KnownError: there is none; its hint names the nearest.
        """
        found = self._names.get(_plain(name))
        if found is None:
            hint = did_you_mean(name, {n for n in (*self.terms, *self._names) if len(n) > 3})
            if not hint.startswith("did you mean"):
                hint = "advisor kb list axes and advisor kb list frameworks show what can be asked"
            raise KnownError(f"unknown framework or axis {name!r}", hint=hint)
        return found

    def value(self, axis: str, text: str) -> str:
        """`text` as the tables write it.

        Raises:
            KnownError: it is no version, or a name that nothing here knows.
        """
        if self.kind(axis) is AxisKind.NAME:
            return self._name(axis, text)
        if OPERATOR.match(text):
            if specifiers(text) is None:
                raise KnownError(f"{axis}: {text!r} is no range of versions", hint="e.g. >=2.7,<3")
            return text.strip()
        plain = plain_version(text)
        if version(plain) is None:
            example = next((known for known in self.known(axis) if version(known)), "1.2")
            raise KnownError(f"{axis}: {text!r} is no version", hint=f"write {axis}={example}")
        return plain

    def known(self, axis: str) -> tuple[str, ...]:
        """Every value that stands in a table: versions newest first, names as the vocabulary."""
        return self._known.get(axis, ())

    @cached_property
    def _known(self) -> Mapping[str, tuple[str, ...]]:
        versions = (a for a, term in self.terms.items() if term.kind is AxisKind.VERSION)
        found = {axis: set(self.terms[axis].values) for axis in versions}
        for table in self._tables:
            for when in (row.when for row in table.rows):
                for axis, admitted in when.items():
                    found.setdefault(axis, set()).update(named(admitted, self.kind(axis)))
        return {
            axis: newest_first(values)
            if self.kind(axis) is AxisKind.VERSION
            else _in_order(values, self.terms[axis].values)
            for axis, values in found.items()
        }

    @cached_property
    def _names(self) -> Mapping[str, str]:
        names: dict[str, str] = {}
        for axis, term in self.terms.items():
            for name in (*term.aliases, term.title.en, term.title.zh):
                names.setdefault(_plain(name), axis)
        return {**names, **{_plain(axis): axis for axis in self.terms}}

    def latest(self, axis: str) -> str | None:
        """The newest release of a framework, as its entry says; None where that is not known."""
        framework = self._frameworks.get(axis)
        facts = framework.facts if framework is not None else ()
        return next((str(f.value) for f in facts if f.quantity == "release.latest"), None)

    @cached_property
    def _values(self) -> Mapping[str, Mapping[str, str]]:
        """Axis -> plain name -> the name that tables use."""
        result: dict[str, dict[str, str]] = {}
        for axis, term in self.terms.items():
            if term.kind is not AxisKind.NAME:
                continue
            # a chip's own file is the last resort: tables call it by a shorter name
            inside = (name for name in self.known(axis) if name not in self._devices)
            names = dict.fromkeys([*inside, *term.values])
            canonical = {_plain(form): name for name in names for form in (name, _short(name))}
            for name, others in term.values.items():
                canonical |= {_plain(form): name for form in others}
            result[axis] = canonical
        chips = result.setdefault(CHIP, {})
        called = dict(chips)  # not what another device is called that this one's id begins with
        for device in self._devices.values():
            shared = _shortened(device.id, called)
            for form in (device.id, _short(device.id), device.title, *device.aliases):
                chips.setdefault(_plain(form), shared or device.id)
        return result

    def _name(self, axis: str, text: str) -> str:
        known = self._values[axis]
        found = _shortened(text, known) if axis == CHIP else known.get(_plain(text))
        if found is None:
            hint = did_you_mean(_plain(text), sorted(set(known) | set(known.values())))
            if axis == CHIP:
                hint += " (or give compute-capability=...)"
            raise KnownError(f"unknown {axis} {text!r}", hint=hint)
        return found


def _in_order(names: set[str], order: Iterable[str]) -> tuple[str, ...]:
    """`names`, those of the vocabulary first and in its order."""
    first = [name for name in order if name in names]
    return (*first, *sorted(names.difference(first)))


def _shortened(text: str, known: Mapping[str, str]) -> str | None:
    """What is known of a chip's name: in full, without its maker, without what follows a name.

    What follows may be a form factor or a size of memory, not a word that makes it another chip.
    """
    for form in (_plain(text), _short(text)):
        tokens = form.split("-")
        for end in range(len(tokens), 0, -1):
            found = known.get("-".join(tokens[:end]))
            if found is not None:
                return found
            if tokens[end - 1] in _ANOTHER:
                break
    return None


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9.+\u4e00-\u9fff]+", "-", name.lower()).strip("-")


def _short(name: str) -> str:
    """A chip's name without its maker's.

    >>> _short("NVIDIA GeForce RTX 4090")
    'rtx-4090'
    """
    tokens: Iterable[str] = _plain(name).split("-")
    kept = [token for token in tokens if token not in _MAKERS]
    return "-".join(kept)
