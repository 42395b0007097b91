"""What a question measures in place of the scenario's workloads."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest

from advisor.usecases.asking.readiness import readiness
from advisor.usecases.recommend import Request, recommend, subject_of
from advisor.usecases.session import begin, of_answer
from advisor.usecases.subject import subject
from knowledge.errors import KnownError
from knowledge.schema.probing import Task
from tests.advisor.fakes import FakeWiring, fake_wiring
from tests.probes.workloads import models

SHAPES = ("image=2x3x8x6",)


@pytest.fixture
def wiring(tmp_path: Path) -> FakeWiring:
    return fake_wiring(tmp_path)


@pytest.fixture
def own(tmp_path: Path) -> Path:
    onnx.save_model(models.of_opset(18), str(tmp_path / "own.onnx"))
    return tmp_path / "own.onnx"


def test_a_model_takes_the_place_of_every_workload_and_nothing_else_changes(
    wiring: FakeWiring, own: Path
) -> None:
    plain = wiring.catalog.scenario("edge-cv")
    found = subject(plain, model=own, shapes=SHAPES)
    (use,) = found.scenario.workloads
    assert use.workload.startswith("model:")
    assert use.batch == 1
    assert found.operators[use.workload] == {n.op_type for n in models.of_opset(18).graph.node}
    assert [p.anchors for p in found.scenario.preferences] == [p.anchors for p in plain.preferences]
    told = found.command(Task(stack="jax/jit", workload=use.workload))
    assert told == f"advisor probe run --stack jax/jit --model {own} --input-shape image=2x3x8x6"


def test_a_file_that_changed_is_another_workload(wiring: FakeWiring, own: Path) -> None:
    plain = wiring.catalog.scenario("edge-cv")
    before = subject(plain, model=own, shapes=SHAPES).scenario.workloads
    onnx.save_model(models.of_opset(17), str(own))
    assert subject(plain, model=own, shapes=SHAPES).scenario.workloads != before


def test_another_workload_keeps_the_batch_sizes(wiring: FakeWiring) -> None:
    plain = wiring.catalog.scenario("edge-cv")
    found = subject(plain, workload="bert-base").scenario
    assert [(u.workload, u.batch) for u in found.workloads] == [("bert-base", 1), ("bert-base", 8)]
    assert subject(plain).scenario is plain


@pytest.mark.parametrize(
    ("scenario", "given", "said"),
    [
        ("edge-cv", {"workload": "bert-bas"}, "unknown workload"),
        ("edge-cv", {"workload": "mlp", "model": Path("x.onnx")}, "both say what to measure"),
        ("edge-cv", {"shapes": ("x=1",)}, "--input-shape goes with --model"),
        ("edge-cv", {"model": Path("/nowhere/x.onnx")}, "x.onnx"),
        ("edge-cv", {"model": Path("/")}, "is a folder"),
        ("kubernetes-serving", {"workload": "mlp"}, "measures nothing"),
    ],
)
def test_what_cannot_be_measured_is_refused(
    wiring: FakeWiring, scenario: str, given: dict[str, object], said: str
) -> None:
    with pytest.raises(KnownError, match=said) as refused:
        subject(wiring.catalog.scenario(scenario), **given)  # type: ignore[arg-type]
    assert refused.value.hint


def test_an_answer_rests_on_the_model_and_its_command_names_it(
    wiring: FakeWiring, own: Path
) -> None:
    request = Request(scenario="edge-cv", model=own, shapes=SHAPES)
    answer = recommend(request, wiring)
    (workload,) = {use.workload for use in subject_of(wiring.catalog, request).scenario.workloads}
    assert {m.workload for m in answer.measurements} == {workload}
    assert answer.measured_on == "own.onnx"
    assert f"--model {own} --input-shape image=2x3x8x6" in answer.command
    assert wiring.store.recommendation(answer.id) == answer
    again = of_answer(wiring, answer)
    assert (again.model, again.by_model, again.shapes) == (own, True, SHAPES[0])
    assert not again.stale


def test_readiness_counts_what_the_model_is_measured_by(wiring: FakeWiring, own: Path) -> None:
    session = begin(wiring, "edge-cv")
    changed = {"model": own, "shapes": SHAPES[0]}
    before = readiness(wiring, session.model_copy(update=changed)).tasks
    by_model = session.model_copy(update={**changed, "by_model": True})
    assert readiness(wiring, by_model).tasks == before / 2  # one case, not batch 1 and batch 8
