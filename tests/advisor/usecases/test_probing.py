"""Choosing, planning, reusing, measuring and showing, on a wiring that measures nothing."""

import dataclasses

import pytest

from advisor.usecases.measuring import measure
from advisor.usecases.planning import Plan, expected_s
from advisor.usecases.probing import probe, probe_plan
from advisor.usecases.recommend import with_earlier
from advisor.usecases.showing import machine, show
from knowledge.errors import KnownError
from knowledge.schema.probing import Precision, RunMode, Status, Task
from tests.advisor.fakes import BASELINE, NOISE, canned, fake_wiring

ASKED = {"stacks": ("pytorch/eager", "onnxruntime/cpu"), "workloads": ("conv2d",), "batches": (1,)}


@pytest.fixture
def wiring(tmp_path):
    return fake_wiring(tmp_path)


def go(wiring, *, budget_s=60.0, **changes):
    events = []
    found = probe(
        wiring,
        **{**ASKED, **changes},
        budget_s=budget_s,
        seed=0,
        provision=False,
        progress=events.append,
    )
    return found, events


def planned(wiring, *, budget_s=60.0, **changes):
    found = probe_plan(wiring, **{**ASKED, **changes}, budget_s=budget_s)
    return {(s.task.stack, s.task.workload): s.action for s in found.steps}


def test_results_carry_noise_roofline_and_findings(wiring):
    found, _ = go(wiring)
    for m in found:
        assert m.noise == NOISE
        assert m.roofline.peak("fp32").by == "NumPy 2.4"
    eager = found[0]
    assert [each.id for each in eager.findings] == ["far-from-roofline"]
    kept = wiring.store.measurement(eager.id)
    assert kept.findings == eager.findings


def test_a_matrix_product_measured_along_is_the_ceiling(wiring):
    found, _ = go(wiring, workloads=("matmul",))
    best = next(m for m in found if m.stack == "onnxruntime/cpu")
    assert best.work.flops / best.latency.point < 50e9
    assert best.roofline.peak("fp32").by == "NumPy 2.4"


def test_a_second_run_reuses_what_was_measured_well(wiring):
    first, _ = go(wiring)
    second, events = go(wiring, workloads=("conv2d", "matmul"))
    assert wiring.asked[1] == tuple(
        Task(stack=stack, workload="matmul") for stack in ASKED["stacks"]
    )
    assert events[0].stage == "reuse"
    assert (events[0].done, events[0].total) == (2, 4)
    assert [m.workload for m in second] == ["conv2d", "matmul"] * 2
    assert {m.id for m in first} < {m.id for m in second}


def test_nothing_is_run_where_all_is_known(wiring):
    go(wiring)
    _, events = go(wiring)
    assert len(wiring.asked) == 1
    assert [event.stage for event in events] == ["reuse"]


def test_again_measures_all(wiring):
    go(wiring)
    go(wiring, again=True)
    assert len(wiring.asked) == 2


@pytest.mark.parametrize(
    "changes",
    [{"version": "0.9"}, {"threads": 1}, {"steady": False}, {"status": Status.CRASHED}],
)
def test_what_does_not_hold_any_more_is_measured_anew(wiring, changes):
    task = Task(stack="pytorch/eager", workload="conv2d")
    wiring.store.save_measurements([canned(task).model_copy(update={**changes, "id": "old"})])
    assert planned(wiring)["pytorch/eager", "conv2d"] == "measure"
    wiring.store.save_measurements([canned(task)])
    assert planned(wiring)["pytorch/eager", "conv2d"] == "reuse"


def test_the_plan_tells_what_is_missing_and_what_the_budget_will_not_reach(tmp_path):
    wiring = dataclasses.replace(fake_wiring(tmp_path), present=frozenset({"torch"}))
    found = planned(wiring, budget_s=10.0, workloads=("matmul", "conv2d"))
    assert found == {
        ("pytorch/eager", "matmul"): "measure",
        ("pytorch/eager", "conv2d"): "skip",
        ("onnxruntime/cpu", "matmul"): "unavailable",
        ("onnxruntime/cpu", "conv2d"): "unavailable",
    }
    assert wiring.asked == []


