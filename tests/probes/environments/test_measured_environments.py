"""The environments that are measured in: they hold their pins and are ready to import."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from knowledge.loader import load
from knowledge.paths import data_dir
from probes.environments import manifest
from probes.environments.interpreters import inspect

SPEC_IDS = [
    pytest.param(
        path.stem, marks=[pytest.mark.extended] if "extra: true" in path.read_text("utf-8") else []
    )
    for path in sorted((data_dir() / "environments").glob("*.yaml"))
]


@pytest.mark.frameworks
@pytest.mark.parametrize("spec_id", SPEC_IDS)
def test_environment(spec_id: str, framework_python: Callable[[str], Path], tmp_path: Path) -> None:
    spec = load().environment(spec_id)
    python = framework_python(spec_id)
    found = inspect(python, tmp_path, os.environ)
    assert found is not None
    assert manifest.differing(spec, found.packages) is None
    # Folders, since a namespace package has no file; marked, since some print at their import.
    code = f"import {spec.module} as m; print(*('FOLDER ' + str(p) for p in m.__path__), sep='\\n')"
    # Keras asks the environment for its back end, and leaves a file of settings behind.
    keras = {"KERAS_BACKEND": spec_id.removeprefix("keras-"), "KERAS_HOME": str(tmp_path)}
    done = subprocess.run(
        [str(python), "-I", "-c", code],
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, **keras},
    )
    assert done.returncode == 0, done.stderr.decode()
    # Bytecode is there: the import that is measured loads, it does not compile.
    folders = re.findall(r"^FOLDER (.+)$", done.stdout.decode(), re.M)
    assert any(file for folder in folders for file in Path(folder).rglob("__pycache__/*.pyc"))
