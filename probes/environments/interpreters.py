"""Python interpreters: ask one what it is, remember the answer, and find those of this machine."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from packaging.specifiers import SpecifierSet

from knowledge.schema.base import Noun
from probes.environments import places

INSPECTOR = Path(__file__).with_name("inspector.py")
INSPECTION_TIMEOUT_S = 30.0
"""A cold interpreter on a network drive takes seconds; one that needs longer is broken."""

CACHE_FILE = "interpreters.json"
CACHE_FORMAT = 1
_writing = threading.Lock()
"""Interpreters are asked in parallel; their answers go into one file."""

WORKER_PYTHON = SpecifierSet(">=3.9")
"""Versions that the measuring worker runs on."""


class Interpreter(Noun):
    """What an interpreter says of itself; `packages` and `modules` as `inspector.py` reads them."""

    path: str
    version: str
    final: bool
    implementation: str
    free_threaded: bool
    bits: int
    machine: str
    prefix: str
    base_prefix: str
    packages: dict[str, str] = {}
    modules: dict[str, tuple[str, ...]] = {}

    @property
    def plain(self) -> bool:
        """Whether wheels are made for it: a released 64-bit CPython with the usual lock."""
        return (
            self.implementation == "cpython"
            and self.bits == 64
            and self.final
            and not self.free_threaded
        )

    def satisfies(self, specifier: str) -> bool:
        """Whether its version is within a specifier such as ">=3.10,<3.13"."""
        return SpecifierSet(specifier).contains(self.version)


def inspect(path: Path, cache_dir: Path, environ: Mapping[str, str]) -> Interpreter | None:
    """Ask an interpreter what it is and what it holds.

    Args:
        path: the executable; a virtual environment's link is not resolved.
        cache_dir: answers are kept there, and hold as long as neither the executable nor any folder
            it imports from changes.
        environ: environment variables to start it with; those that bend imports are dropped.

    Returns:
        None when it does not run, does not end in time, or answers something else.
    """
    known = _remembered(path, cache_dir)
    report = known or _ask(path, environ)
    if report is None:
        return None
    # A shim answers for another executable, which changes without the shim changing.
    if known is None and Path(str(report["path"])) == path.absolute():
        _remember(path, report, cache_dir)
    fields = {name: value for name, value in report.items() if name in Interpreter.model_fields}
    return Interpreter.model_validate(fields)


def _ask(path: Path, environ: Mapping[str, str]) -> dict[str, Any] | None:
    """Run the inspector in an interpreter and read its last line."""
    try:
        done = subprocess.run(  # noqa: S603  an interpreter of this machine, no shell
            [str(path), "-I", "-X", "utf8", str(INSPECTOR)],
            env=clean(environ),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=INSPECTION_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = done.stdout.decode("utf-8", "replace").strip().splitlines()
    with contextlib.suppress(ValueError):
        report = json.loads(lines[-1] if lines else "")
        if isinstance(report, dict) and report.get("inspector") == 1:
            return report
    return None


def clean(environ: Mapping[str, str]) -> dict[str, str]:
    """Environment variables without those that change what an interpreter imports or is.

    >>> clean({"PATH": "/bin", "PYTHONPATH": "x", "VIRTUAL_ENV": "y"})
    {'PATH': '/bin'}
    """
    dropped = ("VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "__PYVENV_LAUNCHER__")
    return {k: v for k, v in environ.items() if not k.startswith("PYTHON") and k not in dropped}


def _remembered(path: Path, cache_dir: Path) -> dict[str, Any] | None:
    """An earlier answer that still holds."""
    entry = _entries(cache_dir / CACHE_FILE).get(str(path))
    if entry is None or entry["executable"] != _executable_stamp(path):
        return None
    fresh = all(_stamp(folder) == stamp for folder, stamp in entry["report"]["stamps"])
    return dict(entry["report"]) if fresh else None


def _remember(path: Path, report: Mapping[str, Any], cache_dir: Path) -> None:
    """Keep an answer; an unwritable cache only costs time."""
    file = cache_dir / CACHE_FILE
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    with _writing, contextlib.suppress(OSError):
        entries = _entries(file)
        entries[str(path)] = {"executable": _executable_stamp(path), "report": report}
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(json.dumps({"format": CACHE_FORMAT, "entries": entries}), "utf-8")
        draft.replace(file)


def _entries(file: Path) -> dict[str, Any]:
    """Content of the cache; empty when it is missing, torn, or of another format."""
    try:
        content = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(content, dict) or content.get("format") != CACHE_FORMAT:
        return {}
    return dict(content["entries"])


def _stamp(path: str) -> int | None:
    """As the inspector stamps a folder."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return None


def _executable_stamp(path: Path) -> list[int]:
    """Changes when the interpreter behind a path is replaced, links followed."""
    try:
        stat = path.stat()
    except OSError:
        return []
    return [stat.st_mtime_ns, stat.st_size, stat.st_ino]


def candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    """Executables that may serve to make environments, the one running advisor first.

    Then those on PATH, pyenv's, uv's own, and conda's last: their libraries fit wheels less well.
    The same file is given once.
    """
    seen: set[Path] = set()
    for path in _all_candidates(environ):
        real = path.resolve()
        if real not in seen and path.is_file():
            seen.add(real)
            yield path


def _all_candidates(environ: Mapping[str, str]) -> Iterator[Path]:
    yield Path(sys.executable)
    yield from places.on_path(environ, re.compile(r"python3(\.\d+)?(\.exe)?|python(\.exe)?"))
    for prefix in (*places.pyenv(environ), *places.uv_managed(environ), *places.conda(environ)):
        yield places.python_in(prefix)


def choose(
    specifier: str, cache_dir: Path, environ: Mapping[str, str]
) -> tuple[Interpreter | None, tuple[str, ...]]:
    """The interpreter to make an environment from.

    Returns:
        The one running advisor where it fits, otherwise the newest that does, conda's only where
        nothing else does; and the versions seen, for the message when none fits.
    """
    seen: list[str] = []
    fitting: list[Interpreter] = []
    for position, path in enumerate(candidates(environ)):
        found = inspect(path, cache_dir, environ)
        if found is None or not found.plain:
            continue
        seen.append(found.version)
        if found.satisfies(specifier):
            if position == 0:
                return found, (found.version,)
            fitting.append(found)
    fitting.sort(key=_preference)
    return (fitting[-1] if fitting else None), tuple(dict.fromkeys(seen))


def _preference(found: Interpreter) -> tuple[bool, tuple[int, ...]]:
    """Newer is better, and anything is better than conda's."""
    conda = (Path(found.prefix) / "conda-meta").is_dir()
    return not conda, tuple(int(part) for part in found.version.split("."))