def test_the_plan_goes_through_the_cases_as_a_run_does(wiring):
    found = planned(wiring, budget_s=30.0, workloads=("matmul", "conv2d"))
    assert [key for key, action in found.items() if action == "measure"] == [
        ("pytorch/eager", "matmul"),
        ("onnxruntime/cpu", "matmul"),
    ]


def test_expected_seconds_come_from_what_was_seen():
    seen = canned(Task(stack="onnxruntime/cpu", workload="matmul")).model_copy(
        update={"import_s": 2.0, "build_s": 0.5, "first_call_s": 0.5}
    )
    assert expected_s(seen) == 4.5
    assert expected_s(seen, first=False) == 2.5
    assert Plan(budget_s=1, steps=()).seconds == 0


def test_the_ceilings_are_measured_once_in_quiet(wiring):
    go(wiring)
    go(wiring, workloads=("matmul",))
    assert wiring.calibrated == [True, False]


def test_a_disturbed_baseline_is_measured_again(wiring):
    wiring.store.save_baseline(BASELINE.model_copy(update={"id": "loud", "foreign_cpu": 1.0}))
    go(wiring)
    assert wiring.calibrated == [True]


def test_a_short_budget_is_not_spent_on_calibration(wiring):
    go(wiring, budget_s=5.0)
    assert wiring.calibrated == []
    go(wiring, budget_s=20.0, workloads=("matmul",))
    assert wiring.calibrated == [False]


def test_calibration_is_part_of_the_budget(wiring, monkeypatch):
    budgets = []
    ticks = iter([0.0, 3.0, *[4.0] * 20])
    monkeypatch.setattr(type(wiring), "clock", lambda self: next(ticks))
    real = type(wiring).measure

    def spy(self, *args, **options):
        budgets.append((options["budget_s"], options["spent_s"]))
        return real(self, *args, **options)

    monkeypatch.setattr(type(wiring), "measure", spy)
    measure(
        wiring,
        [Task(stack="pytorch/eager", workload="conv2d")],
        budget_s=60,
        seed=0,
        provision=False,
        progress=lambda event: None,
        stop=lambda: False,
    )
    assert budgets == [(60, 8.0)]


def test_nothing_is_calibrated_for_what_is_not_installed(tmp_path):
    wiring = dataclasses.replace(fake_wiring(tmp_path), present=frozenset())
    found, _ = go(wiring)
    assert wiring.calibrated == []
    assert {m.status for m in found} == {Status.UNAVAILABLE}
    assert all(m.roofline is None for m in found)


def test_show_gives_results_with_their_place(wiring):
    go(wiring, workloads=("conv2d", "matmul"))
    shown = show(wiring, stacks=("onnxruntime/cpu",))
    assert [(m.stack, m.workload) for m in shown.measurements] == [
        ("onnxruntime/cpu", "conv2d"),
        ("onnxruntime/cpu", "matmul"),
    ]
    told = shown.document()["measurements"][0]
    assert told["standing"]["bound"] == "compute"
    assert told["samples"] == []
    assert show(wiring, samples=True).measurements[0].samples


def test_show_names_what_does_not_exist(wiring):
    with pytest.raises(KnownError, match="unknown stack 'pytorch/eagre'"):
        show(wiring, stacks=("pytorch/eagre",))
    assert show(wiring).measurements == ()


def test_the_machine_is_measured_only_if_asked(wiring):
    assert machine(wiring, measure=False).baselines == ()
    assert wiring.calibrated == []
    found = machine(wiring, measure=True)
    assert found.baselines == (BASELINE,)
    assert found.noise == NOISE


def test_fp32_is_measured_along_with_a_reduced_precision(wiring):
    found, _ = go(wiring, precisions=(Precision.BF16,))
    assert [(m.stack, m.precision) for m in found] == [
        (stack, precision) for stack in ASKED["stacks"] for precision in ("fp32", "bf16")
    ]


def test_a_result_in_one_precision_is_not_reused_as_another(wiring):
    go(wiring)
    _, events = go(wiring, precisions=(Precision.INT8,))
    # fp32 too: the gain needs the same rounds
    assert len(wiring.asked[1]) == 4
    assert "reuse" not in [event.stage for event in events]
    _, events = go(wiring, precisions=(Precision.INT8,))
    assert [event.stage for event in events] == ["reuse"]


