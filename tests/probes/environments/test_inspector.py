"""The script that runs inside foreign interpreters."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

from probes.environments import inspector
from probes.environments.interpreters import INSPECTOR
from tests.probes.environments import made


def report(python: Path) -> dict[str, object]:
    done = subprocess.run(
        [str(python), "-I", "-X", "utf8", str(INSPECTOR)], capture_output=True, check=True
    )
    return dict(json.loads(done.stdout))


def test_an_old_python_can_read_it() -> None:
    ast.parse(INSPECTOR.read_text("utf-8"), feature_version=(3, 5))


def test_it_imports_the_standard_library_only() -> None:
    tree = ast.parse(INSPECTOR.read_text("utf-8"))
    names = {
        alias.name.split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    names |= {
        (node.module or "").split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert names <= sys.stdlib_module_names


def test_distributions_of_a_virtual_environment(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v", Opencv_Python="4.9")
    made.distribution(tmp_path / "v", "tensorflow-cpu", "2.21.0", modules=["tensorflow"])
    (made.site(tmp_path / "v") / "broken-1.0.dist-info").mkdir()
    found = report(python)
    assert found["packages"] == {"opencv-python": "4.9", "tensorflow-cpu": "2.21.0"}
    assert found["modules"] == {"tensorflow": ["tensorflow-cpu"]}
    assert found["version"] == made.here()
    assert found["path"] == str(python)
    assert found["prefix"] != found["base_prefix"]


def test_folders_are_stamped_and_missing_ones_too(tmp_path: Path) -> None:
    python = made.virtualenv(tmp_path / "v")
    stamps = dict(map(tuple, report(python)["stamps"]))  # type: ignore[call-overload]
    place = made.site(tmp_path / "v")
    assert stamps[str(place)] == inspector.stamp(str(place))
    assert inspector.stamp(str(tmp_path / "nowhere")) is None
    # Started by path in isolated mode, its own folder is not importable.
    assert str(INSPECTOR.parent) not in stamps
