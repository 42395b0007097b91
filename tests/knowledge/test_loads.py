"""Times that were not taken together."""

from datetime import UTC, datetime, timedelta

from knowledge.loads import mixtures
from knowledge.schema.machine import Noise
from knowledge.schema.probing import Estimate, Measurement, RunMode, Status

THEN = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
LATER = THEN + timedelta(minutes=20)


def timed(stack: str, ms: float, started: datetime = THEN, cores: float | None = 0.0, **changes):
    noise = None
    if cores is not None:
        noise = Noise(within=0.01, between=0.05, processes=3, repeats=10, foreign_cpu=cores)
    return Measurement(
        **{
            "id": f"{stack} {started}", "stack": stack, "workload": "mlp", "batch": 1,
            "status": Status.OK,
            "latency": Estimate(point=ms / 1e3, low=ms / 2e3, high=ms / 5e2),
            "noise": noise, "started": started, **changes,
        }
    )  # fmt: skip


def test_times_of_one_run_are_no_mixture():
    assert mixtures([timed("a/m", 2), timed("b/m", 1)]) == ()
    for other in ({"workload": "matmul"}, {"mode": RunMode.TRAINING}, {"precision": "bf16"}):
        assert mixtures([timed("b/m", 1), timed("a/m", 2, LATER, **other)]) == ()


def test_what_gave_no_time_mixes_with_nothing():
    failed = timed("a/m", 2, LATER).model_copy(update={"latency": None})
    assert mixtures([timed("b/m", 1), failed]) == ()


def test_a_stack_timed_anew_under_another_load_is_told():
    (found,) = mixtures([timed("a/m", 2), timed("b/m", 1), timed("c/m", 0.5, LATER, 1.2)])
    assert found.stacks == ("c/m", "b/m", "a/m")
    assert found.runs == (THEN, LATER)
    assert found.foreign_cpu == (0.0, 1.2)
    assert not found.alike


def test_as_quiet_before_each_is_alike_and_unknown_is_not():
    assert mixtures([timed("a/m", 2), timed("b/m", 1, LATER, 0.1)])[0].alike
    assert not mixtures([timed("a/m", 2), timed("b/m", 1, LATER, None)])[0].alike
    shaky = timed("b/m", 1, LATER, 0.1, steady=False)
    assert not mixtures([timed("a/m", 2), shaky])[0].alike
