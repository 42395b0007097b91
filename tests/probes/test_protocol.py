import json

import pytest

from knowledge.schema.probing import Status
from probes.protocol import Closed, Opened, Prepared, Sampled, Trouble, parse

SAMPLED = {
    "type": "sampled",
    "case": "c",
    "loops": 10,
    "seconds": 0.5,
    "cpu_s": 1.0,
    "peak_rss_bytes": 9,
}


def test_a_reply_is_read_and_what_is_unknown_is_passed_over():
    reply = parse(json.dumps({**SAMPLED, "news": 1}).encode(), Sampled)
    assert isinstance(reply, Sampled)
    assert reply.seconds_per_call == 0.05


def test_no_time_at_all_still_has_a_logarithm():
    reply = parse(json.dumps({**SAMPLED, "seconds": 0}).encode(), Sampled)
    assert isinstance(reply, Sampled)
    assert reply.seconds_per_call > 0


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"Segmentation fault\n",
        b"[1, 2]\n",
        b'"sampled"\n',
        b"\xff\xfe{}\n",
        b'{"type": "closed"}\n',
        json.dumps({**SAMPLED, "loops": 0}).encode(),
        json.dumps({**SAMPLED, "seconds": -1}).encode(),
        json.dumps({**SAMPLED, "seconds": float("nan")}).encode(),
        json.dumps({"type": "sampled"}).encode(),
        b'{"type": "error", "kind": "whim", "stage": "open", "message": ""}\n',
    ],
)
def test_anything_else_is_a_broken_protocol(line):
    trouble = parse(line, Sampled)
    assert isinstance(trouble, Trouble)
    assert trouble.status is Status.CRASHED
    assert trouble.message.startswith("broken protocol: ")
    assert "\n" not in trouble.message


@pytest.mark.parametrize(
    ("kind", "status", "message"),
    [
        ("unavailable", Status.UNAVAILABLE, "no torch"),
        ("unsupported", Status.FAILED, "unsupported: no torch"),
        ("failed", Status.FAILED, "no torch"),
    ],
)
@pytest.mark.parametrize("wanted", [Opened, Prepared, Closed])
def test_a_refusal_has_its_status(kind, status, message, wanted):
    refusal = {"type": "error", "kind": kind, "stage": "open", "message": "no\n torch"}
    trouble = parse(json.dumps({**refusal, "detail": "Traceback"}).encode(), wanted)
    assert trouble == Trouble(status=status, message=message, detail="Traceback")
