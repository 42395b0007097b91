from __future__ import annotations

import io

from advisor.cli.narration import Narrator
from knowledge.schema.probing import Estimate, Status
from knowledge.schema.progress import Progress
from knowledge.texts import Texts


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def measured(done: int, status: Status | None = None) -> Progress:
    latency = Estimate(point=0.01 + done / 1e3, low=0.001, high=2.0)
    return Progress(
        stage="measure", done=done, total=100, subject="a/b", latency=latency, status=status
    )


def test_a_log_gets_a_line_per_tenth_and_per_end() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("en"), stream)
    for done in range(1, 101):
        narrator(measured(done))
    narrator(measured(100, Status.FAILED).model_copy(update={"message": "no", "latency": None}))
    lines = stream.getvalue().splitlines()
    assert len(lines) == 11
    assert "\r" not in stream.getvalue()
    assert "no" in lines[-1]


def test_the_last_count_is_told_once() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("en"), stream)
    narrator(measured(99))
    narrator(measured(100, Status.OK))
    narrator(measured(100, Status.OK).model_copy(update={"subject": "c/d"}))
    skipped = {"subject": "e/f", "latency": None, "message": "no room"}
    narrator(measured(100, Status.SKIPPED).model_copy(update=skipped))
    lines = stream.getvalue().splitlines()
    assert [line.startswith("[100/100]") for line in lines] == [False, True, False, False]
    assert lines[2].startswith("c/d: 110 ms (")
    assert lines[3] == "e/f: no room"


def test_stacks_without_an_environment_share_a_line() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("en"), stream)
    for subject in ("a/x conv batch 1", "a/x conv batch 8", "b/y conv batch 1"):
        lacking = {"subject": subject, "latency": None, "message": "none holds it"}
        narrator(measured(100, Status.UNAVAILABLE).model_copy(update=lacking))
    narrator(measured(100, Status.OK).model_copy(update={"subject": "c/z conv batch 1"}))
    narrator(Progress(stage="decide", done=0, total=1))
    narrator.close()
    lines = stream.getvalue().splitlines()
    assert lines[1:] == ["not measured: a/x and b/y: none holds it", "weighing the evidence"]


def test_a_plan_says_what_is_left_out() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("en"), stream)
    narrator(Progress(stage="plan", done=2, total=3, subject="tvm/llvm matmul", budget_s=60))
    narrator(Progress(stage="plan", done=3, total=3, budget_s=60))
    some, all_ = stream.getvalue().splitlines()
    assert "2 of 3" in some
    assert some.endswith("skipped: tvm/llvm matmul")
    assert all_.startswith("all 3 results")


def test_a_terminal_rewrites_one_line_and_ends_it_before_the_next() -> None:
    stream = Terminal()
    narrator = Narrator(Texts("en"), stream)
    narrator(measured(1))
    narrator(measured(2))
    narrator.say("done")
    assert stream.getvalue().count("\n") == 2
    assert stream.getvalue().endswith("\ndone\n")


def test_the_same_event_is_told_once() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("zh"), stream)
    event = Progress(stage="provision", done=0, total=1, subject="torch", message="making")
    narrator(event)
    narrator(event)
    assert stream.getvalue().count("torch") == 1


def test_each_stage_is_told_in_its_own_words() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("en"), stream)
    narrator(Progress(stage="provision", done=1, total=2, subject="jax", message="making"))
    narrator(Progress(stage="begin", done=0, total=2, budget_s=150))
    narrator(Progress(stage="wait", done=0, total=1))
    narrator(Progress(stage="decide", done=0, total=1))
    narrator(Progress(stage="decide", done=1, total=1))
    jax, begin, wait, decide = stream.getvalue().splitlines()
    assert "jax" in jax
    assert "2.5 min" in begin
    assert "Ctrl-C" in begin
    assert "another advisor" in wait
    assert decide == "weighing the evidence"


def test_messages_are_told_in_the_language_of_the_reader() -> None:
    stream = io.StringIO()
    narrator = Narrator(Texts("zh"), stream)
    message = "PyTorch: the environment is not there yet; making it (~800 MB)"
    narrator(Progress(stage="provision", done=0, total=1, subject="torch", message=message))
    skipped = "the budget of 5 s was spent before its first sample"
    narrator(
        Progress(
            stage="measure",
            done=1,
            total=1,
            subject="pytorch/eager mlp batch 1",
            message=skipped,
            status=Status.SKIPPED,
        )
    )
    assert stream.getvalue().splitlines() == [
        "环境 torch：PyTorch：环境尚不存在，正在创建（约 800 MB）",
        "[1/1] pytorch/eager mlp，批量 1：时间预算 5 秒在取得第一个样本前已用完",
    ]
