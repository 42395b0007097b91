from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from advisor.__main__ import run
from advisor.cli.options import write_file
from knowledge.errors import KnownError


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
    (["recommend", "--scenario", "edge-cv", "--html", "/no where/a.html"], "mkdir -p '/no where'"),
    (["recommend", "--scenario", "edge-cv", "--html", "/etc/hostname/a.html"], "is no folder"),
    (["claims", "show", "s9-999"], "they are listed by: advisor claims list"),
    (["recommend", "--scenario", "edge-cv", "--html", "/"], "is a folder"),
    (["recommend", "--scenario", "edge-cv", "--knowledge", "/nowhere"], "/nowhere"),
    (["recommend", "--scenario", "edge-cv", "--budget", "nan"], "nan"),
    (["recommend", "--scenario", "edge-cv", *2 * ("--weight", "latency=1")], "twice"),
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
    (["probe", "run", "--model", "/nowhere.onnx"], "cannot be read"),
    (["probe", "run", "--model", __file__], "not an ONNX model"),
    (["probe", "run", "--input-shape", "x=1"], "--model"),
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


@pytest.mark.skipif(os.name != "posix", reason="closes streams as a POSIX shell does")
@pytest.mark.parametrize(
    ("closing", "code"), [(">&-", 2), ("2>&-", 0), ("<&- >&- 2>&-", 2), ("<&-", 0)]
)
def test_closed_streams_are_no_bug(closing: str, code: int) -> None:
    command = f"{sys.executable} -m advisor detect {closing}"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)  # noqa: S602
    assert done.returncode == code
    assert "Traceback" not in done.stderr + done.stdout
    if closing == ">&-":
        assert "stdout is closed" in done.stderr


def test_the_questionnaire_wants_a_terminal() -> None:
    command = [sys.executable, "-m", "advisor", "tui"]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
    assert not done.stdout


def test_an_answer_without_measuring(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["recommend", "--scenario", "edge-cv", "--no-measure", "--lang", "zh"]) == 0
    assert "PyTorch" in capsys.readouterr().out
    assert run(["history", "list"]) == 0
    assert "edge-cv" in capsys.readouterr().out


CHINESE = [
    (["recommend"], "缺少选项“--scenario”"),
    (["recomend"], "没有命令“recomend”；是否指 recommend？"),
    (["recommend", "--scenario", "edge-vc"], "没有场景“edge-vc”"),
    (["recommend", "--scenario", "edge-cv", "--budget", "x"], "“--budget”的值无效：“x”不是数"),
    (["kb", "lint", "--knowlege", "x"], "没有选项“--knowlege”；是否指“--knowledge”？"),
    (["kb", "show"], "缺少参数"),
    (["claims", "show", "s0-999"], "没有主张“s0-999”"),
    (["env", "create", "torhc"], "没有环境“torhc”"),
    (["probe", "run", "--stack", "pytorch/eagre"], "没有技术栈“pytorch/eagre”"),
    (["history", "show", "nothing"], "没有推荐记录“nothing”"),
    (["tui", "--scenario", "edge-vc"], "没有场景“edge-vc”"),
]


@pytest.mark.parametrize(("arguments", "says"), CHINESE, ids=lambda v: str(v)[:40])
@pytest.mark.parametrize("asked", ["option", "joined", "locale"])
def test_errors_and_hints_are_chinese_where_the_output_is(
    arguments: list[str],
    says: str,
    asked: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    option = {"option": ["--lang", "zh"], "joined": ["--lang=zh"], "locale": []}[asked]
    monkeypatch.setenv("LANG", "zh_CN.UTF-8" if asked == "locale" else "C.UTF-8")
    assert run([*arguments, *option]) == 2
    err = capsys.readouterr().err
    assert err.startswith("错误：")
    assert says in err
    assert "\n提示：" in err


WEIGHTS = ["recommend", "--scenario", "edge-cv", "--no-measure", "--weight"]


@pytest.mark.parametrize("weight", ["latency=1e308", "latency=1e-320", "latency=-1", "latency=inf"])
def test_a_weight_beyond_all_use_is_refused(
    weight: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*WEIGHTS, weight]) == 2
    err = capsys.readouterr().err
    assert "the weight of latency is " in err
    assert "from 0.000001 to 1,000,000" in err


def test_everything_wrong_with_a_question_is_told_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    wrong = ["recommend", "--scenario", "edge-vc", "--weight", "x", "--html", "-", "--no-measure"]
    assert run(wrong) == 2
    err = capsys.readouterr().err
    assert "unknown scenario 'edge-vc'" in err
    assert "'x' is not CRITERION=VALUE" in err
    assert "--html - is not a file" in err
    assert err.count("error: ") == 1


def test_what_is_no_file_is_never_written_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert run(["recommend", "--scenario", "edge-cv", "--no-measure", "--html", str(pipe)]) == 2
    assert "is not a file that can be written" in capsys.readouterr().err
    with pytest.raises(KnownError, match="is not a file"):
        write_file(pipe, "x")
    assert pipe.is_fifo()


def test_a_link_to_a_file_stays_a_link(tmp_path: Path) -> None:
    file, link = tmp_path / "file.html", tmp_path / "link.html"
    file.write_text("old")
    link.symlink_to(file)
    write_file(link, "new")
    assert link.is_symlink()
    assert file.read_text() == "new"


def test_a_file_that_cannot_be_written_costs_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from advisor.cli import output

    real = output.write_file

    def full(path: Path, content: str | bytes) -> None:
        if path.suffix == ".html":
            raise KnownError(f"{path} could not be written: full", hint="the answer is kept")
        real(path, content)

    monkeypatch.setattr(output, "write_file", full)
    files = [tmp_path / "a.html", tmp_path / "a.pdf"]
    options = ["--html", str(files[0]), "--pdf", str(files[1])]
    assert run(["recommend", "--scenario", "edge-cv", "--no-measure", *options]) == 2
    out, err = capsys.readouterr()
    assert "which deep-learning stack to use" in out
    assert "could not be written" in err
    assert files[1].is_file()
