"""Ask the frameworks in foreign interpreters which operators they have.

Whatever an interpreter does, a Trouble comes back instead of an exception; it never outlives the
deadline.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from knowledge.schema.base import Noun
from knowledge.schema.environment import Environment
from knowledge.schema.operators import Backend, Registry
from probes import launcher
from probes.interruption import Stop, never
from probes.launcher import Worker
from probes.protocol import Reply, Trouble
from probes.settings import Deadlines
from probes.surroundings import worker_environ

WORKER = Path(__file__).parent / "worker" / "registry_main.py"
FOLDER = Path(__file__).parent / "worker" / "registries"


class _Names(Noun):
    kernels: tuple[str, ...]
    composed: tuple[str, ...]


class Operators(Reply):
    """What a registry says."""

    type: Literal["operators"]
    version: Annotated[str, Field(min_length=1)]
    namespace: str | None = None
    backends: dict[str, _Names]
    sets: dict[str, tuple[str, ...]] = {}


def registries() -> tuple[str, ...]:
    """Environments whose registry can be read, sorted.

    >>> "torch" in registries()
    True
    """
    return tuple(sorted(path.stem for path in FOLDER.glob("*.py") if path.stem[0] != "_"))


def readers() -> tuple[str, ...]:
    """Environments whose runtime reads ONNX, so that cases can be put to it, sorted.

    >>> readers()
    ('iree', 'mnn', 'onnxruntime', 'openvino', 'tvm')
    """
    return tuple(
        name
        for name in registries()
        if "\ndef run(" in (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    )


def extract(
    environment: Environment,
    framework: str,
    cache_dir: Path,
    environ: Mapping[str, str],
    *,
    registry: str | None = None,
    deadlines: Deadlines | None = None,
    stop: Stop = never,
) -> Registry | Trouble:
    """The operators of `framework`, as the registry in `environment` has them.

    Args:
        environment: the interpreter to ask.
        framework: id of the framework it holds.
        cache_dir: where frameworks keep what they compile.
        environ: the variables of which a worker sees some.
        registry: path of the registry's file; by default registries/<environment>.py.
        deadlines: seconds for starting, and for opening the framework.
        stop: asked while the answer is awaited.
    """
    limits = deadlines or Deadlines()
    with tempfile.TemporaryDirectory(prefix="advisor-") as scratch:
        worker = started(environment, Path(scratch), cache_dir, environ, limits, stop)
        if isinstance(worker, Trouble):
            return worker
        try:
            request = {"type": "operators", "registry": registry or environment.spec}
            reply = worker.ask(request, Operators, limits.open)
        finally:
            worker.kill()
    if isinstance(reply, Trouble):
        return reply
    return Registry(
        framework=framework,
        version=reply.version,
        namespace=reply.namespace or framework,
        backends={
            name: Backend(kernels=found.kernels, composed=found.composed)
            for name, found in reply.backends.items()
        },
        sets=reply.sets,
    )


def started(
    environment: Environment,
    folder: Path,
    cache_dir: Path,
    environ: Mapping[str, str],
    limits: Deadlines,
    stop: Stop,
) -> Worker | Trouble:
    """A worker for registries that has said hello."""
    worker = launcher.start(
        Path(environment.python),
        folder=folder,
        environ=worker_environ(environ, cache_dir / "compiled"),
        worker=WORKER,
        stop=stop,
    )
    if isinstance(worker, Trouble):
        return worker
    hello = worker.greet(limits.start)
    return hello if isinstance(hello, Trouble) else worker
