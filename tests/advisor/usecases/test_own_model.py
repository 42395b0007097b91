"""Measuring a model of the user, on a wiring that measures nothing."""

import onnx
import pytest

from advisor.usecases.probing import probe
from knowledge.errors import KnownError
from tests.advisor.fakes import fake_wiring
from tests.probes.workloads import models

SHAPES = ("image=2x3x8x6",)


@pytest.fixture
def wiring(tmp_path):
    return fake_wiring(tmp_path)


@pytest.fixture
def path(tmp_path):
    onnx.save_model(models.of_opset(18), str(tmp_path / "own.onnx"))
    return tmp_path / "own.onnx"


def go(wiring, path, **changes):
    asked = {"stacks": (), "workloads": (), "batches": (1,), "shapes": SHAPES, **changes}
    return probe(wiring, model=path, budget_s=60.0, seed=0, provision=False,
                 progress=lambda _: None, **asked)  # fmt: skip


def test_it_runs_on_every_stack_under_its_own_name(wiring, path):
    found = go(wiring, path)
    (name,) = {m.workload for m in found}
    assert name.startswith("model:")
    assert {"pytorch/eager", "onnxruntime/cpu", "mindspore/graph"} <= {m.stack for m in found}
    assert wiring.store.measurement(found[0].id).workload == name


def test_stacks_can_be_chosen(wiring, path):
    assert {m.stack for m in go(wiring, path, stacks=("jax/jit",))} == {"jax/jit"}


def test_other_sizes_are_another_workload(wiring, path):
    names = {
        m.workload
        for shapes in (SHAPES, ("image=1x3x8x6",))
        for m in go(wiring, path, stacks=("jax/jit",), shapes=shapes)
    }
    assert len(names) == 2


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"shapes": ()}, "image is .batch, 3, height, width."),
        ({"shapes": ("img=1",)}, "no input 'img'"),
        ({"workloads": ("matmul",)}, "neither --workload"),
        ({"batches": (1, 8)}, "nor --batch"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_measured(wiring, path, changes, says):
    with pytest.raises(KnownError, match=says) as raised:
        go(wiring, path, **changes)
    assert raised.value.hint
    assert not wiring.asked


def test_a_shape_needs_a_model(wiring):
    with pytest.raises(KnownError, match="--model"):
        go(wiring, None)
