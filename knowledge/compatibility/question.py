"""What is asked: for each axis the values it may have, in the order in which they are tried."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from knowledge.compatibility.axes import Axes
from knowledge.compatibility.values import OPERATOR, admits, version
from knowledge.errors import KnownError, check_all
from knowledge.schema.compatibility import AxisKind

ANY = frozenset({"", "any", "*", "?"})
_TERM = re.compile(r"^\s*(?P<axis>[^\s=<>!~@:]+)\s*(?P<sign>[=<>!~@:]{0,3})\s*(?P<value>.*?)\s*$")
PYTHON, PYTHON_BUILD, FREE_THREADED = "python", "python-build", "free-threaded"
_FREE_THREADED = re.compile(r"^((?:cp)?3[\d.]*)t$")
"""How the free-threaded build of a Python is written: 3.14t, cp314t."""
_BUILD = {"cu": "cuda", "rocm": "rocm"}
"""Suffixes of builds ("2.6.0+cu124") and the axes they fix."""


@dataclass(frozen=True)
class Question:
    """The asked axes and the candidates of each."""

    asked: Mapping[str, str]
    """Axis -> the value or range asked for; "" where any would do."""
    domains: Mapping[str, tuple[str, ...]]
    open: frozenset[str] = frozenset()
    """Axes that were asked for without one value: any, or a range."""


def question(terms: Sequence[str], axes: Axes) -> Question:
    """Read terms as people write them: "pytorch=2.6", "cuda>=12.4", "chip=rtx-5090", "torch".

    Raises:
        KnownError: no such axis or value, no version, or an axis twice.
    """
    asked: dict[str, str] = {}
    check_all(partial(_take, term, axes, asked) for term in terms)
    if not asked:
        raise KnownError("nothing is asked", hint="e.g. pytorch=2.6 cuda=12.4 python=3.11")
    return about(asked, axes)


def _take(term: str, axes: Axes, asked: dict[str, str]) -> None:
    for axis, text in _read(term, axes):
        if axis in asked:
            raise KnownError(f"{axis} stands twice", hint="give each axis one value or range")
        asked[axis] = text


def about(asked: Mapping[str, str], axes: Axes) -> Question:
    """The question on values as the tables write them."""
    domains = {axis: _domain(axis, text, axes) for axis, text in asked.items()}
    left = frozenset(a for a, text in asked.items() if not text or OPERATOR.match(text))
    return Question(dict(asked), domains, left)


def _read(term: str, axes: Axes) -> list[tuple[str, str]]:
    match = _TERM.match(term)
    if match is None:
        raise KnownError(f"{term!r} names no axis", hint="write AXIS=VALUE, say pytorch=2.6")
    axis, sign, text = axes.find(match["axis"]), match["sign"], match["value"]
    if sign and not text:
        raise KnownError(f"{term!r} has no value", hint=f"write {axis}=VALUE, or {axis} alone")
    if text.lower() in ANY:
        return [(axis, "")]
    if axes.kind(axis) is AxisKind.NAME and sign not in ("=", "==", ":", "@"):
        raise KnownError(f"{axis} is a name, so {sign!r} means nothing", hint=f"{axis}=VALUE")
    if sign in ("<", "<=", ">", ">=", "!=", "~="):
        return [(axis, axes.value(axis, sign + text))]
    if sign not in ("=", "==", ":", "@"):
        raise KnownError(f"{term!r} cannot be read", hint=f"write {axis}=VALUE")
    text, built = _threading(axis, text, axes)
    return [(axis, axes.value(axis, text)), *built, *_build(axis, text, axes)]


def _threading(axis: str, text: str, axes: Axes) -> tuple[str, list[tuple[str, str]]]:
    """A Python version without the t that marks a free-threaded build, and what the t says."""
    match = _FREE_THREADED.match(text.lower())
    if axis != PYTHON or match is None or PYTHON_BUILD not in axes.terms:
        return text, []
    return match[1], [(PYTHON_BUILD, FREE_THREADED)]


def _build(axis: str, text: str, axes: Axes) -> list[tuple[str, str]]:
    """What the suffix of a build says: "+cu124" is CUDA 12.4."""
    suffix = text.partition("+")[2].lower() if axes.kind(axis) is AxisKind.VERSION else ""
    for prefix, other in _BUILD.items():
        if suffix.startswith(prefix) and other in axes.terms and version(suffix[len(prefix) :]):
            value = suffix if prefix == "cu" else suffix[len(prefix) :]
            return [(other, axes.value(other, value))]
    return []


def _domain(axis: str, text: str, axes: Axes) -> tuple[str, ...]:
    """The candidates: the value itself, then what it stands for; or all that a range admits."""
    known = axes.known(axis)
    if axes.kind(axis) is AxisKind.NAME:
        return (text,) if text else known
    if not text:
        return known
    inside = tuple(v for v in known if admits((text,), v, AxisKind.VERSION))
    if OPERATOR.match(text):
        return inside
    itself = version(text)
    finished = tuple(v for v in inside if not _unfinished(v))
    stands_for = finished or _candidates_of(text, known)
    return (text, *(v for v in stands_for if version(v) != itself))


def _candidates_of(text: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Release candidates of a version that never came without: CANN 8.2 is 8.2.RC1 to its users."""
    asked = version(text)
    return tuple(v for v in known if _unfinished(v) and version(_base(v)) == asked)


def _unfinished(text: str) -> bool:
    number = version(text)
    return number is not None and number.is_prerelease


def _base(text: str) -> str:
    number = version(text)
    return text if number is None else number.base_version
