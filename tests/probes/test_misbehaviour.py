"""A run over real processes and fake frameworks that misbehave: each gets its status, and the run
goes on."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import onnx
import psutil
import pytest
from onnx import TensorProto, helper

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import Status, Task
from probes.run import Equipment
from probes.runner import measure
from probes.settings import Deadlines, Settings
from probes.workloads.case import write_case
from tests.probes.staged import host

FAKES = Path(__file__).parent / "fakes"
ROOT = Path(__file__).parents[2]
SETTINGS = Settings(
    generations=1,
    most_generations=1,
    rounds=3,
    repeats=0,
    sample_s=0.005,
    warmup_s=0.002,
    longest_warmup_s=0.2,
    memory_share=1.0,
    deadlines=Deadlines(start=60, open=60, prepare=60, sample=30, close=10),
)
IMPATIENT = SETTINGS.model_copy(
    update={"deadlines": Deadlines(start=60, open=3, prepare=3, sample=3, close=3)}
)


@pytest.fixture(scope="module")
def case(tmp_path_factory):
    """One small MatMul: all that the fakes can do."""
    weight = np.random.default_rng(0).standard_normal((8, 4), dtype=np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 4])],
        [onnx.numpy_helper.from_array(weight, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    return write_case(model, tmp_path_factory.mktemp("cases") / "small", seed=0)


@pytest.fixture
def run(case, tmp_path):
    """Measure fakes, given as `<file>/<mode>`; no process is left at the end."""

    def go(*stacks, settings=SETTINGS, pythons=None, **options):
        here = Environment(
            id="current:fake",
            spec="fake",
            python=sys.executable,
            python_version="3.11",
            version="1.0",
            origin=Origin.CURRENT,
        )
        tasks = [Task(stack=stack, workload="small") for stack in stacks]
        found = measure(
            tasks,
            {
                stack: here.model_copy(update={"python": (pythons or {}).get(stack, here.python)})
                for stack in stacks
            },
            adapters={s: str(FAKES / f"{s.partition('/')[0]}.py") for s in stacks},
            host=host(),
            cases=lambda workload, batch, mode: case,
            cache_dir=tmp_path,
            budget_s=120,
            equipment=Equipment(settings=settings),
            **options,
        )
        return {m.stack: m for m in found}

    yield go
    assert psutil.Process().children(recursive=True) == []


@pytest.mark.parametrize(
    ("stack", "status", "message"),
    [
        ("missing/run", Status.UNAVAILABLE, "no_such_framework"),
        ("unsupported/run", Status.FAILED, "unsupported: "),
        ("wrong/run", Status.FAILED, "parity: largest error"),
        ("raises/open", Status.FAILED, "RuntimeError: the open went wrong"),
        ("raises/prepare", Status.FAILED, "RuntimeError: the prepare went wrong"),
        ("raises/sample", Status.FAILED, "RuntimeError: the sample went wrong"),
        ("abort/open", Status.CRASHED, "killed by SIGABRT (abort)"),
        ("abort/prepare", Status.CRASHED, "killed by SIGABRT (abort)"),
        ("abort/sample", Status.CRASHED, "killed by SIGABRT (abort)"),
        ("segfault/open", Status.CRASHED, "killed by SIGSEGV"),
        ("segfault/prepare", Status.CRASHED, "killed by SIGSEGV"),
        ("segfault/sample", Status.CRASHED, "killed by SIGSEGV"),
        ("full/open", Status.FAILED, "No space left on device"),
        ("full/prepare", Status.FAILED, "No space left on device"),
        ("full/sample", Status.FAILED, "No space left on device"),
        ("killed/prepare", Status.CRASHED, "killed by SIGKILL"),
        ("killed/sample", Status.CRASHED, "killed by SIGKILL"),
    ],
)
def test_what_goes_wrong_has_its_status_and_the_run_goes_on(run, stack, status, message):
    found = run(stack, "good/run")
    assert found[stack].status is status
    assert message in found[stack].message
    assert "\n" not in found[stack].message
    assert found[stack].latency is None
    assert found["good/run"].status is Status.OK


def test_what_a_killed_compiler_left_is_not_used_again(run, tmp_path):
    kept = tmp_path / "compiled" / "killed-prepare"
    run("killed/prepare", "good/run")
    (kept / "half.so").touch()
    run("killed/prepare")
    assert not (kept / "half.so").exists()
    (tmp_path / "compiled" / "good-run" / "whole.so").touch()
    run("good/run")
    assert (tmp_path / "compiled" / "good-run" / "whole.so").exists()


@pytest.mark.parametrize("stage", ["open", "prepare", "sample"])
def test_a_hang_ends_by_its_deadline(run, stage):
    found = run(f"hang/{stage}", "good/run", settings=IMPATIENT)
    hung = found[f"hang/{stage}"]
    assert hung.status is Status.TIMEOUT
    assert hung.message == f"no answer to {stage} within 3 s"
    assert found["good/run"].status is Status.OK


def test_children_that_an_import_leaves_behind_end_with_it(run):
    # The fixture looks for what is left of ours; who has left the group is somebody else's child.
    before = {process.pid for process in psutil.process_iter()}
    found = run("brood/run", "good/run")
    assert {m.status for m in found.values()} == {Status.OK}
    left = [
        process
        for process in psutil.process_iter(["cmdline"])
        if process.pid not in before and "time.sleep(600)" in (process.info["cmdline"] or [""])[-1]
    ]
    assert psutil.wait_procs(left, timeout=10)[1] == []


def test_an_environment_that_is_gone_is_unavailable(run):
    found = run("good/run", "slow/run", pythons={"slow/run": "/nowhere/bin/python"})
    assert found["slow/run"].status is Status.UNAVAILABLE
    assert "No such file" in found["slow/run"].message
    assert found["good/run"].status is Status.OK


def test_an_environment_that_goes_while_it_is_measured_costs_nothing(run, tmp_path):
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    python.chmod(0o755)
    twice = SETTINGS.model_copy(update={"generations": 2, "most_generations": 2})

    def remove(event):
        if event.stage == "measure":
            python.unlink(missing_ok=True)

    found = run("good/run", settings=twice, pythons={"good/run": str(python)}, progress=remove)
    assert found["good/run"].status is Status.OK
    assert found["good/run"].processes == 1
    assert any(note.startswith("no further process: ") for note in found["good/run"].notes)


def test_an_interpreter_that_is_too_old_says_so(run, tmp_path):
    python = tmp_path / "python"
    python.write_text('#!/bin/sh\necho "the worker needs Python 3.9 or newer" >&2\nexit 3\n')
    python.chmod(0o755)
    found = run("good/run", "slow/run", pythons={"slow/run": str(python)})
    assert found["slow/run"].status is Status.CRASHED
    assert found["slow/run"].message == "exited with code 3: the worker needs Python 3.9 or newer"
    assert found["good/run"].status is Status.OK


def test_a_working_folder_that_takes_nothing_fails_one_stack_only(run, tmp_path):
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / "slow-run").write_text("a file where a folder should be")
    found = run("slow/run", "good/run")
    assert found["slow/run"].status is Status.FAILED
    assert found["slow/run"].message == "its working folder cannot be written: File exists"
    assert found["good/run"].status is Status.OK


def test_noise_on_every_stream_hurts_nothing(run):
    found = run("noisy/run", "good/run")["noisy/run"]
    assert found.status is Status.OK
    assert found.parity.passed


def test_a_good_stack_is_measured_with_its_circumstances(run):
    found = run("good/run", "slow/run")
    good, slow = found["good/run"], found["slow/run"]
    for measurement in (good, slow):
        assert measurement.status is Status.OK
        assert measurement.processes == 1
        assert measurement.rounds == 3
        assert measurement.memory.point > 1
        assert measurement.environment == "current:fake"
        assert measurement.latency.low < measurement.latency.point < measurement.latency.high
    assert slow.latency.point > 0.02 > good.latency.point
    assert {sample.round for sample in good.samples} == {0, 1, 2}


def test_stop_ends_a_hang_at_once_and_leaves_nothing(run):
    stopped = threading.Event()
    threading.Timer(1.5, stopped.set).start()
    began = time.monotonic()
    found = run("hang/prepare", "good/run", stop=stopped.is_set)
    assert time.monotonic() - began < 50, "the deadline is a minute"
    assert found["hang/prepare"].status is Status.SKIPPED
    assert found["hang/prepare"].message == "the run was ended before its first sample"


def test_ctrl_c_keeps_results_and_leaves_nothing(run):
    # A shell that starts the tests in the background has Ctrl-C ignored, and children inherit it.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(2.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        found = run("good/run", "hang/prepare")
    finally:
        timer.cancel()
        signal.signal(signal.SIGINT, before)
    assert found["hang/prepare"].status is Status.SKIPPED
    assert found["good/run"].parity.passed


DRIVER = """
import sys
from pathlib import Path
from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import Task
from probes.runner import measure
from probes.workloads.case import CaseFiles
from tests.probes.staged import host

