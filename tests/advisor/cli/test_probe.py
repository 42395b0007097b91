"""What `advisor probe` and `advisor detect` print, on a wiring that measures nothing."""

import json

import pytest

from advisor.__main__ import run
from advisor.cli import detect, probe
from tests.advisor.fakes import fake_wiring

MEASURE = ("probe", "run", "--stack", "pytorch/eager", "--stack", "mindspore/pynative",
           "--workload", "conv2d")  # fmt: skip


@pytest.fixture(autouse=True)
def wiring(tmp_path, monkeypatch):
    made = fake_wiring(tmp_path)
    monkeypatch.setattr(probe, "Wiring", lambda **settings: made)
    monkeypatch.setattr(detect, "Wiring", lambda **settings: made)
    return made


@pytest.fixture
def said(capsys):
    """What a command printed to stdout, and its exit code."""

    def go(*words):
        code = run([*words])
        return capsys.readouterr().out, code

    return go


def test_a_run_shows_share_finding_and_noise(said):
    out, code = said(*MEASURE, "--lang", "en")
    assert code == 0
    assert "8% (7%–9%)" in out
    assert "[far-from-roofline: worth knowing]" in out
    assert "wrong numbers" in out
    assert "5% between 3 processes" in out


def test_a_dry_run_measures_nothing(said, wiring):
    out, code = said(*MEASURE, "--dry-run", "--lang", "zh")
    assert code == 0
    assert "测量" in out
    assert wiring.asked == []
    planned = json.loads(said(*MEASURE, "--dry-run", "--json")[0])
    assert {step["action"] for step in planned["steps"]} == {"measure"}


@pytest.mark.parametrize(("language", "bound"), [("en", "arithmetic"), ("zh", "运算")])
def test_show_draws_the_roofline(said, language, bound):
    said(*MEASURE)
    out, code = said("probe", "show", "--lang", language)
    assert code == 0
    assert bound in out
    assert "GFLOP/s" in out
    row = next(line for line in out.splitlines() if "pytorch/eager" in line)
    assert row.startswith("1  ")
    assert any("|" in line and "1" in line.partition("|")[2] for line in out.splitlines())


def test_show_gives_samples_when_asked(said):
    said(*MEASURE)
    assert "cores of others" not in said("probe", "show", "--lang", "en")[0]
    assert "cores of others" in said("probe", "show", "--samples", "--lang", "en")[0]


def test_show_in_json(said):
    said(*MEASURE)
    told = json.loads(said("probe", "show", "--json")[0])
    assert told["roofline"]["bandwidth"]["bytes_s"] == 10e9
    assert [m["standing"] is not None for m in told["measurements"]] == [True, False]


def test_nothing_measured_is_a_negative_answer_that_says_what_to_do(said):
    out, code = said("probe", "show", "--lang", "en")
    assert code == 1
    assert "advisor probe run" in out


def test_detect_tells_the_ceilings_when_they_are_known(said):
    assert "GFLOP/s" not in said("detect", "--lang", "en")[0]
    out, _ = said("detect", "--measure", "--lang", "en")
    assert "50 GFLOP/s (NumPy 2.4)" in out
    assert "10 GB/s (copy, threads: 2)" in out
    assert "1% within, 5% between processes" in out
    told = json.loads(said("detect", "--json")[0])
    assert told["baselines"][0]["peak"]["flops_s"] == 50e9
    assert told["cpu"]["model"] == "Fake CPU"
