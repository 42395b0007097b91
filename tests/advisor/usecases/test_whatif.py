"""What-ifs of a whole answer, and answers that are had again."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

import advisor.cli.recommend as cli
from advisor.__main__ import run
from advisor.usecases.recommend import Request, recommend
from advisor.usecases.whatif import counts_less, meant_for, target_of
from knowledge.errors import KnownError
from knowledge.schema.decision import Basis, Recommendation
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Measurement, Status
from knowledge.schema.scenario import Scenario
from tests.advisor.fakes import HOST, NOW, FakeWiring, canned, fake_wiring

EDGE = Request(scenario="edge-cv", measure=False)


@dataclass(frozen=True)
class Later(FakeWiring):
    """The same machine a year on, when nearly all that was read is stale."""

    def now(self) -> datetime:
        return NOW + timedelta(days=400)


def ask(folder: Path, **changes: Any) -> Recommendation:
    return recommend(EDGE.model_copy(update=changes), fake_wiring(folder))


QUESTIONS = [
    {"measure": True},
    {"measure": True, "weights": {"latency": 61.5}, "seed": 4},
    {"measure": False},
    {
        "measure": True,
        "require": ("os=android", "licence=no-copyleft"),
        "exclude": ("onnxruntime",),
        "veto": ("latency=20ms", "hardware-ecosystem=60"),
        "pin": ("openvino:os.android=true", "litert/cpu:latency=4ms"),
    },
]


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_command_of_an_answer_gives_the_same_bytes_a_year_later(
    question: dict[str, Any],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from reports.formats.json import render

    present = frozenset({"torch", "onnxruntime"})
    first = recommend(EDGE.model_copy(update=question), fake_wiring(tmp_path, present=present))
    later = Later(**vars(fake_wiring(tmp_path, present=present)))
    # What is measured since must not count.
    later.store.save_measurements(
        [
            m.model_copy(update={"id": f"new-{m.id}", "started": later.now()})
            for m in first.measurements
        ]
    )
    monkeypatch.setattr(cli, "Wiring", lambda **_: later)
    command, *arguments = shlex.split(first.command)
    assert command == "advisor"
    assert run([*arguments, "--json"]) == (0 if first.ranking else 1)
    before, after = json.loads(render(first)), json.loads(capsys.readouterr().out)
    for own in ("id", "created"):
        assert before.pop(own) != after.pop(own)
    assert before == after


def test_an_answer_about_something_else_is_not_replayed(tmp_path: Path) -> None:
    answer = ask(tmp_path)
    with pytest.raises(KnownError, match="is about edge-cv"):
        recommend(Request(scenario="research", replay=answer.id), fake_wiring(tmp_path))


def test_what_if_on_the_same_measurements(tmp_path: Path) -> None:
    answer = ask(tmp_path, measure=True)
    other = ask(tmp_path, replay="latest", exclude=("onnxruntime",))
    assert other.measurements == answer.measurements
    assert f"--replay {answer.id}" in other.command
    assert "latest" not in other.command
    assert "onnxruntime" not in other.ranking[0].id


def test_a_pin_is_assumed_wherever_it_counts_and_evidence_nowhere(tmp_path: Path) -> None:
    pins = ("openvino:os.android=true", "onnxruntime/cpu:latency=4ms", "jax:lifecycle=dead")
    answer = ask(tmp_path, measure=True, pin=pins)
    assumed = {one.key for one in answer.assumptions}
    assert len(assumed) == 3
    assert not assumed & {item.key for item in answer.evidence}
    assert all("assumed" not in item.source for item in answer.evidence)
    assert not assumed & {f"measurement:{m.id}" for m in answer.measurements}
    keys = {item.key for item in answer.evidence}
    for thing in (*answer.matrix.beliefs, *answer.excluded, *answer.unverified):
        assert set(thing.evidence) <= keys
        assert set(thing.assumed) <= assumed
    latency = {b.alternative: b for b in answer.matrix.beliefs if b.criterion == "latency"}[
        "pytorch>onnxruntime/cpu"
    ]
    assert latency.basis is Basis.ASSUMED
    assert (latency.estimate.low, latency.estimate.high) == (4.0, 4.0)
    dead = [e for e in answer.excluded if e.assumed]
    assert {e.alternative.partition(">")[0].partition("/")[0] for e in dead} >= {"jax"}


def test_pins_and_requirements_are_in_the_digest_of_the_inputs(tmp_path: Path) -> None:
    plain, *others = (
        ask(tmp_path / str(place), **change).digests.inputs
        for place, change in enumerate(
            (
                {},
                {"pin": ("jax:lifecycle=dead",)},
                {"require": ("os=android",)},
                {"exclude": ("jax",)},
            )
        )
    )
    assert len({plain, *others}) == 4


@pytest.mark.parametrize(
    "question",
    [
        {"require": ("domestic", "licence=-Apache-2.0")},
        {"exclude": ("onnxruntime", "openvino")},
        {"require": ("os=android", "latency=7.3ms"), "measure": True},
        {"require": ("os=android",), "veto": ("hardware-ecosystem=75",), "measure": True},
    ],
)
def test_dropping_what_a_relaxation_names_brings_back_what_it_says(
    question: dict[str, Any], tmp_path: Path
) -> None:
    from advisor.usecases.recommend import Request as Question
    from knowledge.named import without
    from knowledge.requirements import read

    answer = ask(tmp_path, **question)
    catalog = fake_wiring(tmp_path).catalog
    checked = 0
    for one in answer.relaxations:
        left = {
            "require": tuple(
                t
                for t in question.get("require", ())
                if read(catalog, t).id not in one.requirements
            ),
            "exclude": tuple(
                t
                for t in question.get("exclude", ())
                if without(catalog, t).id not in one.requirements
            ),
            "veto": tuple(
                t
                for t in question.get("veto", ())
                if f"veto.{t.partition('=')[0]}" not in one.requirements
            ),
        }
        dropped = sum(len(question.get(k, ())) - len(left[k]) for k in left)
        if dropped != len(one.requirements):
            continue  # it drops one of the scenario's own, which no option can
        again = recommend(
            Question(scenario="edge-cv", measure=False, **left), fake_wiring(tmp_path)
        )
        ranked = {row.id: row for row in again.ranking}
        back = set(one.brings_back)
        assert back <= set(ranked) | {m.alternative for m in again.merged}
        assert back == (set(ranked) - {row.id for row in answer.ranking}) | (
            back & {m.alternative for m in again.merged}
        )
        assert ranked[one.brings_back[0]].expected.point == pytest.approx(one.expected, abs=1e-3)
        checked += 1
    assert checked


OWN = """
id: own
title: {en: Own, zh: 自有}
summary: {en: A question of one's own., zh: 自有问题。}
scope: deploy
devices: [device.x86]
requirements:
  - {id: free, kind: licence, value: no-copyleft, title: {en: No copyleft, zh: 非著佐权}}
  - {id: fresh, kind: released, value: 12, title: {en: Fresh, zh: 近期发布}}
  - id: quant
    kind: capability
    part: any
    capability: quantize.post-training
    title: {en: Quantised, zh: 量化}
preferences:
  - criterion: latency
    weight: 1
    measure: {workload: mobilenet-v3-small, batch: 1}
    anchors: {worst: 100, best: 2, shape: log}
    veto: 20
  - {criterion: hardware-ecosystem, weight: 1, anchors: {worst: 0, best: 100}}
"""


def test_a_scenario_of_ones_own_speaks_the_same_words_and_can_veto(tmp_path: Path) -> None:
    folder = tmp_path / "own" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(OWN, encoding="utf-8")
    overlays = (folder.parent,)
    wiring = fake_wiring(tmp_path, overlays=overlays)
    answer = recommend(Request(scenario="own", overlays=overlays), wiring)
    vetoed = {e.alternative for e in answer.excluded if e.requirement == "veto.latency"}
    assert vetoed >= {"tensorflow/xla", "jax/jit"}  # 136 ms and 94 ms
    # 25 ms, but of an older version: perhaps within 20 by now.
    doubtful = {e.alternative for e in answer.unverified if e.requirement == "veto.latency"}
    assert "tensorflow/function" in doubtful | {
        e.alternative for e in answer.excluded if e.requirement == "fresh"
    }
    assert "onnxruntime/cpu" not in {name.rpartition(">")[2] for name in vetoed}
    assert not vetoed & {row.id for row in answer.ranking}
    reasons = [e.reason.en for e in answer.excluded if e.requirement == "veto.latency"]
    assert all(reason.startswith("Vetoed: ") for reason in reasons)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("value: no-copyleft", "value: no-copyleff", "licence"),
        ("value: 12", "value: soon", "number above zero"),
        ("kind: released, value: 12", "kind: released", "a value goes with"),
    ],
)
def test_a_value_that_makes_no_sense_is_found_when_the_file_is_read(
    old: str, new: str, says: str, tmp_path: Path
) -> None:
    folder = tmp_path / "own" / "scenarios"
    folder.mkdir(parents=True)
    (folder / "own.yaml").write_text(OWN.replace(old, new), encoding="utf-8")
    with pytest.raises(KnownError) as caught:
        _ = fake_wiring(tmp_path, overlays=(folder.parent,)).catalog
    assert says in f"{caught.value} {caught.value.hint}"


@pytest.mark.parametrize("scenario", ["edge-cv", "cv-training", "llm-serving"])
def test_expected_values_without_draws_agree_with_the_ranking(
    scenario: str, tmp_path: Path
) -> None:
    from scoring.expected import expected_values

    answer = recommend(Request(scenario=scenario), fake_wiring(tmp_path))
    drawn = {row.id: row.expected.point for row in answer.ranking}
    assert expected_values(answer.matrix) == pytest.approx(drawn, abs=1e-3)


def test_ruling_a_stack_out_changes_nothing_among_the_others(tmp_path: Path) -> None:
    answer = ask(tmp_path, measure=True)
    fewer = ask(tmp_path, exclude=("jax", "mnn"))
    before = {row.id: row.expected.point for row in answer.ranking}
    after = {row.id: row.expected.point for row in fewer.ranking}
    assert 0 < len(after) < len(before)
    assert after == {name: before[name] for name in after}
    order = [row.id for row in answer.ranking if row.id in after]
    assert order == [row.id for row in fewer.ranking]


def test_stacks_that_do_not_work_are_in_no_relaxation(tmp_path: Path) -> None:
    answer = ask(tmp_path, measure=True)
    broken = {e.alternative for e in answer.excluded if e.requirement == "runs"}
    assert broken
    assert not broken & {name for one in answer.relaxations for name in one.brings_back}


def test_what_is_kept_of_stacks_that_are_out_ranks_them_as_asking_again_does(
    tmp_path: Path,
) -> None:
    import numpy as np

    from reports.formats.live.payload import whole
    from scoring.simulate import simulate

    fewer, again = ask(tmp_path, exclude=("openvino",)), ask(tmp_path)
    assert fewer.returning is not None
    assert fewer.weight_certainty == again.weight_certainty
    matrix = whole(fewer)
    simulation = simulate(
        matrix, 1000, rng=np.random.default_rng(fewer.seed), certainty=fewer.weight_certainty or 1
    )
    there = simulate(again.matrix, 1000, rng=np.random.default_rng(again.seed), certainty=30.0)
    names = [alternative.id for alternative in again.matrix.alternatives]
    shared = [a.id for a in matrix.alternatives if a.id in names]
    assert {a.id for a in fewer.returning.alternatives} & set(shared)
    for name in shared:
        here = simulation.values[[a.id for a in matrix.alternatives].index(name)]
        assert here == pytest.approx(there.values[names.index(name)], abs=1e-12)


def test_another_machine_of_the_class_fills_what_this_one_has_not_measured(tmp_path: Path) -> None:
    cpu = HOST.cpu.model_copy(update={"device_class": "x86-64-avx2"})
    here = HOST.model_copy(update={"cpu": cpu})
    wiring = Near(**vars(fake_wiring(tmp_path)) | {})
    wiring.store.save_host(here.model_copy(update={"id": "otherhost0000000"}))
    wiring.store.save_measurements(_elsewhere(["onnxruntime/cpu"]))
    answer = recommend(EDGE, wiring)
    cell = next(
        b
        for b in answer.matrix.beliefs
        if (b.alternative, b.criterion) == ("pytorch>onnxruntime/cpu", "latency")
    )
    assert cell.basis is Basis.DOCUMENTED
    assert cell.grade is Grade.MEASURED_ELSEWHERE
    item = next(i for i in answer.evidence if i.key == cell.evidence[0])
    assert "otherhost" in item.source
    assert answer.measurements == ()
    assert {m.host for m in answer.nearby} == {"otherhost0000000"}


@dataclass(frozen=True)
class Near(FakeWiring):
    """A machine whose class is known."""

    @property
    def host(self) -> Any:  # type: ignore[override]
        cpu = HOST.cpu.model_copy(update={"device_class": "x86-64-avx2"})
        return HOST.model_copy(update={"cpu": cpu})


def _elsewhere(stacks: Sequence[str]) -> list[Measurement]:
    from knowledge.schema.probing import Task

    tasks = [Task(stack=s, workload="mobilenet-v3-small", batch=b) for s in stacks for b in (1, 8)]
    return [
        canned(task).model_copy(update={"host": "otherhost0000000", "status": Status.OK})
        for task in tasks
    ]


def test_times_of_this_machine_do_not_count_for_a_device_it_has_not(tmp_path: Path) -> None:
    """Found by eye: --require device=nvidia ranked by times of a machine without a GPU."""
    here = ask(tmp_path, measure=True)
    assert any(b.basis is Basis.MEASURED for b in here.matrix.beliefs)
    for question in ({"measure": True}, {"replay": here.id}):
        there = ask(tmp_path, require=("device=nvidia",), **question)
        assert there.elsewhere
        assert there.measurements == ()
        assert there.target is not None
        assert there.target.en == "NVIDIA GPU"
        assert all(b.basis is not Basis.MEASURED for b in there.matrix.beliefs)
        assert there.next_measurement is None
    again = ask(tmp_path, measure=True, require=("device=x86",))
    assert not again.elsewhere
    assert again.ranking


def system(name: str, part: str = "runtime", scope: str = "deploy") -> Scenario:
    return Scenario.model_validate(
        {
            "id": "x",
            "title": {"en": "x", "zh": "x"},
            "summary": {"en": "x", "zh": "x"},
            "scope": scope,
            "requirements": [
                {
                    "id": "os",
                    "kind": "capability",
                    "part": part,
                    "capability": f"os.{name}",
                    "title": {"en": "x", "zh": "x"},
                }
            ],
            "preferences": [
                {"criterion": "reach", "weight": 1, "anchors": {"worst": 0, "best": 1}}
            ],
        }
    )


@pytest.mark.parametrize(
    ("name", "part", "here", "less"),
    [
        ("linux", "runtime", True, False),
        ("windows", "runtime", True, True),
        ("windows", "trainer", True, False),  # where it is trained says nothing of where it runs
        ("android", "every", False, False),
        ("macos", "runtime", False, False),
    ],
)
def test_times_of_this_machine_are_not_those_of_another_system(
    name: str, part: str, here: bool, less: bool, tmp_path: Path
) -> None:
    asked = system(name, part)
    world = fake_wiring(tmp_path).catalog
    assert meant_for(world, asked, HOST) is here
    told = counts_less(world, asked, HOST)
    assert (told is not None) is less
    if not here:
        target = target_of(world, asked, HOST)
        assert target is not None
        assert world.capabilities[f"os.{name}"].title.en in target.en
