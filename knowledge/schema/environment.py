"""Interpreters that hold a framework: as specified, and as found."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from knowledge.schema.base import Id, LocalText, Noun


class EnvironmentSpec(Noun):
    """What a provisioned environment is made of (one file in data/environments)."""

    id: Id
    title: str
    framework: Id
    """The framework it is made for."""
    distribution: str
    """Distribution whose presence marks the environment, for example "torch"."""
    beside: tuple[str, ...] = ()
    """Distributions that must be there too: the back end of Keras ("jax")."""
    module: str
    """Module that is imported, for example "torch"."""
    python: str
    """Version specifier of interpreters that have wheels, for example ">=3.10,<3.13"."""
    requirements: Annotated[tuple[str, ...], Field(min_length=1)]
    """Pinned requirement strings."""
    torch_backend: str | None = None
    """Value for uv's --torch-backend where the default build of torch is a CUDA one ("cpu")."""
    approximate_mb: int
    extra: bool = False
    """Made only when it or its stack is asked for by name; `--provision` alone leaves it out."""
    note: LocalText | None = None


class Origin(StrEnum):
    """How an environment came to be known."""

    PROVISIONED = "provisioned"
    CURRENT = "current"
    VIRTUALENV = "virtualenv"
    SYSTEM = "system"
    """python3 or python on PATH: where container images put a framework."""
    CONDA = "conda"
    GIVEN = "given"


class Environment(Noun):
    """One interpreter and the frameworks in it."""

    id: str
    """Origin and spec id, such as "provisioned:torch"; unique on a host."""
    spec: Id
    python: str
    """Path of the interpreter."""
    python_version: str
    version: str
    """Version of the framework's distribution."""
    origin: Origin
    packages: dict[str, str] = {}
    """Installed distributions and versions, as far as they were listed."""
