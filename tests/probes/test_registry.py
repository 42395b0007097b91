from __future__ import annotations

import sys
from pathlib import Path

import pytest

from knowledge.paths import data_dir
from knowledge.registries import registry as shipped
from knowledge.schema.environment import Environment
from knowledge.schema.operators import Backend, Registry
from knowledge.schema.probing import Status
from probes.protocol import Trouble
from probes.registry import extract, readers, registries
from probes.settings import Deadlines
from tests.probes import staged

FAKES = Path(__file__).parent / "fakes_registries"
QUICK = Deadlines(start=20, open=20)
FRAMEWORKS = {"torch": "pytorch"}
"""Framework by environment, where they are not called the same."""


def here(python: str = sys.executable) -> Environment:
    return staged.environment("here").model_copy(update={"python": python})


def asked(name: str, tmp_path: Path, python: str = sys.executable) -> Registry | Trouble:
    file = str(FAKES / f"{name}.py")
    return extract(here(python), "fake", tmp_path, {}, registry=file, deadlines=QUICK)


def test_what_a_registry_says_comes_back_whatever_it_prints(tmp_path: Path) -> None:
    assert asked("good", tmp_path) == Registry(
        framework="fake",
        version="1.2",
        namespace="fake",
        backends={"cpu": Backend(kernels=("Relu",), composed=("nn.relu",))},
        sets={"core": ("Relu",)},
    )


@pytest.mark.parametrize(
    ("name", "status", "says"),
    [
        ("raises", Status.FAILED, "AttributeError: the private call is gone"),
        ("dies", Status.CRASHED, "SIGABRT"),
        ("absent", Status.FAILED, "absent"),
    ],
)
def test_a_framework_at_fault_is_a_trouble(
    name: str, status: Status, says: str, tmp_path: Path
) -> None:
    found = asked(name, tmp_path)
    assert isinstance(found, Trouble)
    assert found.status is status
    assert says in found.message


def test_an_interpreter_that_is_not_there_is_a_trouble(tmp_path: Path) -> None:
    found = asked("good", tmp_path, "/nowhere/python")
    assert isinstance(found, Trouble)
    assert found.status is Status.UNAVAILABLE


def test_what_has_a_registry_and_what_reads_onnx() -> None:
    assert set(readers()) < set(registries())


@pytest.mark.extended
@pytest.mark.frameworks
@pytest.mark.parametrize("spec", registries())
def test_installed_packages_say_what_is_shipped(spec, framework_python, tmp_path) -> None:
    environment = here(str(framework_python(spec))).model_copy(update={"spec": spec})
    framework = FRAMEWORKS.get(spec, spec)
    limits = Deadlines(open=600)
    found = extract(environment, framework, tmp_path, {"PATH": "/usr/bin"}, deadlines=limits)
    assert found == shipped((data_dir(),), framework)
