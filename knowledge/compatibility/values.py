"""Values of axes and the specifiers that admit them.

Versions are those of PEP 440. A version without an operator stands for itself and its patches, in
tables as in questions: "12.8" admits 12.8.1, not 12.8rc1; one with a suffix ("9.0.0.post2") admits
only itself.
"""

from __future__ import annotations

import re
from functools import cache

from packaging.specifiers import InvalidSpecifier, SpecifierSet
from packaging.version import InvalidVersion, Version

from knowledge.schema.compatibility import AxisKind

OPERATOR = re.compile(r"^\s*(===|==|~=|!=|<=|>=|<|>)")
_SHORT = (
    (re.compile(r"^(?:cu|cuda)(\d\d)(\d)$"), r"\1.\2"),
    (re.compile(r"^(?:sm|compute)_?(\d+)(\d)[af]?$"), r"\1.\2"),
    (re.compile(r"^(?:cp|py)(\d)(\d+)$"), r"\1.\2"),
    (re.compile(r"^(?:jetpack|jp|l4t|opset|cann|rocm|r|v)[\s_-]*(?=\d)"), ""),
    (re.compile(r"\.(?:alpha|beta)\d+$"), ""),
    (re.compile(r"(rc\d+)\.(\d+)$"), r"\1.post\2"),
)
"""Ways in which versions are written beside the plain one, and what they stand for."""


@cache
def version(text: str) -> Version | None:
    """The version `text`, or None where it is none.

    >>> str(version("8.3.RC1")), version("latest")
    ('8.3rc1', None)
    """
    try:
        return Version(text)
    except InvalidVersion:
        return None


def plain_version(text: str) -> str:
    """`text` without the ornaments that people and projects put on versions.

    >>> [plain_version(text) for text in ("cu124", "sm_120", "8.1.RC1.beta1", "JP5.1", "12.x")]
    ['12.4', '12.0', '8.1.rc1', '5.1', '12']
    """
    result = text.strip().lower()
    for pattern, replacement in _SHORT:
        result = pattern.sub(replacement, result)
    return re.sub(r"(\.[x*])+$", "", result.partition("+")[0])


@cache
def specifiers(text: str) -> SpecifierSet | None:
    """The versions `text` admits, or None where it is neither a specifier nor a version.

    >>> "12.8.1" in specifiers("12.8"), "12.9" in specifiers("12.8"), specifiers("new")
    (True, False, None)
    """
    try:
        if OPERATOR.match(text):
            return SpecifierSet(text)
        alone = Version(text)
    except (InvalidSpecifier, InvalidVersion):
        return None
    patches = alone.pre is None and alone.post is None and alone.dev is None
    return SpecifierSet(f"=={text}.*,>={text}" if patches else f"=={text}")


@cache
def admits(admitted: tuple[str, ...], value: str, kind: AxisKind) -> bool:
    """Whether any of the specifiers or names `admitted` takes `value`."""
    if kind is AxisKind.NAME:
        return value in admitted
    number = version(value)
    if number is None:
        return False
    found = (specifiers(text) for text in admitted)
    return any(s is not None and s.contains(number, prereleases=True) for s in found)


def named(admitted: tuple[str, ...], kind: AxisKind) -> tuple[str, ...]:
    """The values that stand in `admitted` and are in it: names, or versions of its specifiers.

    >>> named((">=3.9,<3.13", "3.14"), AxisKind.VERSION)
    ('3.9', '3.14')
    """
    if kind is AxisKind.NAME:
        return admitted
    parts = [part.strip() for text in admitted for part in text.split(",")]
    inside = [part for part in parts if not re.match(r"!=|<(?!=)|>(?!=)", part)]
    return tuple(re.sub(r"\.\*$", "", OPERATOR.sub("", part)).strip() for part in inside)


def exact(text: str, kind: AxisKind) -> bool:
    """Whether `text` admits one value, patches aside: a name, "12.8", "==2.9.0".

    >>> [exact(text, AxisKind.VERSION) for text in ("12.8", "==2.9.0", ">=580")]
    [True, True, False]
    """
    return kind is AxisKind.NAME or re.match(r"(==)?[^=<>!~,*]+$", text) is not None


def newest_first(values: set[str] | frozenset[str]) -> tuple[str, ...]:
    """Versions by age, the newest first, equal ones ("2.9", "2.9.0") only once."""
    known: dict[Version, str] = {}
    for text in sorted(values, key=lambda value: ("." not in value, len(value), value)):
        number = version(text)
        if number is not None:
            known.setdefault(number, text)
    return tuple(known[number] for number in sorted(known, reverse=True))
