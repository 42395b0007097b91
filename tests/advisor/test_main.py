from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from advisor.__main__ import run


@pytest.fixture(autouse=True)
def _own_folders(cache_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    del cache_home
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("LANG", "C.UTF-8")


BAD = [
    (["recomend"], "Did you mean recommend?"),
    (["recommend"], "--scenario"),
    (["recommend", "--scenario", "edge-vc"], "did you mean edge-cv?"),
    (["recommend", "--scenario", "edge-cv", "--budget", "-1"], "--budget"),
    (["recommend", "--scenario", "edge-cv", "--budget", "soon"], "--budget"),
    (["recommend", "--scenario", "edge-cv", "--lang", "fr"], "--lang"),
    (["recommend", "--scenario", "edge-cv", "--weight", "latency"], "CRITERION=VALUE"),
    (["recommend", "--scenario", "edge-cv", "--weight", "latency=fast"], "CRITERION=VALUE"),
    (["recommend", "--scenario", "edge-cv", "--no-measure", "--weight", "latecy=3"], "latency?"),
    (["recommend", "--scenario", "edge-cv", "--no-measure", "--weight", "latency=nan"], "latency"),
    (["recommend", "--scenario", "edge-cv", "--no-measure", "--python", "python3"], "--python"),
    (["recommend", "--scenario", "edge-cv", "--html", "/nowhere/at/all.html"], "does not exist"),
    (["recommend", "--scenario", "edge-cv", "--html", "/"], "is a folder"),
    (["recommend", "--scenario", "edge-cv", "--knowledge", "/nowhere"], "/nowhere"),
    (["recommend", "--scenario", "edge-cv", "--budget", "nan"], "nan"),
    (["recommend", "--scenario", "x", "--weight", "a=1", "--weight", "a=2"], "twice"),
    (["recommend", "--scenario", "edge-cv", "--html", "x", "--pdf", "x"], "both name x"),
    (["recommend", "--scenario", "edge-cv", "--require", "licnce=MIT"], "did you mean licence?"),
    (["recommend", "--scenario", "edge-cv", "--require", "os=androit"], "did you mean android?"),
    (["recommend", "--scenario", "edge-cv", "--require", "latency"], "latency=TIME"),
    (["recommend", "--scenario", "edge-cv", "--require", "alive=3"], "takes no value"),
    (["recommend", "--scenario", "edge-cv", "--exclude", "onxruntime"], "onnxruntime?"),
    (["recommend", "--scenario", "edge-cv", "--pin", "jax"], "SUBJECT:TERM=VALUE"),
    (["recommend", "--scenario", "edge-cv", "--pin", "jax:licens=MIT"], "did you mean license?"),
    (["recommend", "--scenario", "edge-cv", "--replay", "nothing"], "nothing"),
    (["recommend", "--scenario", "edge-cv", "--replay", "x", "--provision"], "--replay forbids"),
    (["explain", "nothing"], "nothing"),
    (["probe", "run", "--stack", "pytorch/eagre"], "did you mean pytorch/eager?"),
    (["probe", "run", "--workload", "matmull"], "did you mean matmul?"),
    (["probe", "run", "--batch", "0"], "--batch"),
    (["env", "create", "torhc"], "did you mean torch?"),
    (["env", "remove", "torhc"], "did you mean torch?"),
    (["history", "show", "nothing"], "nothing"),
]


@pytest.mark.parametrize(
    ("arguments", "says"), BAD, ids=lambda v: " ".join(v) if isinstance(v, list) else ""
)
def test_bad_input_is_one_line_with_a_hint_and_exit_code_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    lines = err.strip().splitlines()
    assert lines[0].startswith("error: ")
    assert len(lines) == 2
    assert lines[1].startswith("hint: ")
    assert says in err
    assert "Traceback" not in err


def test_a_bug_keeps_its_traceback_and_has_its_own_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("advisor.wiring.Wiring.host", property(broken))
    assert run(["detect"]) == 70
    assert "ZeroDivisionError" in capsys.readouterr().err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_behind_stdout_is_no_bug(tmp_path: Path) -> None:
    command = f"{sys.executable} -m advisor detect > /dev/full"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.returncode == 2
    assert "could not be written" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_answer_without_measuring(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recommend", "--scenario", "edge-cv", "--no-measure", "--lang", "zh"]) == 0
    assert "PyTorch" in capsys.readouterr().out
    assert run(["history", "list"]) == 0
    assert "edge-cv" in capsys.readouterr().out
