"""The worker as a process: streams, failures that are replies, failures that end it."""

import ast
import signal
import sys
from pathlib import Path

import numpy as np
import pytest

import probes.worker
from probes.parity import compare
from probes.workloads.case import write_case
from tests.probes.worker.graphs import GRAPHS

WORKER = Path(probes.worker.__file__).parent
SOURCES = sorted(WORKER.rglob("*.py"))


@pytest.fixture
def case(tmp_path):
    return write_case(GRAPHS["matmul"](), tmp_path / "case", seed=1)


@pytest.fixture
def prepare(case, tmp_path):
    return {"type": "prepare", "case": "c1", "directory": str(case.directory),
            "scratch": str(tmp_path)}  # fmt: skip


def opening(adapter, mode="run"):
    return {"type": "open", "adapter": adapter, "mode": mode, "threads": 1}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(WORKER)))
def test_sources_are_python_39(path):
    ast.parse(path.read_text(), feature_version=(3, 9))


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(WORKER)))
def test_only_the_standard_library_at_module_scope(path):
    imported = set()
    for statement in ast.parse(path.read_text()).body:
        if isinstance(statement, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in statement.names}
        if isinstance(statement, ast.ImportFrom) and statement.level == 0:
            imported.add(statement.module.split(".")[0])
    assert imported <= sys.stdlib_module_names


def test_says_hello(start_worker):
    worker = start_worker()
    assert worker.hello["type"] == "hello"
    assert worker.hello["protocol"] == 1
    assert worker.hello["pid"] == worker.process.pid
    assert worker.hello["python"] == ".".join(map(str, sys.version_info[:3]))


def test_a_whole_session(start_worker, fake, prepare):
    worker = start_worker()
    opened = worker.ask(**opening(fake("good")))
    assert (opened["type"], opened["version"], opened["threads"]) == ("opened", "1.0", 1)
    assert opened["rss_bytes"] > 1 << 20
    prepared = worker.ask(**prepare)
    assert prepared["type"] == "prepared"
    assert Path(prepared["outputs"]).exists()
    sampled = worker.ask(type="sample", case="c1", loops=5)
    assert (sampled["type"], sampled["case"], sampled["loops"]) == ("sampled", "c1", 5)
    assert sampled["seconds"] > 0
    assert sampled["peak_rss_bytes"] >= opened["rss_bytes"]
    assert worker.ask(type="release", case="c1") == {"type": "released", "case": "c1"}
    assert worker.ask(type="sample", case="c1", loops=1)["kind"] == "failed"
    assert worker.ask(type="close") == {"type": "closed"}
    assert worker.wait() == 0


def test_ends_with_its_input(start_worker):
    worker = start_worker()
    worker.process.stdin.close()
    assert worker.wait() == 0


def test_the_worker_s_own_folder_is_not_importable(start_worker, tmp_path, prepare):
    adapter = tmp_path / "curious.py"
    adapter.write_text(
        "import importlib.util, sys\n"
        "MODES = ('run',)\n"
        "class Stack:\n"
        "    version = repr([importlib.util.find_spec(n) is None for n in ('session', 'case')])\n"
        "    notes = [p for p in sys.path if p.endswith(('worker', 'adapters'))]\n"
        "def open(mode, threads):\n"
        "    return Stack()\n"
    )
    opened = start_worker(folder="/").ask(**opening(str(adapter)))
    assert (opened["version"], opened["notes"]) == ("[True, True]", [])


def test_noise_does_not_reach_the_protocol(start_worker, fake, prepare):
    worker = start_worker()
    assert worker.ask(**opening(fake("noisy")))["type"] == "opened"
    assert worker.ask(**prepare)["type"] == "prepared"
    assert worker.ask(type="sample", case="c1", loops=2)["type"] == "sampled"
    assert worker.ask(type="close")["type"] == "closed"
    assert worker.wait() == 0
    assert "noise" in worker.stderr()


@pytest.mark.parametrize("line", ["not json", "[1, 2]", '{"type": "dance"}', "{}"])
def test_a_strange_line_is_answered(start_worker, line):
    worker = start_worker()
    worker.send(line)
    reply = worker.read()
    assert (reply["type"], reply["kind"]) == ("error", "failed")
    assert worker.ask(type="close")["type"] == "closed"


def test_a_missing_framework_is_unavailable(start_worker, fake):
    reply = start_worker().ask(**opening(fake("missing")))
    assert (reply["type"], reply["kind"], reply["stage"]) == ("error", "unavailable", "open")
    assert "no_such_framework" in reply["message"]


def test_an_unsupported_operator_is_named(start_worker, fake, prepare):
    worker = start_worker()
    worker.ask(**opening(fake("unsupported")))
    reply = worker.ask(**prepare)
    assert (reply["type"], reply["kind"], reply["stage"]) == ("error", "unsupported", "prepare")
    assert "MatMul" in reply["message"]


@pytest.mark.parametrize("stage", ["open", "prepare", "sample"])
def test_an_exception_is_one_line_and_leaves_the_worker_alive(start_worker, fake, prepare, stage):
    worker = start_worker()
    requests = [
        opening(fake("raises"), stage),
        prepare,
        {"type": "sample", "case": "c1", "loops": 1},
    ]
    replies = [worker.ask(**request) for request in requests]
    reply = replies[["open", "prepare", "sample"].index(stage)]
    assert (reply["kind"], reply["stage"]) == ("failed", stage)
    assert reply["message"] == f"RuntimeError: the {stage} went wrong"
    assert "second line" in reply["detail"]
    assert worker.ask(type="close")["type"] == "closed"


@pytest.mark.parametrize("stage", ["open", "prepare", "sample"])
@pytest.mark.parametrize(
    ("name", "number"), [("abort", signal.SIGABRT), ("killed", signal.SIGKILL)]
)
def test_a_crash_ends_the_worker_without_a_reply(start_worker, fake, prepare, name, number, stage):
    worker = start_worker()
    requests = [opening(fake(name), stage), prepare, {"type": "sample", "case": "c1", "loops": 1}]
    replies = []
    while requests and None not in replies:
        replies.append(worker.ask(**requests.pop(0)))
    assert replies[-1] is None
    assert len(replies) == 1 + ["open", "prepare", "sample"].index(stage)
    assert worker.wait() == -number


def test_wrong_numbers_are_handed_over_as_they_are(start_worker, fake, prepare, case):
    worker = start_worker()
    worker.ask(**opening(fake("wrong")))
    with np.load(worker.ask(**prepare)["outputs"]) as got, np.load(case.reference) as right:
        assert not compare(got, right).passed
