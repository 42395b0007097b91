"""Adapter files: found by listing, loaded by path, all of the same form."""

import ast
import sys
from pathlib import Path

import pytest

from probes.worker import adapter
from tests.conftest import own_facts
from tests.probes.worker.test_conformance import EVERY
from tests.probes.worker.test_converted import CONVERTED


def test_the_folder_is_the_list():
    assert set(adapter.stems()) >= {
        "jax", "mindspore", "onnxruntime", "openvino", "tensorflow", "torch"
    }  # fmt: skip


@pytest.mark.parametrize("name", adapter.stems())
def test_an_adapter_is_readable_without_its_framework(name):
    module = adapter.load(name)
    assert module.MODES
    assert all(isinstance(mode, str) for mode in module.MODES)
    assert callable(module.open)
    assert module.__name__ == f"probes.worker.adapters.{name}"


def test_the_catalog_knows_every_mode_and_each_is_tested_for_conformance():
    known = {
        f"{framework.id}/{mode.id}": (mode.adapter, mode.id)
        for framework in own_facts().frameworks.values()
        for mode in framework.modes
        if mode.adapter is not None
    }
    modes = {(name, mode) for name in adapter.stems() for mode in adapter.load(name).MODES}
    assert set(known.values()) == modes
    assert known == {
        stack: (name, mode) for stack, (_, name, mode) in {**EVERY, **CONVERTED}.items()
    }


@pytest.mark.parametrize("name", adapter.stems())
def test_an_adapter_imports_its_framework_in_open_only(name):
    tree = ast.parse((adapter.FOLDER / f"{name}.py").read_text())
    opener = next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "open")
    inside = {id(node) for node in ast.walk(opener)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import) and any(a.name.split(".")[0] == name for a in node.names):
            assert id(node) in inside


def test_a_path_is_used_as_it_is(tmp_path):
    path = tmp_path / "torch.py"
    path.write_text("MODES = ('mine',)\n")
    module = adapter.load(str(path))
    assert module.MODES == ("mine",)
    assert module.__name__.endswith(".given_torch")
    assert "torch" not in sys.modules or Path(str(sys.modules["torch"].__file__)) != path


@pytest.mark.parametrize("name", ["no-such", "/no/such/file.py"])
def test_a_missing_file_is_an_error(name):
    with pytest.raises(FileNotFoundError, match="no adapter"):
        adapter.load(name)
