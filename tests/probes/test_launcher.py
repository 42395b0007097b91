import os
import signal
import sys
import textwrap
import threading
import time
from pathlib import Path

import psutil
import pytest

from knowledge.schema.probing import Status
from probes.interruption import Cancelled
from probes.launcher import Worker, start
from probes.protocol import Closed, Opened, Sampled, Trouble

PYTHON = Path(sys.executable)
OPEN = {"type": "open", "adapter": "x", "mode": "y", "threads": 1}
OPENED = '{"type":"opened","version":"1","import_s":0,"rss_bytes":1,"threads":1}'
HELLO = 'say(\'{"type":"hello","protocol":1,"python":"3.11","pid":1}\')'
PRELUDE = """
import os, signal, subprocess, sys, time
def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()
"""


@pytest.fixture
def launch(tmp_path):
    """Start a worker script made of a few lines; all of it is gone at the end."""
    started = []

    def go(*lines, deadline_s=30.0, environ=None, stop=lambda: False, python=PYTHON):
        script = tmp_path / "worker.py"
        script.write_text(PRELUDE + "\n".join(textwrap.dedent(line) for line in lines))
        worker = start(
            python,
            folder=tmp_path,
            environ=environ or {},
            worker=script,
            stop=stop,
        )
        started.append(worker)
        if isinstance(worker, Trouble):
            return worker
        hello = worker.greet(deadline_s)
        return hello if isinstance(hello, Trouble) else worker

    yield go
    for worker in started:
        if isinstance(worker, Worker):
            worker.kill()
    assert psutil.Process().children(recursive=True) == []


ANSWER = f"for line in sys.stdin: say('{OPENED}')"


def test_a_question_gets_its_answer(launch):
    worker = launch(HELLO, ANSWER)
    assert isinstance(worker, Worker)
    reply = worker.ask(OPEN, Opened, 30)
    assert isinstance(reply, Opened)
    assert worker.alive


def test_a_worker_sees_the_given_environment_and_folder_only(launch, tmp_path):
    said = """
    import json
    for line in sys.stdin:
        text = json.dumps([sorted(os.environ), os.getcwd(), sys.flags.isolated, os.getsid(0)])
        say(json.dumps({"type": "error", "kind": "failed", "stage": "", "message": text}))
    """
    worker = launch(HELLO, said, environ={"PATH": "/bin", "LC_CTYPE": "C.UTF-8"})
    reply = worker.ask(OPEN, Opened, 30)
    assert reply.message == (f'[["LC_CTYPE", "PATH"], "{tmp_path.resolve()}", 1, {worker.pid}]')


def test_an_interpreter_that_is_not_there(launch, tmp_path):
    trouble = launch(HELLO, python=tmp_path / "no-python")
    assert isinstance(trouble, Trouble)
    assert trouble.status is Status.UNAVAILABLE
    assert "No such file" in trouble.message


def test_another_version_of_the_protocol_is_refused(launch):
    trouble = launch('say(\'{"type":"hello","protocol":2,"python":"3.11","pid":1}\')', ANSWER)
    assert trouble.status is Status.CRASHED
    assert "version 2" in trouble.message


def test_no_hello_in_time(launch):
    trouble = launch("time.sleep(60)", deadline_s=0.3)
    assert trouble.status is Status.TIMEOUT
    assert trouble.message == "no answer to start within 0.3 s"


def test_an_interpreter_that_gives_up_at_once(launch):
    trouble = launch("sys.stderr.write('the worker needs Python 3.9\\n'); sys.exit(3)")
    assert trouble.status is Status.CRASHED
    assert trouble.message == "exited with code 3: the worker needs Python 3.9"


def test_a_hang_is_killed_with_its_children(launch):
    worker = launch(
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])",
        HELLO,
        "time.sleep(60)",
    )
    group = psutil.Process(worker.pid).children()
    assert len(group) == 1
    reply = worker.ask(OPEN, Opened, 0.3)
    assert reply.status is Status.TIMEOUT
    assert not worker.alive
    psutil.wait_procs(group, timeout=10)
    assert not group[0].is_running()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("os.abort()", "killed by SIGABRT (abort): RuntimeError: no kernel"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "killed by SIGSEGV: RuntimeError: no kernel"),
        ("sys.exit(7)", "exited with code 7: RuntimeError: no kernel"),
    ],
)
def test_a_crash_says_how_and_why(launch, line, message):
    worker = launch(
        HELLO, "sys.stdin.readline()", "sys.stderr.write('RuntimeError: no kernel\\n\\n')", line
    )
    reply = worker.ask(OPEN, Opened, 30)
    assert reply == Trouble(
        status=Status.CRASHED, message=message, detail="RuntimeError: no kernel\n"
    )
    assert not worker.alive


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([None, None], "killed by SIGKILL (out of memory?)"),
        ([4, 5], "killed by SIGKILL (out of memory)"),
        ([4, 4], "killed by SIGKILL"),
    ],
)
def test_a_kill_is_put_down_to_memory_by_the_kernels_count(launch, counts, message):
    worker = launch(HELLO, "sys.stdin.readline()", "os.kill(os.getpid(), signal.SIGKILL)")
    worker._killed_at_start, now = counts
    worker._killed_so_far = lambda: now
    assert worker.ask(OPEN, Opened, 30).message == message


