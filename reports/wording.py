"""How numbers, shares, intervals and lists of names are put into words.

Everything a section prints goes through here, so that all formats round alike; nothing here knows
a section or a format.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from knowledge.schema.probing import Estimate

if TYPE_CHECKING:
    from datetime import date

    from knowledge.schema.decision import Recommendation
    from knowledge.texts import Texts

# Units that have a name in the locale files; any other unit is printed as the data writes it.
NAMED_UNITS = frozenset({"ms", "items/s", "MiB", "points"})
WHOLE_UNITS = frozenset({"points"})
FIGURES = 3


def decimals(value: float, unit: str = "") -> int:
    """Digits after the point that show `value` with three significant figures.

    Points of a rubric are whole: their evidence does not carry more.

    >>> decimals(3.4182, "ms"), decimals(0.0712), decimals(1234.5), decimals(71.2, "points")
    (2, 4, 0, 0)
    """
    if unit in WHOLE_UNITS or value == 0 or not math.isfinite(value):
        return 0
    return min(6, max(0, FIGURES - 1 - math.floor(math.log10(abs(value)))))


def unit_name(texts: Texts, unit: str) -> str:
    """The unit as the language writes it: "items/s" or "样本/秒"."""
    if unit not in NAMED_UNITS:
        return texts.word(unit)
    return texts.t("report.unit." + re.sub(r"[^a-z]+", "_", unit.replace("/", "_per_").lower()))


def open_first(recommendation: Recommendation) -> bool:
    """Whether something that is required of the stack in first place is unverified."""
    first = recommendation.ranking[0].id if recommendation.ranking else None
    return any(one.alternative == first for one in recommendation.unverified)


def fixed(texts: Texts, value: float, digits: int) -> str:
    """`value` with exactly that many decimals, so that the numbers of a column line up."""
    return texts.fixed(value, digits)


def whole(texts: Texts, count: int) -> str:
    """A count: "20,000"."""
    return fixed(texts, count, 0)


def plain(texts: Texts, value: float, unit: str) -> str:
    """`value` rounded for `unit`, without the unit."""
    return fixed(texts, value, decimals(value, unit))


def amount(texts: Texts, value: float, unit: str) -> str:
    """`value` with its unit: "3.42 ms"."""
    return texts.t("report.quantity", number=plain(texts, value, unit), unit=unit_name(texts, unit))


def exact(texts: Texts, value: float, unit: str) -> str:
    """A declared value with its unit: a whole number stays whole ("2 ms", not "2.00 ms")."""
    number = texts.number(value, 6)
    return texts.t("report.quantity", number=number, unit=unit_name(texts, unit))


def scientific(value: float) -> str:
    """A tiny number in powers of ten.

    >>> scientific(3.14e-7), scientific(0.31)
    ('3.1e-7', '3.1e-1')
    """
    mantissa, exponent = f"{value:.1e}".split("e")
    return f"{mantissa}e{int(exponent)}"


def bounds(texts: Texts, estimate: Estimate, unit: str) -> tuple[str, str]:
    """Both ends of the interval, rounded like the point so that they can be compared with it."""
    digits = decimals(estimate.point, unit)
    return fixed(texts, estimate.low, digits), fixed(texts, estimate.high, digits)


def interval(texts: Texts, estimate: Estimate, unit: str) -> str:
    """The interval without its unit: "3.10–3.81"."""
    low, high = bounds(texts, estimate, unit)
    return texts.t("report.interval", low=low, high=high)


def score(texts: Texts, value: float) -> str:
    """A value on the scale 0 to 1, with two decimals."""
    return fixed(texts, value, 2)


def signed(texts: Texts, value: float, digits: int = 3) -> str:
    """A change with its sign, a true minus before what is less: "+0.031", "−0.004"."""
    seen = round(value, digits)
    sign = "+" if seen > 0 else "\u2212" if seen < 0 else ""
    return sign + fixed(texts, abs(seen), digits)


def score_interval(texts: Texts, estimate: Estimate) -> str:
    """An interval on the scale 0 to 1."""
    return texts.t(
        "report.interval", low=score(texts, estimate.low), high=score(texts, estimate.high)
    )


def share(texts: Texts, value: float) -> str:
    """A share in per cent for a table; it never rounds a doubt away: 0.999 is ">99%", not 100%."""
    rounded, sign = _share(texts, value)
    return f"{sign}{rounded}"


def share_in_words(texts: Texts, value: float) -> str:
    """A share in per cent for a sentence: "over 99%"."""
    rounded, sign = _share(texts, value)
    if not sign:
        return rounded
    return texts.t("report.under" if sign == "<" else "report.over", bound=rounded)


def _share(texts: Texts, value: float) -> tuple[str, str]:
    value = round(value, 9)  # sums of shares miss 1 by rounding errors
    if 0 < value < 0.01:
        return texts.percent(0.01), "<"
    if 0.99 < value < 1:
        return texts.percent(0.99), ">"
    return texts.percent(value), ""


def names(texts: Texts, items: Sequence[str]) -> str:
    """A list as the language writes it: "A, B, and C", "A、B和C"."""
    from babel.lists import format_list

    listed = str(format_list(list(items), locale=texts.language))
    # Chinese typography sets a space between Latin and Chinese characters.
    return re.sub(r"(?<=[!-~])(和)(?=[!-~])", r" \1 ", listed)


def month(texts: Texts, day: date) -> str:
    """The month of a day: "Nov 2026"."""
    from babel.dates import format_skeleton

    return str(format_skeleton("yMMM", day, locale=texts.language))


def places(texts: Texts, numbers: Sequence[int]) -> str:
    """Rank numbers in ascending order, runs of three and more as a range: "2, 4–9"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    parts: list[str] = []
    for run in runs:
        ends = [whole(texts, number) for number in run]
        if len(run) > 2:
            ends = [texts.t("report.interval", low=ends[0], high=ends[-1])]
        parts += ends
    return texts.t("report.separator").join(parts)


def capital(text: str) -> str:
    """`text` with a capital first letter, for the start of a line.

    >>> capital("measured here"), capital("本机实测")
    ('Measured here', '本机实测')
    """
    return text[:1].upper() + text[1:]


def counted(texts: Texts, key: str, count: int, **params: str) -> str:
    """The sentence `key`.one or `key`.many, with `count` as a placeholder."""
    form = "one" if count == 1 else "many"
    return texts.t(f"{key}.{form}", count=whole(texts, count), **params)
