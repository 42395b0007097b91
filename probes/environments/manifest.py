"""The file that makes a folder a finished environment: written last, checked before use."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pydantic import ValidationError

from knowledge.schema.base import Noun
from knowledge.schema.environment import Environment, EnvironmentSpec, Origin
from probes.environments import places
from probes.environments.interpreters import Interpreter, inspect

MARKER = "advisor-environment.json"
FORMAT = 1


class Manifest(Noun):
    """What an environment was made from, and what came of it."""

    format: int = FORMAT
    spec: str
    requirements: tuple[str, ...]
    torch_backend: str | None
    python: str
    python_version: str
    uv: str
    packages: dict[str, str]


def folder(spec_id: str, cache_dir: Path) -> Path:
    """Where the environment of a specification lies."""
    return cache_dir / "environments" / spec_id


def write(manifest: Manifest, place: Path) -> None:
    """Put the marker in place in one step, so that a half-written one never counts."""
    draft = place / f"{MARKER}.{os.getpid()}"
    draft.write_text(manifest.model_dump_json(indent=1) + "\n", "utf-8")
    draft.replace(place / MARKER)


def read(place: Path) -> Manifest | None:
    """The marker of a folder; None when it is missing or of another format."""
    try:
        manifest = Manifest.model_validate_json((place / MARKER).read_text("utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError):
        return None
    return manifest if manifest.format == FORMAT else None


def check(spec: EnvironmentSpec, cache_dir: Path, environ: Mapping[str, str]) -> Environment | str:
    """The provisioned environment of a specification, or why there is none to use.

    Returns:
        The Environment when it is finished, was made for these very pins, still runs, and still
        holds them; otherwise the reason in a few words.
    """
    place = folder(spec.id, cache_dir)
    if not place.is_dir():
        return "is not there yet"
    manifest = read(place)
    if manifest is None:
        return "was left unfinished"
    made_for = (manifest.spec, manifest.requirements, manifest.torch_backend)
    if made_for != (spec.id, spec.requirements, spec.torch_backend):
        return "was made for other versions"
    found = inspect(places.python_in(place), cache_dir, environ)
    if found is None:
        return "has an interpreter that no longer runs"
    return differing(spec, found.packages) or provisioned(spec, found)


def differing(spec: EnvironmentSpec, packages: Mapping[str, str]) -> str | None:
    """The first pin that the installed packages do not meet, in words; None when all are met."""
    for text in spec.requirements:
        requirement = Requirement(text)
        version = packages.get(canonicalize_name(requirement.name))
        if version is None:
            return f"lacks {requirement.name}"
        if not requirement.specifier.contains(version, prereleases=True):
            return f"holds {requirement.name} {version} instead of {requirement.specifier}"
    return None


def provisioned(spec: EnvironmentSpec, found: Interpreter) -> Environment:
    """The noun for a finished environment."""
    return Environment(
        id=f"{Origin.PROVISIONED}:{spec.id}",
        spec=spec.id,
        python=found.path,
        python_version=found.version,
        version=found.packages[canonicalize_name(spec.distribution)],
        origin=Origin.PROVISIONED,
        packages=found.packages,
    )
