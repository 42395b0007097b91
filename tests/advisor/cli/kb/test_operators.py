from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.__main__ import run


@pytest.fixture(autouse=True)
def _own_folders(cache_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del cache_home
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C.UTF-8")


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    assert run(["kb", "operators", *arguments]) == code
    return capsys.readouterr().out


def test_a_list_has_a_line_per_back_end(capsys: pytest.CaptureFixture[str]) -> None:
    lines = said(capsys, "list").splitlines()
    assert any(line.startswith("pytorch") and " cuda " in line for line in lines)
    assert "核心 ATen" in said(capsys, "list", "--lang", "zh")
    assert any(line.startswith("iree") and " not listed " in line for line in lines)
    found = [one["id"] for one in json.loads(said(capsys, "list", "--json"))["frameworks"]]
    assert found == sorted(found)
    assert {"jax", "tvm"} <= set(found)


def test_what_is_missing_is_named_with_its_uses(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("coverage", "jax", "--set", "mobilenet-v3-small", "--device", "cpu", "--missing")
    assert "BatchNormalization ×34" in said(capsys, *asked)
    document = json.loads(said(capsys, *asked, "--json"))
    (row,) = document["coverage"]
    assert row["of"]["covered"] == 9
    assert row["least"] < row["of"]["covered"] / 10


def test_a_back_end_nobody_has_is_a_negative_answer(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "coverage", "--device", "abacus", code=1) == ""


def test_one_framework_shows_cases_and_on_request_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    plain = said(capsys, "show", "openvino")
    assert "unsupported" in plain
    assert "scatter_nd_update" not in plain
    assert "scatter_nd_update" in said(capsys, "show", "openvino", "--names")
    assert json.loads(said(capsys, "show", "jax", "--json"))["cases"] is None
    assert "通过" in said(capsys, "show", "onnxruntime", "--lang", "zh")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("show", "onnxruntme"), "onnxruntime"),
        (("show", "ncnn"), "has not been read"),
        (("coverage", "--set", "onxn"), "unknown set"),
        (("extract", "pytroch"), "nothing reads"),
        (("test", "torch"), "reads no ONNX"),
        (("test", "openvino", "--operator", "Abs", "--write", "x"), "--operator"),
    ],
)
def test_unusable_input_is_code_2(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["kb", "operators", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_the_set_is_named_and_the_basis_of_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "coverage", "jax", "mindspore")
    assert out.startswith("The set onnx: the ")
    rows = {line.split()[0]: line for line in out.splitlines()}
    assert rows["jax"].endswith("measured elsewhere")  # asked by running it
    assert rows["mindspore"].endswith("documented")  # read from docstrings
    chinese = said(capsys, "coverage", "onnxruntime", "--set", "mlp", "--lang", "zh")
    assert chinese.startswith("集合 mlp：")
    assert "他处实测，含用例" in chinese


def test_every_field_of_coverage_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[4] / "docs" / "json.md").read_text(encoding="utf-8")
    document = json.loads(said(capsys, "coverage", "jax", "--json"))
    assert document["schema"] == "advisor.kb.operators-coverage/1"
    assert all(f"| `coverage[].{name}` |" in page for name in document["coverage"][0])
