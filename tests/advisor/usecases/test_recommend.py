from __future__ import annotations

from pathlib import Path

import pytest

from advisor.usecases.recommend import Request, recommend, weights_for, with_earlier
from knowledge.errors import KnownError
from knowledge.schema.probing import Status, Task
from tests.advisor.fakes import canned, fake_wiring


def test_an_answer_ranks_measured_stacks_and_rules_out_the_one_with_wrong_numbers(
    tmp_path: Path,
) -> None:
    answer = recommend(Request(scenario="edge-cv"), fake_wiring(tmp_path))
    ranked = [row.id for row in answer.ranking]
    assert ranked
    assert "mindspore/pynative" not in ranked
    out = {(e.alternative, e.requirement) for e in answer.excluded}
    assert ("mindspore/pynative", "runs") in out
    assert all(sum(row.rank_acceptability) == pytest.approx(1) for row in answer.ranking)


def test_every_number_can_be_followed_to_its_evidence(tmp_path: Path) -> None:
    answer = recommend(Request(scenario="edge-cv"), fake_wiring(tmp_path))
    keys = {item.key for item in answer.evidence}
    for belief in answer.matrix.beliefs:
        assert set(belief.evidence) <= keys
        assert bool(belief.evidence) == (belief.coverage > 0)
    for exclusion in (*answer.excluded, *answer.unverified):
        assert set(exclusion.evidence) <= keys


def test_the_same_question_has_the_same_answer(tmp_path: Path) -> None:
    first = recommend(Request(scenario="edge-cv", seed=7), fake_wiring(tmp_path / "a"))
    second = recommend(Request(scenario="edge-cv", seed=7), fake_wiring(tmp_path / "b"))
    assert first.ranking == second.ranking
    assert first.digests == second.digests


@pytest.mark.all_draws
def test_users_get_twenty_thousand_draws_that_agree_with_fewer(tmp_path: Path) -> None:
    every = recommend(Request(scenario="edge-cv", seed=7), fake_wiring(tmp_path / "a"))
    assert every.draws == 20_000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("advisor.usecases.recommend.DRAWS", 5_000)
        fewer = recommend(Request(scenario="edge-cv", seed=7), fake_wiring(tmp_path / "b"))
    assert fewer.draws == 5_000
    first = {row.id: row.rank_acceptability[0] for row in fewer.ranking}
    for row in every.ranking:  # four standard errors of a share of 5,000 draws
        assert row.rank_acceptability[0] == pytest.approx(first[row.id], abs=0.03)


def test_weights_move_the_answer(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    light = recommend(Request(scenario="edge-cv", weights={"latency": 1}), wiring)
    heavy = recommend(Request(scenario="edge-cv", weights={"latency": 500}), wiring)
    fast = next(i for i, r in enumerate(heavy.ranking) if r.id.endswith("onnxruntime/cpu"))
    assert fast == 0
    assert light.ranking[0].expected != heavy.ranking[0].expected


def test_the_answer_is_kept_and_measurements_are_used_again(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    answer = recommend(Request(scenario="edge-cv"), wiring)
    assert wiring.store.recommendation("latest") == answer
    again = recommend(Request(scenario="edge-cv", measure=False), wiring)
    assert len(wiring.asked) == 1
    statuses = {m.stack: m.status for m in again.measurements}
    assert statuses["onnxruntime/cpu"] is Status.OK


def test_without_any_framework_the_cells_are_unknown_and_measuring_comes_next(
    tmp_path: Path,
) -> None:
    wiring = fake_wiring(tmp_path, present=frozenset())
    answer = recommend(Request(scenario="edge-cv"), wiring)
    latency = [b for b in answer.matrix.beliefs if b.criterion == "latency"]
    assert latency
    assert all(b.basis == "unknown" for b in latency)
    assert answer.next_measurement is not None


def test_a_missing_framework_stays_unknown_and_does_not_stop_the_run(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path, present=frozenset({"onnxruntime"}))
    events = []
    answer = recommend(Request(scenario="edge-cv", provision=True), wiring, progress=events.append)
    assert any("no interpreter for torch" in event.message for event in events)
    assert answer.ranking


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"latecy": 3.0}, "unknown criterion"),
        ({"latency": -1.0}, "weight of latency"),
        ({"latency": float("nan")}, "weight of latency"),
    ],
)
def test_unusable_weights_are_refused(
    tmp_path: Path, weights: dict[str, float], message: str
) -> None:
    scenario = fake_wiring(tmp_path).catalog.scenario("edge-cv")
    with pytest.raises(KnownError, match=message):
        weights_for(scenario, weights)


def test_all_weights_zero_is_refused(tmp_path: Path) -> None:
    scenario = fake_wiring(tmp_path).catalog.scenario("edge-cv")
    with pytest.raises(KnownError, match="zero"):
        weights_for(scenario, {p.criterion: 0.0 for p in scenario.preferences})


def test_an_earlier_result_fills_a_gap_but_never_hides_a_failure() -> None:
    task = Task(stack="onnxruntime/cpu", workload="mobilenet-v3-small", batch=1)
    with_samples = canned(task)
    good = with_samples.without_samples
    assert with_samples.samples
    assert with_earlier([with_samples], [], [task]) == (good,)
    skipped = good.model_copy(update={"status": Status.SKIPPED, "latency": None})
    failed = good.model_copy(update={"status": Status.FAILED, "latency": None})
    assert with_earlier([skipped], [good], [task]) == (good,)
    assert with_earlier([failed], [good], [task]) == (failed,)
    for weak in (
        good.model_copy(update={"steady": False}),
        good.model_copy(update={"status": Status.CRASHED, "latency": None}),
        good.model_copy(update={"status": Status.TIMEOUT, "latency": None, "version": None}),
    ):
        assert with_earlier([weak], [good], [task]) == (good,)
        assert with_earlier([weak], [weak], [task]) == (weak,)
        newer = weak.model_copy(update={"version": "2.0"})
        assert with_earlier([newer], [good], [task]) == (newer,)
    assert with_earlier([], [good], [task]) == (good,)
    assert with_earlier([skipped], [], [task]) == (skipped,)


def test_the_command_asks_the_same_question() -> None:
    request = Request(scenario="edge-cv", weights={"latency": 2.5}, measure=False, seed=3)
    assert request.command() == (
        "advisor recommend --scenario edge-cv --weight latency=2.5 --no-measure --seed 3"
    )