case, fake, cache = map(Path, sys.argv[1:])
here = Environment(id="x", spec="fake", python=sys.executable, python_version="3.11",
                   version="1.0", origin=Origin.CURRENT)
measure([Task(stack="hang/prepare", workload="small")], {"hang/prepare": here},
        adapters={"hang/prepare": str(fake)}, host=host(), cache_dir=cache,
        cases=lambda workload, batch, mode: CaseFiles(case, "0"),
        progress=lambda event: print(event.stage, flush=True))
"""


@pytest.fixture
def driver(case, tmp_path):
    """A run in a process of its own that hangs in a worker; and the worker."""
    argv = [sys.executable, "-c", DRIVER, case.directory, FAKES / "hang.py", tmp_path]
    with subprocess.Popen(argv, cwd=ROOT, stdout=subprocess.PIPE) as driver:
        process = psutil.Process(driver.pid)
        deadline = time.monotonic() + 60
        while not (workers := process.children(recursive=True)):
            assert driver.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        yield driver, workers
        driver.kill()


def test_a_terminated_run_takes_its_workers_with_it(driver):
    process, workers = driver
    process.terminate()
    assert process.wait(60) == 128 + signal.SIGTERM
    assert psutil.wait_procs(workers, timeout=30)[1] == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells a child of its parent's end")
@pytest.mark.parametrize("suspended", [False, True])
def test_a_killed_run_takes_its_workers_with_it(driver, suspended):
    process, workers = driver
    deadline = time.monotonic() + 60
    # Until it has asked to be told: it runs our code, which reads the first request.
    while not any(Path(f"/proc/{w.pid}/fd/4").exists() for w in workers):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    if suspended:
        for worker in workers:
            worker.suspend()
    process.kill()
    assert process.wait(60) == -signal.SIGKILL
    assert psutil.wait_procs(workers, timeout=30)[1] == []


def test_an_exception_in_progress_leaves_nothing(run):
    def break_down(event):
        if event.stage == "measure":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run("good/run", "slow/run", progress=break_down)
