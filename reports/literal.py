"""Text that facts, notes and error messages bring along, made safe to look at in any format.

A control or bidirectional character could hide or reorder what a reader sees, a lone surrogate
cannot be written as UTF-8, and an escape would drive a terminal. Each becomes visible as its code
point: U+202E is shown as "[U+202E]". Line breaks and tabs become a space. Everything else, markup
of any kind included, stays as it is: escaping for a syntax is the duty of the format.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from knowledge.schema.report import Report

# Format characters without which Arabic-script and Indic words or emoji come out wrong: they join
# neighbours and cannot reorder text.
JOINERS = frozenset("\u200c\u200d")
_ESCAPE = re.compile(r"\\[bfnrtu]")
"""How JSON writes control characters; a backslash before such a letter is taken for one too."""
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def visible(text: str) -> str:
    r"""`text` with hidden characters shown as code points.

    >>> visible("a\u202eb\x1b[31m\nc <b>")
    'a[U+202E]b[U+001B][31m c <b>'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def report(report: Report) -> Report:
    """The same report with every text made visible."""
    if _clean(report):
        return report
    return type(report).model_validate(changed(report.model_dump(), visible))


def _clean(report: Report) -> bool:
    """Whether nothing is hidden in it: nearly always, and found out without copying it."""
    try:
        text = report.model_dump_json()
    except ValueError:  # a lone surrogate
        return False
    escapes = _ESCAPE.search(text)
    return escapes is None and all(_shown(character) == character for character in set(text))


def _shown(character: str) -> str:
    if character in "\n\r\t":
        return " "
    if character in JOINERS or unicodedata.category(character) not in HIDDEN:
        return character
    return f"[U+{ord(character):04X}]"


def changed(value: Any, change: Callable[[str], str]) -> Any:
    """`value`, a noun as plain data, with every text in it changed; keys stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: changed(item, change) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return tuple(changed(item, change) for item in value)
    return value
