import dataclasses

import pytest

from knowledge.errors import KnownError
from knowledge.loader import load
from tests.knowledge.files import ONE, write


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    return load([write(tmp_path_factory.mktemp("one"), ONE)])


@pytest.mark.parametrize(
    ("look_up", "name", "wrong"),
    [
        ("framework", "pytorch", "pytroch"),
        ("device", "cpu-avx2", "cpu-avx"),
        ("route", "pytorch-onnxruntime", "pytorch-onnx"),
        ("scenario", "edge-cv", "edge"),
        ("criterion", "latency", "latencies"),
        ("environment", "torch", "touch"),
        ("mode", "pytorch/eager", "pytorch/eger"),
    ],
)
def test_look_ups_find_or_say_what_was_meant(catalog, look_up, name, wrong):
    assert getattr(catalog, look_up)(name)
    with pytest.raises(KnownError) as caught:
        getattr(catalog, look_up)(wrong)
    assert wrong in caught.value.message
    assert caught.value.hint == f"did you mean {name}?"


def test_a_mode_comes_with_its_framework(catalog):
    framework, mode = catalog.mode("pytorch/eager")
    assert (framework.id, mode.id) == ("pytorch", "eager")


@pytest.mark.parametrize("stack", ["pytorch", "pytorch/", "pytorch/cpu", "/eager", ""])
def test_half_a_stack_is_a_known_error(catalog, stack):
    with pytest.raises(KnownError):
        catalog.mode(stack)


def test_subjects_are_frameworks_and_devices(catalog):
    assert catalog.subject("pytorch").title == "PyTorch"
    assert catalog.subject("cpu-avx2").title == "x86-64 with AVX2"


def test_moves_are_followed_in_turn_and_never_in_circles(catalog):
    moved = {
        "frameworks/oldest": "frameworks/old",
        "frameworks/old": "frameworks/pytorch",
        "frameworks/a": "frameworks/b",
        "frameworks/b": "frameworks/a",
    }
    moving = dataclasses.replace(catalog, moved=moved)
    assert moving.framework("oldest").id == "pytorch"
    with pytest.raises(KnownError):
        moving.framework("a")


def test_it_is_frozen(catalog):
    with pytest.raises(dataclasses.FrozenInstanceError):
        catalog.digest = "x"
