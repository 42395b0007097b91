"""Find environments that hold a framework, without importing any of them."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from packaging.utils import canonicalize_name

from knowledge.errors import KnownError
from knowledge.schema.environment import Environment, EnvironmentSpec, Origin
from probes.environments import manifest, places
from probes.environments.interpreters import WORKER_PYTHON, Interpreter, inspect

INSPECTORS = 4
"""Interpreters asked at once; each needs a fraction of a second of one core."""


def discover(
    specs: Iterable[EnvironmentSpec],
    given: Sequence[Path],
    cache_dir: Path,
    environ: Mapping[str, str],
) -> tuple[Environment, ...]:
    """Environments of this machine that hold one of the specified frameworks.

    Args:
        specs: what to look for.
        given: interpreters, or folders of environments, named by the user.
        cache_dir: the product's cache folder: provisioned environments, remembered answers.
        environ: environment variables.

    Returns:
        One Environment per interpreter and framework, in order of preference: given by hand,
        provisioned, this interpreter, $VIRTUAL_ENV, python3 on PATH, conda. An interpreter reached
        in several ways counts as the first of them. Found versions are taken as they are; only
        provisioned ones must match their pins.

    Raises:
        KnownError: a given path has no interpreter that answers, or one too old for the worker.
    """
    specs, cache_dir = tuple(specs), cache_dir.absolute()
    found = [
        environment
        for path in given
        for environment in _environments(specs, Origin.GIVEN, _given(path, cache_dir, environ))
    ]
    checked = (manifest.check(spec, cache_dir, environ) for spec in specs)
    found += [environment for environment in checked if isinstance(environment, Environment)]
    wanted = tuple(_places(environ))
    with ThreadPoolExecutor(INSPECTORS) as pool:
        answers = pool.map(lambda place: inspect(place[1], cache_dir, environ), wanted)
        for (origin, _), interpreter in zip(wanted, answers, strict=True):
            if interpreter is not None and WORKER_PYTHON.contains(interpreter.version):
                found += _environments(specs, origin, interpreter)
    return tuple(_distinct(found))


def preferred(environments: Iterable[Environment]) -> dict[str, Environment]:
    """The first environment of each specification, by its id."""
    chosen: dict[str, Environment] = {}
    for environment in environments:
        chosen.setdefault(environment.spec, environment)
    return chosen


def _places(environ: Mapping[str, str]) -> Iterator[tuple[Origin, Path]]:
    """Interpreters that may hold a framework, and how each came to be known."""
    yield Origin.CURRENT, Path(sys.executable)
    if environ.get("VIRTUAL_ENV"):
        yield Origin.VIRTUALENV, places.python_in(Path(environ["VIRTUAL_ENV"]))
    for path in places.on_path(environ, re.compile(r"python3?(\.exe)?")):
        yield Origin.SYSTEM, path
    for prefix in places.pyenv_active(environ):
        yield Origin.SYSTEM, places.python_in(prefix)
    for prefix in places.conda(environ):
        yield Origin.CONDA, places.python_in(prefix)


def _given(path: Path, cache_dir: Path, environ: Mapping[str, str]) -> Interpreter:
    """The interpreter the user named, itself or by its environment's folder."""
    place = places.python_in(path) if path.is_dir() else path
    found = inspect(place.absolute(), cache_dir, environ)
    if found is None:
        raise KnownError(
            f"no Python answers at {path}",
            hint="name an interpreter, or the folder of a virtual or conda environment",
        )
    if not WORKER_PYTHON.contains(found.version):
        raise KnownError(
            f"Python {found.version} at {path} is too old to measure with",
            hint=f"versions {WORKER_PYTHON} will do",
        )
    return found


def _environments(
    specs: Iterable[EnvironmentSpec], origin: Origin, found: Interpreter
) -> list[Environment]:
    """One Environment per specified framework that an interpreter holds."""
    environments = []
    for spec in specs:
        version = framework_version(spec, found)
        if version is not None:
            environments.append(
                Environment(
                    id=f"{origin}:{spec.id}",
                    spec=spec.id,
                    python=found.path,
                    python_version=found.version,
                    version=version,
                    origin=origin,
                    packages=found.packages,
                )
            )
    return environments


def framework_version(spec: EnvironmentSpec, found: Interpreter) -> str | None:
    """Version of the distribution that provides a framework's module; None when none does.

    Frameworks come under several names: tensorflow for tensorflow-cpu, onnxruntime-gpu for
    onnxruntime. The specified name counts first, then the module's own, then any that lists it.
    Without what must be `beside` it, a framework does not count.
    """
    if not all(canonicalize_name(name) in found.packages for name in spec.beside):
        return None
    names = (spec.distribution, spec.module, *found.modules.get(spec.module, ()))
    versions = (found.packages.get(canonicalize_name(name)) for name in names)
    return next((version for version in versions if version), None)


def _distinct(environments: Iterable[Environment]) -> Iterator[Environment]:
    """Drop interpreters met before, and give ids that tell several of one origin apart."""
    seen: set[tuple[str, str, str]] = set()
    for environment in environments:
        # bin/python and bin/python3 are one; /usr/bin/python3.11 and python3.12 are two.
        folder = str(Path(environment.python).parent.resolve())
        key = (environment.spec, folder, environment.python_version)
        if key in seen:
            continue
        seen.add(key)
        if environment.origin in (Origin.GIVEN, Origin.CONDA, Origin.SYSTEM):
            label = f"{environment.id}@{place_label(environment.python)}"
            yield environment.model_copy(update={"id": label})
        else:
            yield environment


def place_label(python: str) -> str:
    """A short name for an interpreter's place: its environment's folder, and a digest of the path.

    >>> place_label("/home/me/envs/vision/bin/python")
    'vision-36ff74'
    """
    path = Path(python)
    folder = path.parent.parent.name if path.parent.name in ("bin", "Scripts") else path.parent.name
    return f"{folder or 'root'}-{hashlib.sha256(python.encode()).hexdigest()[:6]}"
