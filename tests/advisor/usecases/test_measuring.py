"""Which environments are found and made for what is to be measured."""

from __future__ import annotations

from pathlib import Path

from advisor.usecases.measuring import cut_short, environments_for, made_for, measure, specs_of
from knowledge.schema.decision import CutShort
from knowledge.schema.probing import Precision, Status, Task
from knowledge.schema.progress import Progress
from knowledge.schema.scenario import Scope
from probes.interruption import ENDED_EARLY, NOT_BEGUN
from probes.planner import tasks_for
from tests.advisor.fakes import FakeWiring, fake_wiring
from tests.scoring.build import measurement

SIX = {"torch", "tensorflow", "jax", "mindspore", "onnxruntime", "openvino"}


def task(stack: str) -> Task:
    return Task(stack=stack, workload="matmul", batch=1)


def asked(wiring: FakeWiring, tasks: tuple[Task, ...], *, extras: bool) -> set[str]:
    """The environments that are made for tasks."""
    events: list[Progress] = []
    measure(
        wiring,
        tasks,
        budget_s=1,
        seed=0,
        provision=True,
        progress=events.append,
        stop=lambda: False,
        extras=extras,
    )
    return {event.subject for event in events if event.stage == "provision" and event.subject}


def test_a_mode_may_have_an_environment_of_its_own(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path, present=frozenset({"keras-jax", "tvm"}))
    tasks = [task(stack) for stack in ("keras/jax", "keras/torch", "tvm/llvm")]
    assert specs_of(wiring, tasks) == ("keras-jax", "keras-torch", "tvm")
    homes, _ = environments_for(wiring, tasks)
    assert {stack: home.spec for stack, home in homes.items()} == {
        "keras/jax": "keras-jax",
        "tvm/llvm": "tvm",
    }


def test_a_converter_has_an_environment_too(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path, present=frozenset({"litert", "mnn", "tensorflow", "ncnn"}))
    tasks = [task(stack) for stack in ("litert/cpu", "mnn/cpu", "ncnn/cpu", "tensorflow/xla")]
    assert specs_of(wiring, tasks) == ("litert", "tensorflow", "mnn", "ncnn", "pnnx")
    homes, workshops = environments_for(wiring, tasks)
    assert set(homes) == {"litert/cpu", "mnn/cpu", "ncnn/cpu", "tensorflow/xla"}
    assert {stack: found.spec for stack, found in workshops.items()} == {
        "litert/cpu": "tensorflow",
        "mnn/cpu": "mnn",
    }


def test_int8_brings_the_quantiser_along_and_only_that(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path, present=frozenset({"onnxruntime"}))
    full = task("onnxruntime/cpu")
    int8 = full.model_copy(update={"precision": Precision.INT8})
    assert specs_of(wiring, [full]) == ("onnxruntime",)
    assert specs_of(wiring, [full, int8]) == ("onnxruntime", "onnxruntime-quantization")
    assert environments_for(wiring, [full, int8])[1] == {}
    litert = task("litert/cpu").model_copy(update={"precision": Precision.INT8})
    assert made_for(wiring, [full, int8, litert], extras=False) == (
        "onnxruntime", "onnxruntime-quantization", "tensorflow",
    )  # fmt: skip


def test_edge_vision_measures_every_stack_that_has_an_adapter(tmp_path: Path) -> None:
    catalog = fake_wiring(tmp_path).catalog
    stacks = {each.stack for each in tasks_for(catalog.scenario("edge-cv"), catalog)}
    assert stacks >= {"paddlepaddle/static", "keras/openvino", "tvm/llvm", "iree/llvm-cpu"}
    assert stacks >= {"litert/cpu", "executorch/xnnpack", "mnn/cpu", "ncnn/cpu"}


def test_a_mode_that_only_predicts_is_not_measured_for_training(tmp_path: Path) -> None:
    catalog = fake_wiring(tmp_path).catalog
    scenario = catalog.scenario("edge-cv").model_copy(update={"scope": Scope.TRAIN})
    stacks = {each.stack for each in tasks_for(scenario, catalog)}
    assert "keras/jax" in stacks
    assert "keras/openvino" not in stacks


def test_extra_environments_are_made_only_when_asked_for(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    tasks = tasks_for(wiring.catalog.scenario("edge-cv"), wiring.catalog)
    assert asked(wiring, tasks, extras=False) == SIX
    assert asked(wiring, (task("keras/jax"),), extras=True) == {"keras-jax"}


def test_a_run_that_was_ended_says_how_much_of_it_there_is() -> None:
    done = measurement("alpha/eager", notes=(ENDED_EARLY,))
    missing = measurement("beta/eager", status=Status.SKIPPED, message=NOT_BEGUN)
    absent = measurement("gamma/eager", status=Status.UNAVAILABLE)
    assert cut_short([done, missing, absent]) == CutShort(results=1, planned=2)
    spent = measurement("beta/eager", status=Status.SKIPPED, message="the budget of 9 s was spent")
    assert cut_short([measurement("alpha/eager"), spent]) is None
    assert cut_short([]) is None
