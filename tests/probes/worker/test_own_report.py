"""What frameworks say of themselves; made-up modules, so that none has to be here."""

import sys
from types import SimpleNamespace

import pytest

from probes.worker import own_report


@pytest.fixture
def imported(monkeypatch):
    """Pretend that a framework is imported, and no other."""

    def put(name, module):
        monkeypatch.setitem(sys.modules, name, module)

    for name in own_report.ASKED:
        monkeypatch.delitem(sys.modules, name, raising=False)
    for name in list(own_report.os.environ):
        if name.startswith(own_report.PREFIXES):
            monkeypatch.delenv(name)
    return put


def test_nothing_is_imported_for_it(imported):
    assert own_report.own_report() == {}
    assert not set(own_report.ASKED) & set(sys.modules)


def test_each_framework_is_asked_by_its_own_functions(imported):
    imported("jax", SimpleNamespace(devices=lambda: [SimpleNamespace(platform="cpu")] * 2))
    imported(
        "onnxruntime",
        SimpleNamespace(
            get_build_info=lambda: "build type=Release",
            get_available_providers=lambda: ["CPUExecutionProvider"],
        ),
    )
    assert own_report.own_report() == {
        "jax.devices": "cpu",
        "onnxruntime.build": "build type=Release",
        "onnxruntime.providers": "CPUExecutionProvider",
    }


def test_a_framework_that_breaks_costs_nothing_else(imported):
    imported("jax", SimpleNamespace())
    imported("mindspore", SimpleNamespace(get_context=lambda name: "CPU"))
    found = own_report.own_report()
    assert found["jax.error"].startswith("AttributeError")
    assert found["mindspore.devices"] == "cpu"


def test_long_texts_are_cut_and_settings_that_matter_are_told(imported, monkeypatch):
    imported(
        "onnxruntime",
        SimpleNamespace(get_build_info=lambda: "x" * 9999, get_available_providers=list),
    )
    monkeypatch.setenv("OMP_WAIT_POLICY", "PASSIVE")
    monkeypatch.setenv("SECRET", "1")
    found = own_report.own_report()
    assert len(found["onnxruntime.build"]) == own_report.LIMIT
    assert found["environ"] == "OMP_WAIT_POLICY=PASSIVE"
