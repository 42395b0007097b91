"""A loaded catalog kept as a file, so that the next command need not parse and check it again.

A snapshot is found by a digest of everything it was made from: the contents of all files, which of
them lie over others, the code of this package and the version of pydantic. So a changed file,
overlay or program never meets an older catalog. It is JSON that the nouns validate again when it is
read: as fast as pickle here (tests/benchmarks/knowledge_load.py), and nothing in it is executed.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any, get_origin, get_type_hints

import pydantic
from pydantic import TypeAdapter, ValidationError

from knowledge import cache as files
from knowledge.catalog import Catalog

READ = (".yaml", ".yml", ".json", ".csv")
"""Endings of files that may be facts; what a loader reads must end like this to be noticed."""
_PACKAGE = Path(__file__).resolve().parent


def load_kept(folders: Sequence[Path], cache_folder: Path) -> Catalog:
    """What `knowledge.loader.load` makes of `folders`, from `cache_folder` where it is kept there.

    Raises:
        KnowledgeError: something in the files is wrong; such a catalog is never kept.
        KnownError: a folder is not there, or a file cannot be read.
    """
    before = key(folders)
    kept = None if before is None else files.read(cache_folder, f"{before}.catalog")
    catalog = None if kept is None else decode(kept)
    if catalog is not None:
        return catalog
    from knowledge.loader import load

    catalog = load(folders)
    # Files that change while they are read, and values that JSON cannot carry (an infinite
    # anchor), make a catalog that is not kept.
    if before is not None and key(folders) == before:
        content = encode(catalog)
        if _same(decode(content), catalog):
            files.write(cache_folder, f"{before}.catalog", content)
    return catalog


def _same(kept: Catalog | None, catalog: Catalog) -> bool:
    """Whether what is kept reads back as the catalog, every family of it."""
    try:
        return kept == catalog
    except ValidationError:
        return False


def key(folders: Sequence[Path]) -> str | None:
    """32 hex digits over all that a catalog of `folders` depends on; None where one is unreadable.

    Every file that may be facts counts with its place and content, layer by layer. Strings
    instead of paths, since every command waits for this: 15 ms instead of 70 for 600 files.
    """
    total = hashlib.sha256(f"{_code()} {pydantic.VERSION}".encode())
    try:
        for folder in folders:
            total.update(_digest(str(folder), READ))
    except OSError:
        return None
    return total.hexdigest()[:32]


def _digest(folder: str, endings: tuple[str, ...]) -> bytes:
    """A digest over the names and contents of the files in a folder with one of the endings."""
    total = hashlib.sha256()
    for name in sorted(_listed(folder, "", endings)):
        with open(f"{folder}/{name}", "rb") as file:  # noqa: PTH123 - see `key`
            content = file.read()
        total.update(f"{name}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        total.update(content)
    return total.digest()


def _listed(folder: str, inside: str, endings: tuple[str, ...]) -> Iterator[str]:
    """Names of files under `folder`, hidden ones left out.

    Links are followed at the top only, where a folder of facts may be one; deeper they could loop.
    """
    with os.scandir(folder) as entries:
        for entry in entries:
            name = inside + entry.name
            if entry.name[0] == ".":
                continue
            if entry.is_dir(follow_symlinks=not inside):
                yield from _listed(entry.path, f"{name}/", endings)
            elif entry.name.endswith(endings):
                yield name


def encode(catalog: Catalog) -> bytes:
    """The catalog as lines of JSON, one per field."""
    lines = (
        name.encode() + b" " + _adapter(name).dump_json(getattr(catalog, name), exclude_unset=True)
        for name in _hints()
    )
    return b"\n".join(lines)


def decode(content: bytes) -> Catalog | None:
    """The catalog that `encode` wrote; None where the content is anything else.

    Families are read when they are first asked for: most commands need few of them.
    """
    hints = _hints()
    values: dict[str, Any] = {}
    try:
        for line in content.split(b"\n"):
            name, _, text = line.partition(b" ")
            field = name.decode()
            family = get_origin(hints[field]) is Mapping
            values[field] = _Family(field, text) if family else _adapter(field).validate_json(text)
        return Catalog(**values) if values.keys() == hints.keys() else None
    except (ValidationError, KeyError, UnicodeDecodeError):
        return None


class _Family(Mapping[str, Any]):
    """One family of a kept catalog, validated as a whole on first use."""

    def __init__(self, field: str, text: bytes) -> None:
        self._field = field
        self._text = text

    @cached_property
    def _nouns(self) -> Mapping[str, Any]:
        nouns: Mapping[str, Any] = _adapter(self._field).validate_json(self._text)
        return nouns

    def __getitem__(self, name: str) -> Any:
        return self._nouns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._nouns)

    def __len__(self) -> int:
        return len(self._nouns)


@cache
def _hints() -> dict[str, Any]:
    """The declared type of each field of a catalog."""
    hints = get_type_hints(Catalog)
    return {field.name: hints[field.name] for field in fields(Catalog)}


@cache
def _adapter(field: str) -> TypeAdapter[Any]:
    """What reads and writes one field of a catalog."""
    return TypeAdapter(_hints()[field])


@cache
def _code() -> str:
    """A digest of this package's source files."""
    return _digest(str(_PACKAGE), (".py",)).hex()
