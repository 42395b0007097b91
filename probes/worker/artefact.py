"""What lies beside an artefact: how its inputs and outputs differ from those of the case.

A converter writes it, the runtime's adapter reads it; both run in interpreters of their own.
"""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from .case import Case, Value

FILE = "artefact.json"


def describe(folder: Path, **facts: Any) -> None:
    """Write JSON facts about the artefact in `folder`."""
    (folder / FILE).write_text(json.dumps(facts, allow_nan=False), encoding="utf-8")


def folder_of(case: Case) -> Path:
    """The folder with the artefact of a case.

    Raises:
        ValueError: the case was not converted.
    """
    if case.artefact is None:
        raise ValueError("this runtime needs an artefact, and the case has none")
    return case.artefact


def described(folder: Path) -> dict[str, Any]:
    """What the converter wrote."""
    facts: dict[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    return facts


def marked(values: Sequence[Value], last: Sequence[bool]) -> tuple[Value, ...]:
    """The values, marked as an artefact takes or gives them: channels last or first."""
    return tuple(replace(value, channels_last=last[i]) for i, value in enumerate(values))


def shaped(values: Sequence[Value], arrays: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Outputs in the shapes of the case, for runtimes that add or drop axes of length 1.

    One with another number of elements stays as it is: the comparison will tell.
    """
    return [
        array.reshape(values[i].shape) if array.size == math.prod(values[i].shape) else array
        for i, array in enumerate(arrays)
    ]
