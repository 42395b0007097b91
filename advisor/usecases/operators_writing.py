"""Write what registries and cases said into a folder of facts: advisor's own, or an overlay."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel

from advisor.wiring import Wiring
from knowledge.coverage import summary
from knowledge.errors import KnownError
from knowledge.registries import FOLDER, case_results, core_set, equivalents, onnx_set, registry
from knowledge.schema.evidence import Source
from knowledge.schema.operators import CaseResults, OperatorRegistry, OperatorSet, Registry


def write_registries(wiring: Wiring, found: Sequence[Registry], folder: Path) -> tuple[Path, ...]:
    """Write registries, the ONNX set of this machine's onnx package, and all counts anew.

    Raises:
        KnownError: nothing is known yet of one of the frameworks.
    """
    written = [_dump(folder, f"{one.framework}.json", one) for one in found]
    written.append(_dump(folder, "onnx.set.json", current_onnx()))
    return (*written, *_counts(wiring, folder, {one.framework for one in found}))


def write_cases(wiring: Wiring, found: CaseResults, folder: Path) -> tuple[Path, ...]:
    """Write what the cases gave, and the counts of the framework anew."""
    written = _dump(folder, f"{found.framework}.cases.json", found)
    return (written, *_counts(wiring, folder, {found.framework}))


def current_onnx() -> OperatorSet:
    """The standard operators of the installed onnx package's newest operator set."""
    from onnx import defs

    names = {
        schema.name
        for schema in defs.get_all_schemas()
        if schema.domain == "" and not schema.deprecated
    }
    return OperatorSet(
        id="onnx",
        version=str(defs.onnx_opset_version()),
        namespace="onnx",
        operators=dict.fromkeys(sorted(names), 1),
    )


def _counts(wiring: Wiring, folder: Path, changed: set[str]) -> tuple[Path, ...]:
    """Count every framework again whose registry, or whose sets, may have changed."""
    folders = (*wiring.folders, folder)
    sets = [one for one in (onnx_set(folders), core_set(folders)) if one is not None]
    table, written = equivalents(folders), []
    for framework, earlier in wiring.catalog.operators.items():
        found = registry(folders, framework)
        if found is None:
            continue
        today = wiring.now().date() if framework in changed else earlier.read
        counted = summary(earlier, found, sets, table, case_results(folders, framework), today)
        if counted.version != earlier.version:
            counted = _sourced(wiring, counted, folder)
        written.append(_yaml(folder / "operators" / f"{framework}.yaml", _plain(counted)))
    missing = changed - set(wiring.catalog.operators)
    if missing:
        names = ", ".join(sorted(missing))
        raise KnownError(
            f"it is not told how the operators of {names} are counted",
            hint="write operators/<framework>.yaml first",
        )
    return tuple(written)


def _sourced(wiring: Wiring, counted: OperatorRegistry, folder: Path) -> OperatorRegistry:
    """The counts of another version, with that version's package as their first source."""
    first, *rest = counted.evidence
    name, before = f"operators-{counted.id}", wiring.catalog.sources[first.source]
    source = Source(
        title=f"{counted.id} {counted.version}, installed package",
        purl=counted.package,
        publisher=before.publisher,
        kind="package",
    )
    _yaml(folder / "sources" / f"{name}.yaml", {name: _plain(source)})
    evidence = (first.model_copy(update={"source": name}), *rest)
    return counted.model_copy(update={"evidence": evidence})


def _plain(noun: BaseModel) -> Any:
    return noun.model_dump(mode="json", exclude_defaults=True)


def _dump(folder: Path, name: str, noun: BaseModel) -> Path:
    path = folder / FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(noun.model_dump_json(indent=0, exclude_defaults=True) + "\n", encoding="utf-8")
    return path


def _yaml(path: Path, values: Mapping[str, Any]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    text = yaml.safe_dump(values, allow_unicode=True, sort_keys=False, width=1000)
    path.write_text(text, encoding="utf-8")
    return path
