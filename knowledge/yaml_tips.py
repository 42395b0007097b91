"""What a YAML parser's complaint most likely means, told in terms of the text that was typed.

Pure. libyaml stops at the first error and names the symptom ("mapping values are not allowed"), a
line too late at times; here the lines around it are looked at for the usual causes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import yaml

_KEY = re.compile(r"^(?P<indent> *)(?P<dashes>(?:- +)*)(?P<key>[^\s#'\"{\[][^:#]*):(?P<rest> .*|)$")
_NO_SPACE = re.compile(r"^ *(?:- +)*[\w.-]+:[^\s/:]")
_NO_SPACE_DASH = re.compile(r"^ *-[^\s-]")
_BLANKS = re.compile(r"^ *[\u00a0\u2000-\u200b\u3000]")
_WIDE = {"：": ": ", "，": ", ", "“": '"', "”": '"', "｛": "{", "｝": "}", "［": "[", "］": "]"}
_STRUCTURE = ("mapping values", "expected '-'", "expected key", "expected <block end>")
# part of libyaml's message -> what to do
_TIPS = {
    "found a tab": "indent with spaces; YAML takes no tabs",
    "cannot start any token": "put a text that starts with a sign in quotes",
    "undefined alias": "put a text that starts with * in quotes",
    "found another document": "a file holds one document; remove the line with ---",
    "unknown escape": "put the text in single quotes, or write \\\\ for a backslash",
    "control characters": "remove the invisible character",
    "block sequence entries": "a list starts on the line after its key",
    "invalid trailing UTF-8": "save the file as UTF-8",
}


class _Line(NamedTuple):
    number: int
    indent: int
    """Column of the key, after any dashes."""
    key: str
    has_value: bool


def explain(text: str, error: yaml.YAMLError) -> tuple[int, str, str]:
    """The line (from 1), the message and a tip for an error that parsing `text` raised."""
    mark = getattr(error, "problem_mark", None)
    opened = getattr(error, "context_mark", None)
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or str(error)
    number = mark.line + 1 if mark else 1
    message = f"not YAML: {problem}"
    lines = text.splitlines()
    started = opened.line + 1 if opened else number
    context = getattr(error, "context", None) or ""
    for found, tip in _causes(lines, number, started, problem, context):
        return found, message, tip
    tip = next((tip for part, tip in _TIPS.items() if part in problem), "")
    return number, message, tip


def _causes(
    lines: Sequence[str], number: int, started: int, problem: str, context: str
) -> Iterator[tuple[int, str]]:
    """Likely causes, best first, with the lines they stand on."""
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    if "\t" in line[: len(line) - len(line.lstrip())]:
        yield number, _TIPS["found a tab"]
    if "flow" in context:
        yield from _signs(lines, range(started, number + 1), inside=True)
        bracket = "[" if "sequence" in context else "{"
        tip = f"the {bracket} is not closed, or a comma or a quote is missing after it"
        yield started, tip
    if "quoted scalar" in context and "end of stream" in problem:
        yield started, "the quote that opens here is never closed"
    if problem.startswith("could not find expected ':'") or any(
        part in problem for part in _STRUCTURE
    ):
        yield from _signs(lines, (number, _before(lines, number)))
        yield from _indentation(lines, number)
        yield from _colon(lines, number)
        yield from _shapeless(lines, (_before(lines, number), number))


def full_width(text: str) -> str:
    """A tip when `text` holds a full-width sign where YAML wants a plain one; else nothing.

    >>> full_width("en：word")
    "： is a full-width sign; write ': '"
    """
    wide = next((sign for sign in text if sign in _WIDE), "")
    return f"{wide} is a full-width sign; write {_WIDE[wide]!r}" if wide else ""


def _signs(
    lines: Sequence[str], numbers: Sequence[int], *, inside: bool = False
) -> Iterator[tuple[int, str]]:
    """Characters that look right and are not, and spaces that are missing.

    `inside` brackets a full-width sign is suspect even after a proper key.
    """
    for number in numbers:
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        wide = full_width(line)
        if _BLANKS.match(line):
            yield number, "indent with plain spaces; the ones here are of another kind"
        elif wide and (inside or not _KEY.match(line)):
            yield number, wide + (", or quote the text" if inside else "")
        elif _NO_SPACE_DASH.match(line):
            yield number, "put a space after the dash"
        elif _NO_SPACE.match(line):
            yield number, "put a space after the colon"


def _indentation(lines: Sequence[str], number: int) -> Iterator[tuple[int, str]]:
    """A key that does not stand under the keys it belongs to."""
    line, above = _parsed(lines, number), _parsed(lines, _before(lines, number))
    if line is None or above is None or line.indent == above.indent:
        return
    siblings = f"{line.key} is indented by {line.indent}"
    if line.indent > above.indent and above.has_value:
        yield number, f"{siblings}, but {above.key} in line {above.number} by {above.indent}"
    elif line.indent < above.indent:
        levels = sorted({found.indent for found in _levels(lines, number)})
        if line.indent not in levels:
            where = " or ".join(map(str, levels))
            yield number, f"{siblings}; the keys above it are indented by {where}"
        else:
            yield number, f"{siblings}, like a key above it that does not go on here"


def _levels(lines: Sequence[str], number: int) -> Iterator[_Line]:
    """The keys above a line that are still open there, innermost first."""
    lowest = 1 << 30
    for above in range(number - 1, 0, -1):
        line = _parsed(lines, above)
        if line is not None and line.indent < lowest:
            lowest = line.indent
            yield line


def _colon(lines: Sequence[str], number: int) -> Iterator[tuple[int, str]]:
    """A second ': ' in the value of a key, or a text that goes on after its closing quote."""
    line = lines[number - 1] if 0 < number <= len(lines) else ""
    found = _KEY.match(line)
    value = found["rest"].strip() if found else ""
    if value[:1] in ("'", '"'):
        yield number, "the text goes on after its closing quote; double a quote that is part of it"
    elif ": " in value or value.endswith(":"):
        yield number, "put a text that holds ': ' in quotes"


def _shapeless(lines: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[int, str]]:
    """A line that is no key with a value and no list item, or a list where none can be."""
    for number in numbers:
        line = lines[number - 1] if 0 < number <= len(lines) else ""
        if line.lstrip().startswith("- ") and number == numbers[-1]:
            yield number, "the key above has a value already; a list stands under a key of its own"
        elif line.strip() and not _KEY.match(line) and not line.lstrip().startswith("-"):
            yield number, "write `key: value`, or `- item` for an item of a list"


def _parsed(lines: Sequence[str], number: int) -> _Line | None:
    found = _KEY.match(lines[number - 1]) if 0 < number <= len(lines) else None
    if found is None:
        return None
    indent = len(found["indent"]) + len(found["dashes"])
    return _Line(number, indent, found["key"].strip(), has_value=bool(found["rest"].strip()))


def _before(lines: Sequence[str], number: int) -> int:
    """The last line before `number` that holds more than a comment."""
    above = number - 1
    while above > 0 and (not lines[above - 1].strip() or lines[above - 1].lstrip()[0] == "#"):
        above -= 1
    return above
