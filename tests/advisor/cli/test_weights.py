from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from advisor.__main__ import run

SCENARIO = ["--scenario", "llm-serving"]
CRITERIA = [
    "llm-serving-features",
    "serving-operations",
    "maintenance-outlook",
    "datacentre-accelerators",
]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, cache_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "200")


def typing(monkeypatch: pytest.MonkeyPatch, *answers: str) -> None:
    """Somebody at the terminal who types `answers` and then leaves."""
    left: Iterator[str] = iter(answers)

    def read(prompt: str = "") -> str:
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)


def elicit(*arguments: str) -> int:
    return run(["weights", "elicit", *SCENARIO, "--lang", "en", "--who", "Ana", *arguments])


def test_swings_are_asked_with_their_ends_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "ana.yaml"
    typing(monkeypatch, "1", "50", "25", "25", "3")
    assert elicit("--method", "swing", "--out", str(out)) == 0
    told = capsys.readouterr()
    assert "from 0 points (worst) to 100 points (best)" in told.err
    assert "50.0%" in told.out
    found = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert found["format"] == "advisor.weights/1"
    assert found["certainty"] == "sure"
    assert found["weights"] == pytest.approx(
        dict(zip(CRITERIA, (0.5, 0.25, 0.125, 0.125), strict=True))
    )
    assert list((tmp_path / "state").rglob("*.yaml")) == []  # the draft is gone


def test_back_asks_again_and_a_slip_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(monkeypatch, "b", "1", "2", "b", "lots", "3", "4", "0", "1")
    assert elicit("--method", "direct", "--json") == 0
    told = capsys.readouterr()
    assert "This is the first question" in told.err
    assert "'lots' is not a number" in told.err
    weights = json.loads(told.out)["weights"]
    assert weights == pytest.approx(dict(zip(CRITERIA, (0.125, 0.375, 0.5, 0.0), strict=True)))


