"""How many errors of the code have no Chinese yet; the number may only go down."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from knowledge.phrasebook import phrasebook

ROOT = Path(__file__).parent.parent
UNTRANSLATED = {"advisor": 0, "knowledge": 0, "probes": 0, "scoring": 0, "reports": 0}
"""At most so many errors and hints without a pattern in data/phrases, by package."""


def sentence(node: ast.expr) -> str | None:
    """An example of what an expression says: its placeholders filled; None where it is computed."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_part, node.values))
    return None


def _part(node: ast.expr) -> str:
    if isinstance(node, ast.Constant):
        return str(node.value)
    quoted = isinstance(node, ast.FormattedValue) and node.conversion == ord("r")
    return "'x'" if quoted else "x"


def errors(package: str) -> Iterator[tuple[str, str]]:
    """(where, sentence) of every message and hint that is written where it is raised."""
    for file in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or getattr(node.func, "id", "") != "KnownError":
                continue
            hints = [word.value for word in node.keywords if word.arg == "hint"]
            for told in map(sentence, [*node.args[:1], *hints]):
                if told:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", told


@pytest.mark.parametrize("package", UNTRANSLATED)
def test_errors_and_hints_are_translated(package: str) -> None:
    book = phrasebook("zh")
    found = list(errors(package))
    lacking = [(where, told) for where, told in found if not book.knows(told)]
    assert len(lacking) <= UNTRANSLATED[package], lacking
    if package in ("advisor", "knowledge"):
        assert len(found) > 20  # the search itself still finds errors


def test_an_error_without_a_translation_would_be_found() -> None:
    told = sentence(ast.parse("f'the {noun} {name!r} is purple'", mode="eval").body)
    assert told == "the x 'x' is purple"
    assert not phrasebook("zh").knows(told)
