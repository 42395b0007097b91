"""The long lists of operators in data/registries, which no other command has to wait for.

A file of a later folder replaces the one of the same name in an earlier folder.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from knowledge.dialect import DialectError, parse
from knowledge.errors import KnownError
from knowledge.schema.operators import CaseResults, Equivalents, OperatorSet, Registry

FOLDER = "registries"
TABLE = "equivalents.yaml"
ATEN_CORE = "aten-core"
M = TypeVar("M", bound=BaseModel)


def registry(folders: Sequence[Path], framework: str) -> Registry | None:
    """What the registry of a framework said; None where it has not been read."""
    return _json(folders, f"{framework}.json", Registry)


def case_results(folders: Sequence[Path], framework: str) -> CaseResults | None:
    """ONNX's node cases, where the framework was put to them."""
    return _json(folders, f"{framework}.cases.json", CaseResults)


def onnx_set(folders: Sequence[Path]) -> OperatorSet | None:
    """The standard ONNX operators of the newest operator set."""
    return _json(folders, "onnx.set.json", OperatorSet)


def core_set(folders: Sequence[Path]) -> OperatorSet | None:
    """The operators that PyTorch tags as core."""
    found = registry(folders, "pytorch")
    if found is None or ATEN_CORE not in found.sets:
        return None
    return OperatorSet(
        id=ATEN_CORE,
        version=found.version.partition("+")[0],
        namespace="pytorch",
        operators=dict.fromkeys(found.sets[ATEN_CORE], 1),
    )


def equivalents(folders: Sequence[Path]) -> tuple[Equivalents, ...]:
    """The table of equivalents.

    Raises:
        KnownError: it is not written as it should be.
    """
    path = _last(folders, TABLE)
    if path is None:
        return ()
    try:
        rows = parse(path.read_text(encoding="utf-8")).value["rows"]
        return tuple(Equivalents.model_validate(row) for row in rows)
    except (DialectError, ValidationError, KeyError, TypeError) as error:
        hint = "compare it with advisor's own data/registries/equivalents.yaml"
        told = " ".join(str(error).split())
        raise KnownError(f"{path} is no table of equivalents: {told}", hint=hint) from error


def _json(folders: Sequence[Path], name: str, model: type[M]) -> M | None:
    path = _last(folders, name)
    if path is None:
        return None
    try:
        return model.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise KnownError(
            f"{path} cannot be used: {error}", hint="advisor kb operators extract writes it anew"
        ) from error


def _last(folders: Sequence[Path], name: str) -> Path | None:
    found = [folder / FOLDER / name for folder in folders]
    return next((path for path in reversed(found) if path.is_file()), None)
