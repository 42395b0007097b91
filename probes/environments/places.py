"""Where interpreters lie: on PATH, and in the folders of pyenv, uv and conda.

Only folders are listed, no tool is started: `conda env list` alone takes seconds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

CONDA_ROOTS = ("miniconda3", "anaconda3", "miniforge3", "mambaforge", "micromamba")
"""Folders below the home folder and /opt that the installers suggest."""


def home(environ: Mapping[str, str]) -> Path:
    """The user's home folder."""
    named = environ.get("HOME") or environ.get("USERPROFILE")
    return Path(named) if named else Path.home()


def python_in(prefix: Path) -> Path:
    """The interpreter of a virtual or conda environment.

    The existing one of the usual places; the POSIX one where none exists.
    """
    places = (prefix / "bin/python", prefix / "Scripts/python.exe", prefix / "python.exe")
    return next((place for place in places if place.exists()), places[0])


def on_path(environ: Mapping[str, str], pattern: re.Pattern[str]) -> Iterator[Path]:
    """Files on PATH whose whole name matches, folder by folder.

    Shims (pyenv, asdf) are passed over: they are scripts that pick an interpreter, slow to start,
    and change their answer without changing themselves.
    """
    for folder in environ.get("PATH", "").split(os.pathsep):
        if folder and Path(folder).name != "shims":
            for name in _listing(Path(folder)):
                if pattern.fullmatch(name):
                    yield Path(folder) / name


def pyenv(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Prefixes of pyenv's versions, Python 2 left out."""
    found = _children(_pyenv_root(environ) / "versions")
    return tuple(prefix for prefix in found if not prefix.name.startswith("2."))


def pyenv_active(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Prefixes of the versions that pyenv's shims on PATH stand for: the shell's or the global."""
    root = _pyenv_root(environ)
    if str(root / "shims") not in environ.get("PATH", "").split(os.pathsep):
        return ()
    names = environ.get("PYENV_VERSION", "").split(":")
    if not any(names):
        names = _lines(root / "version")
    return tuple(root / "versions" / name for name in names if name)


def _pyenv_root(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("PYENV_ROOT") or home(environ) / ".pyenv")


def uv_managed(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Prefixes of the interpreters that uv once installed."""
    chosen = environ.get("UV_PYTHON_INSTALL_DIR")
    data = Path(environ.get("XDG_DATA_HOME") or home(environ) / ".local/share")
    return _children(Path(chosen) if chosen else data / "uv/python")


def conda(environ: Mapping[str, str]) -> tuple[Path, ...]:
    """Prefixes of conda environments: the active one, those conda listed, those in its folders."""
    prefixes = [Path(environ["CONDA_PREFIX"])] if environ.get("CONDA_PREFIX") else []
    prefixes += map(Path, _lines(home(environ) / ".conda/environments.txt"))
    for root in _conda_roots(environ):
        prefixes += [root, *_children(root / "envs")]
    for variable in ("CONDA_ENVS_PATH", "CONDA_ENVS_DIRS"):
        for folder in environ.get(variable, "").split(os.pathsep):
            prefixes += _children(Path(folder)) if folder else ()
    prefixes += _children(home(environ) / ".conda/envs")
    # Every conda environment has this folder; it keeps other folders of the same names out.
    return tuple(p for p in dict.fromkeys(prefixes) if (p / "conda-meta").is_dir())


def uv_cache(environ: Mapping[str, str]) -> Path:
    """The nearest existing folder of where uv keeps its cache."""
    default = Path(environ.get("XDG_CACHE_HOME") or home(environ) / ".cache") / "uv"
    folder = Path(environ.get("UV_CACHE_DIR") or default)
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return folder


def _conda_roots(environ: Mapping[str, str]) -> Iterator[Path]:
    """Installations of conda, mamba and micromamba."""
    if environ.get("CONDA_EXE"):
        yield Path(environ["CONDA_EXE"]).parent.parent
    if environ.get("MAMBA_ROOT_PREFIX"):
        yield Path(environ["MAMBA_ROOT_PREFIX"])
    for folder in (home(environ), Path("/opt")):
        for name in CONDA_ROOTS:
            yield folder / name
    yield Path("/opt/conda")


def _lines(file: Path) -> list[str]:
    """Lines of a file that are not blank; none when it cannot be read."""
    try:
        lines = file.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    return [line.strip() for line in lines if line.strip()]


def _children(folder: Path) -> tuple[Path, ...]:
    """Folders in a folder, sorted; empty when there is none."""
    return tuple(folder / name for name in _listing(folder) if (folder / name).is_dir())


def _listing(folder: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in folder.iterdir())
    except OSError:
        return []
