"""How long the knowledge base takes to load, at its size and at multiples of it.

Run `python -m tests.benchmarks.knowledge_load [FACTOR ...]` (default: 1 2 4 10) in the repository.
It copies data/ into a temporary folder, every entry FACTOR times under further ids, and prints the
processor time in milliseconds (best of three) of reading the files, of loading them from YAML, and
of the ways to keep what was loaded. What it shows is why knowledge/snapshot.py is as it is.
"""

from __future__ import annotations

import gc
import json
import pickle
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from knowledge import snapshot
from knowledge.catalog import Catalog
from knowledge.loader import FAMILIES, load
from knowledge.paths import data_dir

COPIED = ("devices", "frameworks", "routes", "sources", "systems")
_ENTRY_ID = re.compile(r"^id: (\S+)", re.MULTILINE)
_SOURCE_ID = re.compile(r"^([a-z0-9][a-z0-9._-]*):(?=\s*$)", re.MULTILINE)
_ADDRESS = re.compile(r"^( +(?:url|purl): [^\s\"']+)", re.MULTILINE)
_NAMED = re.compile(r"\b(source|target|successor|extends): ([a-z0-9][a-z0-9._-]*)(?=[,}\s])")
_ENVIRONMENT = re.compile(r"^environment: .*\n", re.MULTILINE)


def grow(source: Path, target: Path, factor: int) -> Path:
    """Write `source` into `target` with every entry that has facts `factor` times over."""
    shutil.copytree(source, target)
    for copy in range(1, factor):
        for family in COPIED:
            for file in sorted((source / family).glob("*.yaml")):
                text = copied(file.read_text(encoding="utf-8"), family, f"-copy{copy}")
                new = target / family / f"{file.stem}-copy{copy}.yaml"
                new.write_text(text, encoding="utf-8")
    return target


def copied(text: str, family: str, suffix: str) -> str:
    """A file under other ids that refers to the copies of what it referred to."""
    if family == "sources":
        text = _SOURCE_ID.sub(rf"\1{suffix}:", text)
        return _ADDRESS.sub(rf"\1#{suffix}", text)
    text = _ENTRY_ID.sub(rf"id: \1{suffix}", text)
    text = _NAMED.sub(rf"\1: \2{suffix}", text)
    return _ENVIRONMENT.sub("", text)


def constructed(catalog: Catalog) -> Callable[[], object]:
    """Reading JSON without validating it: `model_construct` down to every noun."""
    text = json.dumps(
        {
            family: {id_: noun.model_dump(mode="json") for id_, noun in nouns.items()}
            for family in FAMILIES
            for nouns in [getattr(catalog, family)]
        }
    )

    def read() -> object:
        return {
            family: {id_: _construct(FAMILIES[family], value) for id_, value in nouns.items()}
            for family, nouns in json.loads(text).items()
        }

    return read


def _construct(model: type[BaseModel], values: dict[str, Any]) -> BaseModel:
    parts = {
        name: _part(model.model_fields[name].annotation, value) for name, value in values.items()
    }
    return model.model_construct(**parts)


def _part(annotation: Any, value: Any) -> Any:
    """A value of a field; enums and dates are left as text, which flatters this way of reading."""
    if isinstance(value, list):
        inner = getattr(annotation, "__args__", (None,))[0]
        return tuple(_part(inner, item) for item in value)
    if isinstance(value, dict):
        model = next((m for m in _models(annotation)), None)
        return value if model is None else _construct(model, value)
    return value


def _models(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [model for part in getattr(annotation, "__args__", ()) for model in _models(part)]


def milliseconds(action: Callable[[], object], times: int = 3) -> float:
    """Processor time of the quickest of several runs."""
    taken = []
    for _ in range(times):
        gc.collect()
        started = time.process_time()
        action()
        taken.append(time.process_time() - started)
    return 1e3 * min(taken)


def measure(folder: Path) -> dict[str, float]:
    """What each way takes on one folder, in milliseconds; sizes in kilobytes."""
    catalog = load((folder,))
    kept, pickled = snapshot.encode(catalog), pickle.dumps(catalog, protocol=5)
    yaml_files = [file for file in folder.rglob("*.yaml") if file.parent.name != "locales"]
    with tempfile.TemporaryDirectory() as cache:
        snapshot.load_kept((folder,), Path(cache))
        return {
            "YAML kB": sum(file.stat().st_size for file in yaml_files) / 1e3,
            "digest": milliseconds(lambda: snapshot.key((folder,))),
            "load YAML": milliseconds(lambda: load((folder,))),
            "load kept": milliseconds(lambda: snapshot.load_kept((folder,), Path(cache))),
            "JSON, validated": milliseconds(lambda: snapshot.decode(kept)),
            "JSON, constructed": milliseconds(constructed(catalog)),
            "pickle": milliseconds(lambda: pickle.loads(pickled)),  # noqa: S301 - our own
            "kept kB": len(kept) / 1e3,
            "pickle kB": len(pickled) / 1e3,
        }


def main(factors: list[int]) -> None:
    """Print one line per factor."""
    gc.set_threshold(200_000, 50, 50)  # as the command does
    with tempfile.TemporaryDirectory() as folder:
        for number, factor in enumerate(factors):
            found = measure(grow(data_dir(), Path(folder) / f"{number}", factor))
            if number == 0:
                print("  ".join(["factor", *found]))  # noqa: T201
            cells = [f"{value:{len(name)}.0f}" for name, value in found.items()]
            print("  ".join([f"{factor:6d}", *cells]))  # noqa: T201


if __name__ == "__main__":
    main([int(argument) for argument in sys.argv[1:]] or [1, 2, 4, 10])
