"""Where interpreters are looked for."""

from __future__ import annotations

import re
from pathlib import Path

from probes.environments import places


def conda_environment(prefix: Path) -> Path:
    (prefix / "conda-meta").mkdir(parents=True)
    return prefix


def test_conda_environments_from_everywhere_once(tmp_path: Path) -> None:
    root = conda_environment(tmp_path / "miniforge3")
    named = conda_environment(root / "envs/vision")
    listed = conda_environment(tmp_path / "elsewhere/env")
    active = conda_environment(tmp_path / "active")
    extra = conda_environment(tmp_path / "more/nlp")
    (root / "envs/not-an-environment").mkdir()
    (tmp_path / ".conda").mkdir()
    (tmp_path / ".conda/environments.txt").write_text(f"{listed}\n\n{named}\n/gone\n")
    environ = {
        "HOME": str(tmp_path),
        "CONDA_PREFIX": str(active),
        "CONDA_EXE": str(root / "bin/conda"),
        "CONDA_ENVS_PATH": str(tmp_path / "more"),
    }
    found = [prefix for prefix in places.conda(environ) if tmp_path in prefix.parents]
    assert found == [active, listed, named, root, extra]


def test_pyenv_and_the_versions_behind_its_shims(tmp_path: Path) -> None:
    for name in ("2.7.18", "3.12.1", "3.9.0"):
        (tmp_path / "versions" / name).mkdir(parents=True)
    (tmp_path / "version").write_text("3.12.1\n")
    environ = {"PYENV_ROOT": str(tmp_path), "PATH": "/usr/bin"}
    assert [prefix.name for prefix in places.pyenv(environ)] == ["3.12.1", "3.9.0"]
    assert places.pyenv_active(environ) == ()
    environ["PATH"] = f"{tmp_path}/shims:/usr/bin"
    assert places.pyenv_active(environ) == (tmp_path / "versions/3.12.1",)
    environ["PYENV_VERSION"] = "3.9.0"
    assert places.pyenv_active(environ) == (tmp_path / "versions/3.9.0",)


def test_path_passes_over_shims_and_missing_folders(tmp_path: Path) -> None:
    for name in ("shims/python3", "bin/python3", "bin/python3-config"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    environ = {"PATH": f"{tmp_path}/shims:{tmp_path}/none::{tmp_path}/bin"}
    assert list(places.on_path(environ, re.compile("python3"))) == [tmp_path / "bin/python3"]


def test_uv_folders(tmp_path: Path) -> None:
    managed = tmp_path / ".local/share/uv/python/cpython-3.12.1-linux-x86_64-gnu"
    managed.mkdir(parents=True)
    assert places.uv_managed({"HOME": str(tmp_path)}) == (managed,)
    assert places.uv_managed({"UV_PYTHON_INSTALL_DIR": str(managed.parent)}) == (managed,)
    assert places.uv_cache({"HOME": str(tmp_path)}) == tmp_path
    (tmp_path / "c").mkdir()
    assert places.uv_cache({"UV_CACHE_DIR": str(tmp_path / "c")}) == tmp_path / "c"


def test_the_interpreter_of_a_prefix(tmp_path: Path) -> None:
    assert places.python_in(tmp_path) == tmp_path / "bin/python"
    (tmp_path / "python.exe").touch()
    assert places.python_in(tmp_path) == tmp_path / "python.exe"
