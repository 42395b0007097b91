"""Reduced precisions over real processes and a fake: lanes, gain, cost, and what was ignored."""

import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import Precision, Status, Task
from probes.precisions import lacking, offered
from probes.run import Equipment
from probes.runner import measure
from probes.worker.adapter import load, stems
from probes.workloads.case import write_case
from tests.probes.staged import host
from tests.probes.test_conversion import SETTINGS

FAKE = str(Path(__file__).parent / "fakes" / "halved.py")
HERE = Environment(
    id="current:fake", spec="fake", python=sys.executable, python_version="3.11", version="1.0",
    origin=Origin.CURRENT,
)  # fmt: skip


@pytest.fixture
def run(tmp_path):
    """Measure modes of the fake in fp32 and bf16, by mode and precision."""
    weight = np.random.default_rng(0).standard_normal((8, 4), dtype=np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [4, 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [4, 4])],
        [onnx.numpy_helper.from_array(weight, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    case = write_case(model, tmp_path / "case", seed=0)

    def go(*modes, precisions=("fp32", "bf16")):
        stacks = [f"fake/{mode}" for mode in modes]
        found = measure(
            [Task(stack=s, workload="small", precision=p) for s in stacks for p in precisions],
            dict.fromkeys(stacks, HERE),
            adapters=dict.fromkeys(stacks, FAKE),
            host=host(),
            cases=lambda workload, batch, mode: case,
            cache_dir=tmp_path / "cache",
            budget_s=60,
            equipment=Equipment(settings=SETTINGS),
        )
        return {(m.stack.partition("/")[2], m.precision): m for m in found}

    return go


def test_a_precision_is_measured_beside_fp32_and_costs_what_it_costs(run):
    found = run("rounds")
    full, half = found["rounds", "fp32"], found["rounds", "bf16"]
    assert (full.status, half.status) == (Status.OK, Status.OK)
    assert full.gain is None
    assert half.gain.low < half.gain.point < half.gain.high
    assert {(s.process, s.round) for s in full.samples} == {
        (s.process, s.round) for s in half.samples
    }
    assert full.parity.least_cosine is None
    assert 1e-3 < half.parity.max_relative_error < 2e-2
    assert half.parity.least_cosine == 0.99
    assert half.work.bytes == full.work.bytes // 2


def test_what_is_no_bf16_says_so_and_is_not_timed(run):
    found = run("ignores", "ruins", "lacks", "plain")
    told = {mode: found[mode, "bf16"] for mode in ("ignores", "ruins", "lacks", "plain")}
    assert {m.status for m in told.values()} == {Status.FAILED}
    assert {m.latency for m in told.values()} == {None}
    assert told["ignores"].message.startswith("precision bf16 was ignored: ")
    assert told["ignores"].parity.ignored
    assert "below the 0.99 that bf16 may cost" in told["ruins"].message
    assert told["lacks"].message == (
        "unsupported: precision bf16: RuntimeError: \"addmm\" not implemented for 'BFloat16'"
    )
    assert told["plain"].message.startswith("unsupported: precision bf16: the probe of fake/plain")
    assert {found[mode, "fp32"].status for mode in told} == {Status.OK}


def test_without_fp32_in_the_run_there_is_no_gain(run):
    assert run("rounds", precisions=("bf16",))["rounds", "bf16"].gain is None


def test_an_adapter_says_what_it_offers_without_its_framework():
    assert offered(FAKE, "rounds") == (Precision.FP32, Precision.BF16)
    assert offered(FAKE, "plain") == (Precision.FP32,)
    assert offered("no-such-adapter", "run") == (Precision.FP32,)
    assert Precision.INT8 in offered("onnxruntime", "cpu")


def test_fp32_is_never_lacking():
    task = Task(stack="fake/plain", workload="small")
    assert lacking(task, FAKE) is None
    trouble = lacking(task.model_copy(update={"precision": Precision.INT8}), FAKE)
    assert trouble.status is Status.FAILED


@pytest.mark.parametrize("adapter", stems())
def test_what_an_adapter_declares_are_precisions_of_its_modes(adapter):
    for mode in load(adapter).MODES:
        assert offered(adapter, mode)[0] is Precision.FP32
    declared = getattr(load(adapter), "PRECISIONS", ())
    if isinstance(declared, dict):
        assert set(declared) <= set(load(adapter).MODES)


def test_a_stack_without_a_training_step_says_that_it_only_infers():
    task = Task(stack="onnxruntime/cpu", workload="mlp", mode="training")
    assert lacking(task, "onnxruntime").message == (
        "unsupported: training: the probe of onnxruntime/cpu runs inference only"
    )
    keras = task.model_copy(update={"stack": "keras/openvino"})
    assert lacking(keras, "keras").message == (
        "unsupported: training: Keras has no gradients on OpenVINO"
    )
    assert lacking(keras.model_copy(update={"stack": "keras/jax"}), "keras") is None
    jax = task.model_copy(update={"stack": "jax/jit"})
    assert lacking(jax, "jax") is None
    half = jax.model_copy(update={"precision": Precision.BF16})
    assert lacking(half, "jax").message.endswith("training steps are in fp32, not in bf16")


@pytest.mark.parametrize("adapter", stems())
def test_what_an_adapter_trains_are_its_modes(adapter):
    module = load(adapter)
    trained = getattr(module, "TRAINS", ())
    assert set(trained) <= set(module.MODES)
    assert hasattr(module.Stack, "train") == bool(trained)
