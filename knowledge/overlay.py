"""Which files make up the knowledge base: a folder of facts with other folders laid over it.

A file of a later folder replaces the file with the same path in an earlier one; files that only
one folder has are simply added.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from knowledge.errors import KnownError
from knowledge.findings import Problem
from knowledge.nearest import did_you_mean

FOLDERS = (
    "claims",
    "compatibility",
    "criteria",
    "devices",
    "environments",
    "frameworks",
    "operators",
    "recipes",
    "routes",
    "scenarios",
    "sources",
    "systems",
    "vocabulary",
)
OTHER_FOLDERS = ("locales", "phrases", "registries", "schema")
"""Folders that belong to data/ but hold nothing for the catalog."""
FILES = ("grades.yaml", "lint-exceptions.yaml")
MERGED = "lint-exceptions.yaml"
"""The one file that adds to its namesakes instead of replacing them."""


@dataclass(frozen=True)
class KnowledgeFile:
    """A file to load: its path inside the knowledge base, how to show it, what is in it."""

    key: str
    """"frameworks/pytorch": the path without its suffix."""
    shown: str
    content: bytes
    overlaid: bool


@dataclass(frozen=True)
class Gathered:
    """The files that count, in order of keys, and the ones that are out of place."""

    files: tuple[KnowledgeFile, ...]
    problems: tuple[Problem, ...]

    @property
    def digest(self) -> str:
        """First 16 hex digits of SHA-256 over keys and contents."""
        total = hashlib.sha256()
        for file in self.files:
            total.update(f"{file.key}\0{len(file.content)}\0".encode())
            total.update(file.content)
        return total.hexdigest()[:16]


def gather(folders: Sequence[Path]) -> Gathered:
    """Read the files of `folders`, later ones laid over earlier ones.

    Raises:
        KnownError: one of them is not a folder, or a file cannot be read.
    """
    found: dict[str, KnowledgeFile] = {}
    problems: list[Problem] = []
    for layer, folder in enumerate(folders):
        for path in _listing(folder):
            relative = path.relative_to(folder)
            misplaced = _nowhere(path) or _misplaced(relative)
            if misplaced:
                message, tip = misplaced
                problems.append(Problem(_shown(path), 1, "", message, tip))
            elif relative.parts[0] not in OTHER_FOLDERS:
                key = relative.with_suffix("").as_posix()
                slot = f"{key}#{layer}" if relative.name == MERGED else key
                content = _content(path)
                found[slot] = KnowledgeFile(key, _shown(path), content, overlaid=layer > 0)
    return Gathered(tuple(found[slot] for slot in sorted(found)), tuple(problems))


def _listing(folder: Path) -> list[Path]:
    hint = "it holds frameworks/, devices/, ... laid out like advisor's own data/"
    if folder.is_file():
        raise KnownError(f"{folder} is a file, not a knowledge folder", hint=hint)
    if not folder.is_dir():
        raise KnownError(f"there is no knowledge folder {folder}", hint=hint)
    named = (p for p in folder.rglob("*") if p.suffix in (".yaml", ".yml"))
    files = (p for p in named if p.is_file() or _nowhere(p))
    return sorted(
        p for p in files if not any(part[0] == "." for part in p.relative_to(folder).parts)
    )


def _nowhere(path: Path) -> tuple[str, str] | None:
    """What is wrong with a link that leads to no file; None for anything else."""
    if path.is_symlink() and not path.exists():
        return "this link leads nowhere", "remove it, or let it lead to a file"
    return None


def _misplaced(relative: Path) -> tuple[str, str] | None:
    """Why a file would be overlooked, and the remedy; None when it stands where it belongs."""
    if relative.suffix == ".yml":
        return "files end in .yaml here", f"rename it to {relative.stem}.yaml"
    top = relative.parts[0]
    if len(relative.parts) == 1:
        if top in FILES:
            return None
        return "this file is never read", "facts stand in folders: " + ", ".join(FOLDERS)
    if top not in FOLDERS + OTHER_FOLDERS:
        return f"the folder {top}/ is never read", did_you_mean(top, FOLDERS)
    if len(relative.parts) > 2:
        return "folders inside folders are never read", f"move it up into {top}/"
    return None


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        hint = "mend or remove the file; a link must lead to one"
        raise KnownError(f"cannot read {path}: {error.strerror}", hint=hint) from error


def _shown(path: Path) -> str:
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
