"""Nouns to keep, and strategies that make them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from hypothesis import strategies as st

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors
from knowledge.schema.decision import (
    Alternative,
    CriterionView,
    DecisionMatrix,
    Digests,
    RankedAlternative,
    Recommendation,
)
from knowledge.schema.environment import Environment, Origin
from knowledge.schema.host import Cpu, Host
from knowledge.schema.probing import Estimate, Measurement, Parity, Sample, Status

numbers = st.floats(min_value=0, max_value=1e12)
texts = st.text(max_size=20)
zones = st.just(UTC) | st.integers(-12, 14).map(lambda hours: timezone(timedelta(hours=hours)))
moments = st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1), timezones=zones)
estimates = st.tuples(numbers, numbers, numbers).map(
    lambda three: Estimate(**dict(zip(("low", "point", "high"), sorted(three), strict=True)))
)
samples = st.builds(
    Sample, process=st.integers(0, 9), round=st.integers(0, 99), loops=st.integers(1, 10**6),
    seconds=numbers, foreign_cpu=numbers, contended=st.booleans(),
)  # fmt: skip
parities = st.builds(Parity, max_abs_error=numbers, cosine=numbers, passed=st.booleans())
measurements = st.builds(
    Measurement,
    id=st.just("x"),
    stack=texts,
    workload=st.sampled_from(["matmul", "conv2d"]),
    batch=st.integers(1, 256),
    status=st.sampled_from(Status),
    message=texts,
    latency=st.none() | estimates,
    memory=st.none() | estimates,
    first_call_s=st.none() | numbers,
    samples=st.lists(samples, max_size=4).map(tuple),
    parity=st.none() | parities,
    notes=st.lists(texts, max_size=2).map(tuple),
    version=st.none() | texts,
    host=st.just("h"),
    started=moments,
)
hosts = st.builds(
    Host,
    id=st.just("x"),
    hostname=texts,
    os=texts,
    kernel=texts,
    cpu=st.builds(
        Cpu,
        model=texts,
        machine=texts,
        isa=st.lists(texts, max_size=3).map(tuple),
        caches_kib=st.dictionaries(texts, st.integers(0, 10**6), max_size=3),
        cores_online=st.integers(1, 512),
        cores_available=numbers,
    ),
    memory_bytes=st.integers(0, 2**50),
    virtualized=st.none() | st.booleans(),
)


def host(**changes: Any) -> Host:
    """A small host; keyword arguments replace fields."""
    cpu = Cpu(model="x", machine="x86_64", isa=(), caches_kib={}, cores_online=2, cores_available=2)
    values = {"id": "h", "hostname": "here", "os": "linux", "kernel": "6", "cpu": cpu}
    return Host(**{**values, "memory_bytes": 2**30, **changes})


def environment(**changes: Any) -> Environment:
    """An environment with torch in it; keyword arguments replace fields."""
    values = {"id": "provisioned:torch", "spec": "torch", "python": "/x/bin/python"}
    values |= {"python_version": "3.11.7", "version": "2.13.0", "origin": Origin.PROVISIONED}
    return Environment(**{**values, **changes})


def measurement(id_: str, **changes: Any) -> Measurement:
    """A good measurement of pytorch/eager; keyword arguments replace fields."""
    values = {"stack": "pytorch/eager", "workload": "matmul", "batch": 1, "status": Status.OK}
    values |= {"version": "2.13.0", "host": "h", "started": datetime(2026, 10, 1, tzinfo=UTC)}
    values |= {"samples": (Sample(process=0, round=0, loops=10, seconds=0.5),)}
    return Measurement(id=id_, **{**values, **changes})


def recommendation(id_: str, **changes: Any) -> Recommendation:
    """A recommendation with one alternative; keyword arguments replace fields."""
    text = LocalText(en="t", zh="题")
    alternative = Alternative(
        id="pytorch/eager", label="PyTorch (eager)", trainer="pytorch", runtime="pytorch",
        mode="eager", precision="fp32", device="cpu",
    )  # fmt: skip
    view = CriterionView(
        id="latency", title=text, about=text, unit="ms", weight=1.0,
        anchors=Anchors(worst=100, best=1),
    )  # fmt: skip
    values: dict[str, Any] = {
        "created": datetime(2026, 10, 1, tzinfo=UTC),
        "scenario": "edge-cv",
        "scenario_title": text,
        "scenario_summary": text,
        "host": host(),
        "seed": 0,
        "draws": 20_000,
        "digests": Digests(knowledge="k", code="c", inputs="i"),
        "version": "0.1.0",
        "ranking": (
            RankedAlternative(
                id="pytorch/eager",
                label="PyTorch (eager)",
                expected=Estimate(point=0.5, low=0.4, high=0.6),
                rank_acceptability=(1.0,),
            ),
        ),
        "matrix": DecisionMatrix(
            alternatives=(alternative,), criteria=(view,), beliefs=(), latents=()
        ),
        "frameworks": (),
        "excluded": (),
        "unverified": (),
        "measurements": (),
        "next_measurement": None,
        "evidence": (),
        "command": "advisor recommend",
    }
    return Recommendation(id=id_, **{**values, **changes})
