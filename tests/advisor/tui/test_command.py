"""The command that is shown gives the answer that is shown, whatever was chosen on the way."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import onnx
import pytest

from advisor.__main__ import run
from advisor.cli import recommend as command_line
from advisor.tui.screens.result import ResultScreen
from advisor.tui.widgets.command_line import CommandLine
from advisor.usecases.session import Session, Weighing
from advisor.usecases.weights import as_yaml, own_weights
from knowledge.schema.decision import Recommendation
from knowledge.schema.probing import Precision
from knowledge.schema.stakes import Method, Stated
from tests.advisor.fakes import NOW, FakeWiring, fake_wiring
from tests.advisor.tui.stage import LARGE, application, desk, eventually, opened, pressed, settled
from tests.conftest import own_facts
from tests.probes.workloads import models

Changes = dict[str, Any]


def own_model(folder: Path) -> Changes:
    path = folder / "my own.onnx"
    onnx.save_model(models.of_opset(18), str(path))  # type: ignore[no-untyped-call]
    return {"model": path, "by_model": True, "shapes": "image=1x3x8x6"}


def several_targets(folder: Path) -> Changes:
    return {"require": ("device=amd-epyc-9004", "device=nvidia-t4")}


def people(folder: Path) -> Changes:
    """One by swings, another by pairs."""
    files = []
    own = own_weights(own_facts().scenario("edge-cv"))
    for who, method, most in (("Ada", Method.SWING, "latency"), ("Ben", Method.AHP, "memory")):
        weights = {name: 0.7 if name == most else 0.3 / (len(own) - 1) for name in own}
        stated = Stated(scenario="edge-cv", who=who, when=NOW, method=method, weights=weights)
        files.append(folder / f"{who}.yaml")
        files[-1].write_text(as_yaml(stated), encoding="utf-8")
    return {"people": tuple(files)}


def constraints(folder: Path) -> Changes:
    wanted = {"require": ("maintained", "latency=100ms"), "exclude": ("jax",)}
    return {**wanted, "precisions": (Precision.FP32, Precision.INT8), "seed": 7}


def pinned(folder: Path) -> Changes:
    weights = {"latency": 100 / 3, "memory": 0.0}
    return {"weights": weights, "pin": ("onnxruntime/cpu:latency=4ms",), "measure": False}


@pytest.mark.parametrize("walk", [own_model, several_targets, people, constraints, pinned])
async def test_the_command_gives_the_same_answer(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    walk: Callable[[Path], Changes],
) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "probing")
        app.change(**walk(tmp_path))
        app.action_go("priorities")
        await settled(pilot)
        app.action_go("probing")
        await settled(pilot)
        asked = app.screen.query_one(CommandLine).command
        await pressed(pilot, "f9")
        await eventually(pilot, lambda: isinstance(app.screen, ResultScreen))
        await settled(pilot)
        replayed = app.screen.query_one(CommandLine).command
        shown = app.answer
    assert shown is not None
    assert shown.ranking
    capsys.readouterr()
    for command, wiring in (
        (asked, fake_wiring(tmp_path / "elsewhere")),
        (replayed, fake_wiring(tmp_path)),
    ):
        assert same(answer(command, wiring, monkeypatch, capsys)) == same(shown), command


@pytest.mark.parametrize(
    ("weighing", "answers"),
    [
        (Weighing.PAIRWISE, {"latency:throughput": "3"}),
        (Weighing.SWING, {"largest": "memory", "latency": "50"}),
    ],
)
async def test_answers_to_questions_reach_the_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    weighing: Weighing,
    answers: dict[str, str],
) -> None:
    app = application(desk(tmp_path))
    async with app.run_test(size=LARGE) as pilot:
        await opened(pilot, "scenario")
        app.change(weighing=weighing, answers={weighing: answers})
        app.action_go("priorities")
        await eventually(pilot, lambda: app.session.weight_file is not None)
        app.action_go("probing")
        await settled(pilot)
        asked = app.screen.query_one(CommandLine).command
        await pressed(pilot, "f9")
        await eventually(pilot, lambda: isinstance(app.screen, ResultScreen))
        shown = app.answer
    assert shown is not None
    assert shown.stakeholders is not None
    capsys.readouterr()
    again = answer(asked, fake_wiring(tmp_path / "elsewhere"), monkeypatch, capsys)
    assert same(again) == same(shown)
    assert Session.model_validate_json(app.session.model_dump_json()) == app.session


def answer(
    command: str,
    wiring: FakeWiring,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Recommendation:
    """What the command line prints."""
    monkeypatch.setattr(command_line, "Wiring", lambda **settings: wiring)
    assert run([*shlex.split(command)[1:], "--json"]) == 0
    return wiring.store.recommendation(json.loads(capsys.readouterr().out)["id"])


def same(one: Recommendation) -> tuple[object, ...]:
    """What two answers to the same question must agree in: order, shares, seed and inputs."""
    return one.seed, one.ranking, one.matrix.beliefs, one.digests.inputs