def test_a_plan_tells_precisions_that_a_probe_does_not_offer(wiring):
    found = probe_plan(
        wiring, stacks=("keras/jax",), workloads=("conv2d",), batches=(1,),
        precisions=(Precision.INT8,), budget_s=60,
    )  # fmt: skip
    assert [s.action for s in found.steps] == ["unavailable", "unsupported"]


def test_reduced_precisions_never_reach_a_decision(wiring):
    go(wiring, precisions=(Precision.BF16,))
    kept = wiring.earlier()
    assert {m.precision for m in kept} == {"fp32", "bf16"}
    wanted = tuple(m.task for m in kept if m.precision is Precision.FP32)
    assert {m.precision for m in with_earlier((), kept, wanted)} == {"fp32"}


def test_a_flow_is_measured_in_all_its_settings_at_its_own_batch(wiring):
    found = planned(wiring, workloads=("data-parallel-step", "conv2d"))
    assert [name for stack, name in found if stack == "pytorch/eager"] == [
        "data-parallel-step.x1",
        "data-parallel-step.x2",
        "conv2d",
    ]
    assert {name: action for (stack, name), action in found.items() if "onnx" in stack} == {
        "data-parallel-step.x1": "unsupported",
        "data-parallel-step.x2": "unsupported",
        "conv2d": "measure",
    }
    go(wiring, workloads=("data-pipeline.workers-7",), stacks=("pytorch/eager",))
    assert wiring.asked[-1] == (
        Task(stack="pytorch/eager", workload="data-pipeline.workers-7", batch=32),
    )
    with pytest.raises(KnownError, match="unknown workload"):
        go(wiring, workloads=("data-pipeline.fast",))


def test_one_process_is_measured_again_beside_several_that_are(wiring):
    steps = [
        Task(stack="pytorch/eager", workload=f"data-parallel-step.x{n}", batch=64) for n in (1, 2)
    ]
    wiring.store.save_measurements([canned(steps[0])])
    again = {"workloads": ("data-parallel-step",), "stacks": ("pytorch/eager",)}
    assert set(planned(wiring, **again).values()) == {"measure"}
    wiring.store.save_measurements([canned(steps[1])])
    assert set(planned(wiring, **again).values()) == {"reuse"}


def test_all_settings_of_a_flow_are_shown_by_its_name(wiring):
    go(wiring, workloads=("all-reduce.1mib-x2", "conv2d"), stacks=("pytorch/eager",))
    shown = show(wiring, workloads=("all-reduce",))
    assert [m.workload for m in shown.measurements] == ["all-reduce.1mib-x2"]
    assert show(wiring, workloads=("data-pipeline",)).measurements == ()


def test_a_training_step_is_another_task_and_never_stands_for_inference(wiring):
    training = {"workloads": ("mlp",), "mode": RunMode.TRAINING}
    found, _ = go(wiring, **training)
    assert {m.mode for m in found} == {RunMode.TRAINING}
    assert all(m.workload == "mlp" for m in wiring.of_all_modes())
    assert wiring.earlier() == ()
    # Inference of the same workload is measured although its training step is known, ...
    assert set(planned(wiring, workloads=("mlp",)).values()) == {"measure"}
    go(wiring, workloads=("mlp",))
    assert {m.mode for m in wiring.earlier()} == {RunMode.INFERENCE}
    # ... and the step is found again as itself.
    assert planned(wiring, **training)["pytorch/eager", "mlp"] == "reuse"
    shown = show(wiring, stacks=("pytorch/eager",))
    assert [str(m.mode) for m in shown.measurements] == ["inference", "training"]
    assert shown.document()["measurements"][1]["mode"] == "training"


def test_without_a_name_every_workload_with_a_training_step_is_taken(wiring):
    steps = planned(wiring, workloads=(), mode=RunMode.TRAINING)
    assert {"mlp", "mobilenet-v3-small"} <= {workload for _, workload in steps}
    assert steps["onnxruntime/cpu", "mlp"] == "unsupported"


def test_a_training_step_that_there_is_not_is_named(wiring, tmp_path):
    with pytest.raises(KnownError, match="workload matmul has no training step"):
        planned(wiring, workloads=("matmul",), mode=RunMode.TRAINING)
