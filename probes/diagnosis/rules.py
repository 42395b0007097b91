"""The rules there are, found by listing this folder, and what they say of a result."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, cast

from knowledge.schema.machine import Finding, Severity

if TYPE_CHECKING:
    from knowledge.schema.base import LocalText
    from probes.diagnosis.known import Known

FOLDER = Path(__file__).parent
MARK = "\nTITLE = "
"""A file of this folder that has a title is a rule."""
ORDER = (Severity.SERIOUS, Severity.WARNING, Severity.NOTE)


class Rule(Protocol):
    """What a rule's file offers; LAST, if true, makes it speak only where no other rule does."""

    TITLE: LocalText
    diagnose: Callable[[Known], Finding | None]


@cache
def rules() -> dict[str, Rule]:
    """Every rule by its id, sorted."""
    files = sorted(path for path in FOLDER.glob("*.py") if MARK in path.read_text("utf-8"))
    return {
        path.stem.replace("_", "-"): cast(
            "Rule", importlib.import_module(f"{__package__}.{path.stem}")
        )
        for path in files
    }


def diagnose(known: Known) -> tuple[Finding, ...]:
    """All findings about a result, most severe first."""
    first = [rule for rule in rules().values() if not getattr(rule, "LAST", False)]
    last = [rule for rule in rules().values() if getattr(rule, "LAST", False)]
    found = [each for rule in first if (each := rule.diagnose(known)) is not None]
    if not found:
        found = [each for rule in last if (each := rule.diagnose(known)) is not None]
    return tuple(sorted(found, key=lambda each: (ORDER.index(each.severity), each.id)))
