"""Command lines and a Dockerfile that install the parts of a stack.

Every word that comes from facts is quoted for the shell.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knowledge.schema.dossier import Part
    from knowledge.schema.environment import EnvironmentSpec

USER = "app"


@dataclass(frozen=True)
class Piece:
    """A part with the environment that the knowledge base specifies for it."""

    part: Part
    spec: EnvironmentSpec | None


def commands(pieces: Sequence[Piece], backend: str, *, windows: bool) -> tuple[str, ...]:
    """To make an environment for each piece, fill it, and see that it imports."""
    return tuple(
        line
        for piece in pieces
        if piece.part.packages
        for line in _commands(piece, backend, windows)
    )


def _commands(piece: Piece, backend: str, windows: bool) -> Iterator[str]:
    name = folder(piece)
    python = f"{name}\\Scripts\\python" if windows else f"{name}/bin/python"
    version = ["--python", piece.part.python] if piece.part.python else []
    yield shlex.join(["uv", "venv", *version, name])
    chosen = [] if _backend(piece) is None else ["--torch-backend", backend]
    words = ["uv", "pip", "install", "--python", name, *chosen, *piece.part.packages]
    yield shlex.join(words)
    if piece.spec is not None:
        yield f"{python} -c {_imports(piece.spec)}"


def folder(piece: Piece) -> str:
    """The folder of a piece's environment.

    It says what it is for, so that two of one stack do not meet.
    """
    name = piece.spec.id if piece.spec is not None else piece.part.framework.lower()
    return "-".join(["env", *re.findall(r"[a-z0-9]+", name)])


def image(piece: Piece) -> tuple[str, ...]:
    """A Dockerfile for what runs in the end, on a CPU; none where no command is known."""
    part = piece.part
    if not part.packages or part.python is None:
        return ()
    chosen = [] if _backend(piece) is None else ["--torch-backend", "cpu"]
    install = ["uv", "pip", "install", "--system", "--no-cache", *chosen, *part.packages]
    lines = [
        f"FROM python:{part.python}-slim",
        f"RUN pip install --no-cache-dir uv && {shlex.join(install)}",
        f"RUN useradd --create-home {USER}",
        f"USER {USER}",
        f"WORKDIR /home/{USER}",
    ]
    if piece.spec is not None:
        lines.append(f"CMD python -c {_imports(piece.spec)}")
    return tuple(lines)


def _backend(piece: Piece) -> str | None:
    return None if piece.spec is None else piece.spec.torch_backend


def _imports(spec: EnvironmentSpec) -> str:
    said = f"import {spec.module}; print({spec.module}.__file__)"
    return shlex.quote(said).replace("'", '"') if "'" not in said else shlex.quote(said)