@pytest.mark.parametrize("line", ["say('Loading kernels')", f"say('{OPENED}')", "say('')"])
def test_a_line_that_is_no_answer_ends_the_worker(launch, line):
    worker = launch(HELLO, "sys.stdin.readline()", line, "time.sleep(60)")
    reply = worker.ask(OPEN, Sampled, 30)
    assert reply.status is Status.CRASHED
    assert reply.message.startswith("broken protocol")
    assert not worker.alive


def test_a_refusal_leaves_the_worker_alive(launch):
    refusal = '{"type":"error","kind":"failed","stage":"open","message":"no"}'
    worker = launch(HELLO, f"sys.stdin.readline(); say('{refusal}')", ANSWER)
    assert worker.ask(OPEN, Opened, 30) == Trouble(status=Status.FAILED, message="no")
    assert worker.alive
    assert isinstance(worker.ask(OPEN, Opened, 30), Opened)


def test_a_worker_that_has_ended_answers_with_a_trouble(launch):
    worker = launch(HELLO, ANSWER)
    worker.kill()
    worker.kill()
    assert worker.ask(OPEN, Opened, 30).status is Status.CRASHED
    worker.pause()
    worker.resume()
    worker.dismiss()
    worker.reap(1)


def test_a_worker_that_died_unasked_is_found_at_the_next_question(launch):
    worker = launch(HELLO, ANSWER)
    os.kill(worker.pid, signal.SIGKILL)
    assert worker.ask(OPEN, Opened, 30).status is Status.CRASHED


def test_much_on_stderr_blocks_nothing_and_is_not_kept(launch):
    worker = launch(
        HELLO, "sys.stdin.readline()", "sys.stderr.write('noise\\n' * 200_000)", "sys.exit(1)"
    )
    reply = worker.ask(OPEN, Opened, 30)
    assert reply.message == "exited with code 1: noise"
    assert reply.detail.count("\n") == 99


def test_a_pipe_closed_by_a_living_process(launch, monkeypatch):
    monkeypatch.setattr("probes.launcher.EXIT_S", 0.2)
    worker = launch(HELLO, "sys.stdin.readline(); os.close(1); time.sleep(60)")
    assert worker.ask(OPEN, Opened, 30).message == "closed its pipe without exiting"


def test_a_paused_worker_is_stopped_and_resumes(launch):
    worker = launch(HELLO, ANSWER)
    worker.pause()
    _until(lambda: psutil.Process(worker.pid).status() == psutil.STATUS_STOPPED)
    worker.resume()
    assert isinstance(worker.ask(OPEN, Opened, 30), Opened)


def test_a_paused_worker_can_be_dismissed_and_killed(launch):
    closing = 'sys.stdin.readline(); say(\'{"type":"closed"}\'); sys.exit(0)'
    worker = launch(HELLO, closing)
    worker.pause()
    worker.dismiss()
    worker.reap(30)
    assert worker._process.returncode == 0
    other = launch(HELLO, ANSWER)
    other.pause()
    other.kill()
    assert other._process.returncode == -signal.SIGKILL


def test_a_worker_that_does_not_close_is_killed(launch):
    worker = launch(HELLO, "time.sleep(60)")
    worker.dismiss()
    worker.reap(0.2)
    assert worker._process.returncode == -signal.SIGKILL


def test_stop_ends_the_waiting(launch):
    stopped = threading.Event()
    worker = launch(HELLO, "time.sleep(60)", stop=stopped.is_set)
    threading.Timer(0.2, stopped.set).start()
    with pytest.raises(Cancelled):
        worker.ask(OPEN, Opened, 60)


def test_stop_ends_the_waiting_for_hello_too(launch):
    with pytest.raises(Cancelled):
        launch("time.sleep(60)", stop=lambda: True)


@pytest.mark.parametrize(("line", "busy"), [("while True: pass", True), ("time.sleep(60)", False)])
def test_a_time_out_tells_slow_from_stuck(launch, line, busy):
    worker = launch(HELLO, line)
    assert worker.ask(OPEN, Opened, 1.0).busy is busy


def test_closed_is_a_reply_too(launch):
    worker = launch(HELLO, 'sys.stdin.readline(); say(\'{"type":"closed"}\')')
    assert isinstance(worker.ask({"type": "close"}, Closed, 30), Closed)


def _until(condition):
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