@pytest.mark.parametrize("ending", [["q"], []])
def test_stopping_loses_nothing(
    ending: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typing(monkeypatch, "1", "2", *ending)
    assert elicit("--method", "direct") == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "2 answers are kept" in told.err
    typing(monkeypatch, "3", "4", "1")
    assert elicit("--method", "direct", "--resume", "--json") == 0
    weights = json.loads(capsys.readouterr().out)["weights"]
    assert weights == pytest.approx(dict(zip(CRITERIA, (0.1, 0.2, 0.3, 0.4), strict=True)))


def test_contradictory_judgements_are_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # features : operations 3, features : outlook 3, : accelerators 3; operations : outlook 9 is
    # far from the 1 that these imply.
    typing(monkeypatch, "3", "3", "3", "9", "1", "1", "2", "1")
    assert elicit("--method", "ahp", "--json") == 0
    told = capsys.readouterr()
    assert "the judgements contradict each other" in told.err
    found = json.loads(told.out)
    assert found["consistency"] == {"ratio": pytest.approx(0, abs=1e-9), "forced": False}
    assert found["weights"]["llm-serving-features"] == pytest.approx(0.5)


def test_statements_from_a_file_are_said_to_be_partial(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {
        "method": "ahp",
        "who": "Bo",
        "statements": {"judgements": [{"first": CRITERIA[0], "second": CRITERIA[2], "ratio": "3"}]},
    }
    (tmp_path / "said.json").write_text(json.dumps(said), encoding="utf-8")
    source, out = str(tmp_path / "said.json"), tmp_path / "bo.json"
    assert run(["weights", "elicit", *SCENARIO, "--from", source, "--out", str(out)]) == 0
    told = capsys.readouterr()
    assert "keeps its share" in told.err
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["who"] == "Bo"
    assert found["kept"] == [CRITERIA[1], CRITERIA[3]]
    # a weights file is a statement file too
    assert run(["weights", "elicit", *SCENARIO, "--from", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["weights"] == pytest.approx(found["weights"])


CIRCLE = """\
method: ahp
statements:
  judgements:
    - {first: llm-serving-features, second: serving-operations, ratio: 3}
    - {first: serving-operations, second: maintenance-outlook, ratio: 3}
    - {first: maintenance-outlook, second: llm-serving-features, ratio: 3}
"""


def test_force_accepts_a_contradiction_and_the_file_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "said.yaml"
    source.write_text(CIRCLE, encoding="utf-8")
    assert elicit("--from", str(source)) == 2
    told = capsys.readouterr()
    assert "consistency ratio 1.15" in told.err
    assert "fits least" in told.err
    assert elicit("--from", str(source), "--force") == 0
    told = capsys.readouterr()
    assert "accepted because of --force" in told.err
    assert yaml.safe_load(told.out)["consistency"]["forced"] is True


@pytest.mark.parametrize(("text", "words"), [
    ("statements: {points: {latency: 1}}\nmethod: direct\n", "unknown criterion 'latency'"),
    ("statements: {points: {}}\n", "names no method"),
    ("method: direct\n", "statements"),
    ("method: guess\nstatements: {}\n", "method"),
    ("scenario: edge-cv\nmethod: direct\nstatements: {}\n", "is about scenario edge-cv"),
    ("colour: red\nstatements: {}\n", "unknown part 'colour'"),
    ("- a\n", "is no weights file"),
    ("a: [\n", "said.yaml"),
    ("method: direct\nstatements: {points: {llm-serving-features: -1}}\n", "points"),
])  # fmt: skip
def test_a_file_that_cannot_be_used_is_refused(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "said.yaml"
    source.write_text(text, encoding="utf-8")
    assert elicit("--from", str(source)) == 2
    told = capsys.readouterr().err
    assert words in told
    assert "hint:" in told


def test_a_file_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert elicit("--from", str(tmp_path / "none.yaml")) == 2
    assert "cannot be read" in capsys.readouterr().err
    assert elicit("--from", "x.yaml", "--resume") == 2


def test_several_people_decide_and_the_answer_shows_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = []
    for who, points in (("Ana", (100, 5, 5, 0)), ("Bo", (0, 5, 100, 40))):
        said = tmp_path / f"{who}.yaml"
        listed = ", ".join(f"{c}: {p}" for c, p in zip(CRITERIA, points, strict=True))
        said.write_text(f"method: swing\nwho: {who}\nstatements: {{points: {{{listed}}}}}\n")
        files.append(str(tmp_path / f"{who}-weights.yaml"))
        arguments = ["--from", str(said), "--certainty", "sure", "--out", files[-1]]
        assert run(["weights", "elicit", *SCENARIO, *arguments]) == 0
    capsys.readouterr()
    asked = ["recommend", *SCENARIO, "--no-measure"]
    asked += [part for file in files for part in ("--weights", file)]
    assert run([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    people = found["stakeholders"]["people"]
    assert [one["who"] for one in people] == ["Ana", "Bo"]
    weights = {view["id"]: view["weight"] for view in found["matrix"]["criteria"]}
    for criterion in CRITERIA:
        mean = sum(one["weights"][criterion] for one in people) / 2
        assert weights[criterion] == pytest.approx(mean, abs=1e-9)
    assert len(found["stakeholders"]["disagreements"]) == 1
    assert found["stakeholders"]["concentration"] < 100
    assert f"--weights {files[0]} --weights {files[1]}" in found["command"]
    assert run([*asked, "--lang", "en"]) == 0
    assert "Kendall’s tau" in capsys.readouterr().out
    assert run([*asked, "--weight", "maintenance-outlook=3"]) == 2
    assert "both say what matters" in capsys.readouterr().err
    wrong = ["recommend", "--scenario", "edge-cv", "--no-measure", "--weights", files[0]]
    assert run(wrong) == 2
    assert "weighs other criteria" in capsys.readouterr().err


def test_weights_that_were_edited_by_hand_must_sum_to_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said, out = tmp_path / "said.yaml", tmp_path / "out.yaml"
    listed = ", ".join(f"{c}: 1" for c in CRITERIA)
    said.write_text(f"method: direct\nstatements: {{points: {{{listed}}}}}\n")
    assert elicit("--from", str(said), "--out", str(out)) == 0
    out.write_text(out.read_text().replace(f"  {CRITERIA[0]}: 0.25", f"  {CRITERIA[0]}: 0.75"))
    assert run(["recommend", *SCENARIO, "--no-measure", "--weights", str(out)]) == 2
    assert "sum to 1.5 and not to 1" in capsys.readouterr().err
