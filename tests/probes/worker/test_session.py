"""The session in this process, on fake frameworks."""

import io
import json

import numpy as np
import pytest

from probes.worker.session import Session, serve
from probes.workloads.case import write_case
from tests.probes.worker.graphs import GRAPHS


@pytest.fixture
def case(tmp_path):
    return write_case(GRAPHS["matmul"](), tmp_path / "case", seed=1)


@pytest.fixture
def session(fake, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # a session moves to its scratch directory
    made = Session()
    assert made.answer(opening(fake("good")))["type"] == "opened"
    return made


def opening(adapter, mode="run"):
    return {"type": "open", "adapter": adapter, "mode": mode, "threads": 1}


def preparing(case, tmp_path, name="c1"):
    return {"type": "prepare", "case": name, "directory": str(case.directory),
            "scratch": str(tmp_path)}  # fmt: skip


def test_outputs_are_saved_by_set_and_name(session, case, tmp_path):
    reply = session.answer(preparing(case, tmp_path))
    with np.load(reply["outputs"]) as got, np.load(case.reference) as right:
        assert got.files == right.files
        for key in right.files:
            np.testing.assert_allclose(got[key], right[key], rtol=1e-5)
    assert reply["first_call_s"] > 0
    assert reply["build_s"] >= 0


def test_loops_alternate_between_the_input_sets(session, case, tmp_path, monkeypatch):
    session.answer(preparing(case, tmp_path))
    seen = []
    program = session._prepared["c1"].program
    monkeypatch.setattr(program, "fetch", lambda native: seen.append(float(native[0].flat[0])))
    session.answer({"type": "sample", "case": "c1", "loops": 4})
    assert len(seen) == 4
    assert seen[:2] == seen[2:]
    assert seen[0] != seen[1]


def test_two_cases_do_not_overwrite_each_other(session, case, tmp_path):
    first = session.answer(preparing(case, tmp_path, "c1"))["outputs"]
    second = session.answer(preparing(case, tmp_path, "c2"))["outputs"]
    assert first != second


@pytest.mark.parametrize("name", ["../c1", "", "a b"])
def test_a_case_name_must_be_plain(session, case, tmp_path, name):
    reply = session.answer(preparing(case, tmp_path, name))
    assert (reply["type"], reply["kind"]) == ("error", "failed")


@pytest.mark.parametrize(
    ("request_", "part"),
    [
        ({"type": "sample", "case": "c9", "loops": 1}, "c9"),
        ({"type": "sample", "case": "c1"}, "loops"),
        ({"type": "open", "adapter": "no-such", "mode": "run", "threads": 1}, "no-such"),
        ({"type": "open", "adapter": "torch", "mode": "fast", "threads": 1}, "eager, compile"),
    ],
)
def test_a_bad_request_is_a_reply(session, request_, part):
    reply = session.answer(request_)
    assert (reply["type"], reply["kind"]) == ("error", "failed")
    assert part in reply["message"]


def test_prepare_needs_open(case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reply = Session().answer(preparing(case, tmp_path))
    assert "before open" in reply["message"]


def test_loops_must_be_positive(session, case, tmp_path):
    session.answer(preparing(case, tmp_path))
    reply = session.answer({"type": "sample", "case": "c1", "loops": 0})
    assert "positive" in reply["message"]


def test_serve_answers_line_by_line_until_close():
    replies = io.StringIO()
    serve(io.StringIO('{"type": "x"}\n{"type": "close"}\n{"type": "x"}\n'), replies)
    kinds = [json.loads(line)["type"] for line in replies.getvalue().splitlines()]
    assert kinds == ["hello", "error", "closed"]
