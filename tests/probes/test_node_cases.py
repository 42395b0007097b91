from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from knowledge.schema.operators import CaseCounts
from knowledge.schema.probing import Status
from probes import node_cases
from probes.node_cases import NodeCase, Tried, results, run_cases, write_cases
from probes.settings import Deadlines
from tests.probes import staged

FAKE = str(Path(__file__).parent / "fakes_registries" / "good.py")
X = np.array([-1.0, 2.0], np.float32)


def case(folder: Path, name: str, operator: str = "Relu", **arrays: Any) -> NodeCase:
    stored = {"input.x": X, "output.0": X.clip(0), "rtol": 1e-3, "atol": 1e-7, **arrays}
    file = folder / f"{name}.npz"
    np.savez(file, **stored)
    return NodeCase(name, operator, folder / f"{name}.onnx", file)


def tried(cases: list[NodeCase], cache: Path, python: str = sys.executable) -> Tried:
    environment = staged.environment("here").model_copy(update={"python": python})
    limits = Deadlines(start=20, open=2)
    return run_cases(environment, cases, cache, {}, registry=FAKE, deadlines=limits)


def test_every_case_gets_its_outcome_and_a_crash_costs_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_cases, "CASE_S", 3.0)
    names = ("first", "crash", "after", "refused", "wrong", "broken", "hang", "last")
    found = tried([case(tmp_path, name) for name in names], tmp_path)
    assert found.trouble is None
    assert {name: outcome for name, (outcome, _) in found.outcomes.items()} == {
        "first": "passed",
        "crash": "crashed",
        "after": "passed",
        "refused": "unsupported",
        "wrong": "wrong",
        "broken": "failed",
        "hang": "unfinished",
        "last": "passed",
    }
    assert found.outcomes["broken"][1] == "ValueError: two lines"


def test_what_passes_with_constants_alone_is_told_from_what_passes(tmp_path: Path) -> None:
    plain, other = case(tmp_path, "refused"), case(tmp_path, "constants")
    both = dataclasses.replace(plain, constant=(other.model, other.arrays))
    lasting = dataclasses.replace(
        case(tmp_path, "wrong"), constant=(tmp_path / "refused.onnx", plain.arrays)
    )
    found = tried([both, lasting, case(tmp_path, "first")], tmp_path)
    assert {name: outcome for name, (outcome, _) in found.outcomes.items()} == {
        "refused": "constant",
        "wrong": "wrong",
        "first": "passed",
    }
    assert "no kernel" in found.outcomes["refused"][1]


def test_all_inputs_but_the_first_become_constants(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    (found,) = [one for one in write_cases(tmp_path, ("Compress",)) if one.name.endswith("_0")]
    assert found.constant is not None
    graph = onnx.load(found.constant[0]).graph
    assert [value.name for value in graph.input] == ["input"]
    assert [value.name for value in graph.initializer] == ["condition"]
    with np.load(found.constant[1]) as stored, np.load(found.arrays) as whole:
        assert set(whole) - set(stored) == {"input.condition"}
    (single, *_) = write_cases(tmp_path, ("Abs",))
    assert single.constant is None


def test_processes_are_renewed_after_a_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(node_cases, "BATCH", 2)
    found = tried([case(tmp_path, str(number)) for number in range(5)], tmp_path)
    assert list(found.outcomes) == ["0", "1", "2", "3", "4"]


def test_an_interpreter_that_never_starts_is_given_up(tmp_path: Path) -> None:
    found = tried([case(tmp_path, "one")], tmp_path, "/nowhere/python")
    assert found.outcomes == {}
    assert found.trouble is not None
    assert found.trouble.status is Status.UNAVAILABLE


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (np.zeros((1, 2), np.float32), "shape"),
        (np.zeros(2, np.int64), "float32 instead of int64"),
        (np.array([0.0, 2.1], np.float32), "differs"),
    ],
)
def test_what_differs_is_said(wanted: Any, says: str, tmp_path: Path) -> None:
    found = tried([case(tmp_path, "one", **{"output.0": wanted})], tmp_path)
    assert found.outcomes["one"][0] == "wrong"
    assert says in found.outcomes["one"][1]


def test_outcomes_are_counted_by_operator(tmp_path: Path) -> None:
    cases = [case(tmp_path, "a"), case(tmp_path, "b"), case(tmp_path, "c", "Abs")]
    said = Tried({"a": ("passed", ""), "b": ("crashed", ""), "c": ("wrong", "")})
    found = results([*cases, case(tmp_path, "not-run", "Erf")], said, "fake", "1.0", "cpu")
    assert found.operators == {
        "Abs": CaseCounts(wrong=1),
        "Relu": CaseCounts(passed=1, crashed=1),
    }


@pytest.mark.extended
@pytest.mark.frameworks
def test_onnx_cases_run_in_a_real_runtime(framework_python, tmp_path) -> None:
    cases = write_cases(tmp_path, ("Abs", "Gemm"))
    assert {one.operator for one in cases} == {"Abs", "Gemm"}
    environment = staged.environment("onnxruntime").model_copy(
        update={"python": str(framework_python("onnxruntime")), "spec": "onnxruntime"}
    )
    found = run_cases(environment, cases, tmp_path, {"PATH": "/usr/bin"})
    assert {outcome for outcome, _ in found.outcomes.values()} == {"passed"}
