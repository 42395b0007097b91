"""The product's words and number formats in one language, from data/locales/<language>.yaml.

A missing key or placeholder raises KeyError: a bug, caught by tests that compare the locales.
babel is imported only when a number or date is formatted.
"""

from __future__ import annotations

import hashlib
import json
import string
from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import platformdirs

from knowledge import cache as files
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean
from knowledge.paths import data_dir
from knowledge.phrasebook import phrasebook

# seconds per unit, largest first; a duration takes the first unit it reaches
_DURATIONS = (("h", 3600.0), ("min", 60.0), ("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9))


def languages() -> tuple[str, ...]:
    """The languages there is a locale file for.

    >>> languages()
    ('en', 'zh')
    """
    return tuple(sorted(file.stem for file in _folder().glob("*.yaml")))


class Texts:
    """The texts of one language."""

    def __init__(self, language: str) -> None:
        """Load the locale of `language`; KnownError for one that does not exist."""
        if language not in languages():
            hint = did_you_mean(language, languages())
            raise KnownError(f"unknown language {language!r}", hint=hint)
        self.language = language
        self._texts = _texts(language)

    def t(self, key: str, /, **params: object) -> str:
        """The text `key` with its placeholders filled in.

        >>> Texts("en").t("support.since", version="2.0")
        'since 2.0'

        Raises:
            KeyError: unknown key, or a placeholder that was not given.
        """
        return self._texts[key].format_map(params)

    def say(self, sentence: str) -> str:
        """An English sentence of an error, a hint or a measurement; as it is where none is known.

        >>> Texts("zh").say("all weights are zero")
        '所有权重都为零'
        """
        return phrasebook(self.language).say(sentence)

    def word(self, term: str) -> str:
        """A term of the facts, say a metric or a unit; names stay as they are.

        >>> Texts("zh").word("speed-up"), Texts("en").word("speed-up")
        ('加速', 'speed-up')
        """
        return phrasebook(self.language).word(term)

    def keys(self, prefix: str = "") -> tuple[str, ...]:
        """The keys that start with `prefix`, sorted."""
        return tuple(sorted(key for key in self._texts if key.startswith(prefix)))

    def placeholders(self, key: str) -> frozenset[str]:
        """The placeholder names of the text `key`."""
        parts = string.Formatter().parse(self._texts[key])
        return frozenset(name for _, name, _, _ in parts if name is not None)

    def number(self, value: float, digits: int = 3) -> str:
        """`value` with `digits` significant digits, integers above them kept whole.

        >>> texts = Texts("en")
        >>> texts.number(1234.5), texts.number(0.012345), texts.number(2.0, 1)
        ('1,234', '0.0123', '2')
        """
        if 0 < abs(value) < 1e-6:
            return f"{value:.{max(0, digits - 1)}e}"
        return _number(_rounded(value, digits), "#,##0.###############", self.language)

    def fixed(self, value: float, digits: int) -> str:
        """`value` with exactly `digits` decimals, so that the numbers of a column line up.

        >>> Texts("en").fixed(1234.5, 2)
        '1,234.50'
        """
        return _number(value, "#,##0." + "0" * digits if digits else "#,##0", self.language)

    def percent(self, share: float, digits: int = 0) -> str:
        """A share of 1 as a percentage with `digits` decimals.

        >>> Texts("en").percent(0.256)
        '26%'
        """
        pattern = "#,##0." + "0" * digits + "%" if digits else "#,##0%"
        return _number(share, pattern, self.language)

    def quantity(self, value: float | str, unit: str, digits: int = 3) -> str:
        """A value with its unit; version strings and names as they are.

        >>> Texts("en").quantity(3350.0, "GB/s"), Texts("en").quantity("2.10", "version")
        ('3,350 GB/s', '2.10')
        >>> Texts("zh").quantity(25.0, "releases")
        '25 个版本'
        """
        if isinstance(value, str):
            return self.word(value)
        return f"{self.number(value, digits)} {self.word(unit)}".rstrip()

    def date(self, day: date | datetime) -> str:
        """A day in the language's medium form.

        >>> Texts("zh").date(date(2026, 10, 1))
        '2026年10月1日'
        """
        from babel.dates import format_date

        return str(format_date(day, "medium", self.language))

    def duration(self, seconds: float, digits: int = 3) -> str:
        """A duration in the largest unit of which there is at least one.

        >>> texts = Texts("en")
        >>> texts.duration(0.00341), texts.duration(12.0), texts.duration(150)
        ('3.41 ms', '12 s', '2.5 min')
        """
        smallest = ("s", 1.0) if seconds == 0 else _DURATIONS[-1]
        reached = (u for u in _DURATIONS if _rounded(abs(seconds) / u[1], digits) >= 1)
        unit, size = next(reached, smallest)
        return self.t(f"units.{unit}", value=self.number(seconds / size, digits))


@cache
def _pattern(pattern: str, language: str) -> Callable[[float], str]:
    """What writes a number by a Unicode number pattern; parsed once, as a report has thousands."""
    from babel import Locale
    from babel.numbers import parse_pattern

    parsed, locale = parse_pattern(pattern), Locale.parse(language)
    return lambda value: str(parsed.apply(value, locale))


@lru_cache(maxsize=10_000)
def _number(value: float, pattern: str, language: str) -> str:
    return _pattern(pattern, language)(value)


def _rounded(value: float, digits: int) -> float:
    """`value` to `digits` significant digits, or to a whole number if it has more of them."""
    if value == 0 or value != value or abs(value) == float("inf"):  # noqa: PLR0124 - NaN
        return value + 0.0
    magnitude = len(f"{abs(value):.0f}") if abs(value) >= 1 else int(f"{value:e}".split("e")[1]) + 1
    return round(value, max(0, digits - magnitude)) + 0.0


def _folder() -> Path:
    return data_dir() / "locales"


@cache
def _texts(language: str) -> Mapping[str, str]:
    """The texts by key; kept as JSON, since loading YAML's parser takes longer than its work."""
    content = (_folder() / f"{language}.yaml").read_bytes()
    folder = platformdirs.user_cache_path("advisor") / "texts"
    name = f"{hashlib.sha256(content).hexdigest()}.json"
    kept = files.read(folder, name)
    if kept is not None:
        return MappingProxyType(json.loads(kept))
    from knowledge import dialect

    flat: dict[str, str] = {}
    _flatten(dialect.parse(content.decode("utf-8")).value, "", flat)
    files.write(folder, name, json.dumps(flat).encode())
    return MappingProxyType(flat)


def _flatten(node: Any, prefix: str, into: dict[str, str]) -> None:
    for key, value in node.items():
        if isinstance(value, dict):
            _flatten(value, f"{prefix}{key}.", into)
        elif isinstance(value, str):
            into[prefix + key] = value
        else:
            raise TypeError(f"the text {prefix + key} is {value!r}; put it in quotes")
