"""Make the pinned environment of a specification in the cache folder, once, with uv.

An environment lies in `<cache_dir>/environments/<spec id>/`. It is finished when its marker is
there; anything else in that place is built anew. Nothing is downloaded but packages: interpreters
are those of this machine. uv hard-links files from its own cache where both are on one file system,
so several environments share their common packages' bytes.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from knowledge.errors import KnownError
from knowledge.schema.environment import Environment, EnvironmentSpec
from probes.environments import manifest, uv_tool
from probes.environments.build import INSTALL_TIMEOUT_S, Build, Narrate, delete
from probes.environments.outcome import Unavailable
from probes.interruption import Cancelled
from probes.lock import exclusive


def provision(
    spec: EnvironmentSpec,
    cache_dir: Path,
    narrate: Narrate,
    environ: Mapping[str, str],
    *,
    uv: uv_tool.Uv = uv_tool.run,
    stop: Callable[[], bool] | None = None,
    free_bytes: Callable[[Path], int] = lambda place: shutil.disk_usage(place).free,
) -> Environment | Unavailable:
    """The environment of a specification, made when it is not there or not right.

    Args:
        spec: what it is made of.
        cache_dir: the product's cache folder.
        narrate: gets one line per step.
        environ: environment variables: pip's and uv's settings, proxies, PATH, HOME.
        uv: runs uv; a fake in tests.
        stop: asked while uv works; once it says so, the making ends unavailable.
        free_bytes: room on the file system of a folder; a fake in tests.

    Returns:
        The Environment, or Unavailable with the reason and a hint. A second call is a no-op, an
        interrupted one is repeated from the start (downloads are kept by uv), two at once are one
        after the other.
    """
    cache_dir = cache_dir.absolute()
    ready = manifest.check(spec, cache_dir, environ)
    if isinstance(ready, Environment):
        return ready
    barred = _barred(cache_dir / "environments")
    if barred is not None:
        return Unavailable(
            spec=spec.id,
            message=f"the cache folder cannot be written to: {barred}",
            hint="choose another place with XDG_CACHE_HOME",
        )
    lock = cache_dir / "environments" / f".{spec.id}.lock"
    with exclusive(
        lock,
        timeout_s=INSTALL_TIMEOUT_S,
        waiting=lambda: narrate(f"{spec.title}: waiting for another process that makes it"),
    ) as descriptor:
        if descriptor is None:
            return Unavailable(
                spec=spec.id,
                message=f"another process has been making {spec.title} for too long",
                hint=f"end the process that holds {lock}, then try again",
            )
        ready = manifest.check(spec, cache_dir, environ)
        if isinstance(ready, Environment):
            return ready
        narrate(f"{spec.title}: the environment {ready}; making it (~{spec.approximate_mb} MB)")
        running = uv if stop is None else partial(uv, stop=stop)
        try:
            return Build(spec, cache_dir, narrate, environ, running, descriptor).make(free_bytes)
        except Cancelled:
            return Unavailable(
                spec=spec.id,
                message=f"making {spec.title} was stopped",
                hint="make it again at any time; what was downloaded is kept",
            )


def remove(spec_id: str, cache_dir: Path) -> bool:
    """Delete a provisioned environment, finished or not; False when there was none.

    Raises:
        KnownError: the id could not be a specification's, or the environment is being made.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9._-]*", spec_id):
        raise KnownError(f"{spec_id!r} is not the id of an environment")
    place = manifest.folder(spec_id, cache_dir)
    if not place.is_dir():
        return False
    with exclusive(place.with_name(f".{spec_id}.lock"), timeout_s=0) as descriptor:
        if descriptor is None:
            raise KnownError(f"{spec_id} is being made by another process", hint="try again later")
        delete(place)
    return True


def _barred(folder: Path) -> str | None:
    """What keeps this process from writing to a folder, made if need be; None when nothing does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        return f"{error.strerror}: {error.filename}"
    return None if os.access(folder, os.W_OK | os.X_OK) else f"no permission for {folder}"
