from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.errors import KnownError
from knowledge.evidence import (
    best_citation,
    claim_key,
    fact_key,
    item,
    lifecycle_key,
    measurement_item,
    route_key,
    stale_since,
)
from knowledge.loader import load
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.probing import Estimate, Measurement, Status
from tests.knowledge.files import ONE, write

TODAY = date(2026, 11, 1)
citations = st.lists(
    st.builds(
        Citation,
        source=st.sampled_from(["a", "b", "c"]),
        locator=st.just("x"),
        read=st.dates(date(2025, 1, 1), date(2026, 1, 1)),
        grade=st.sampled_from(Grade),
    ),
    min_size=1,
)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    return load([write(tmp_path_factory.mktemp("one"), ONE)])


def measurement(**changes):
    values = {
        "id": "m1",
        "stack": "pytorch/eager",
        "workload": "matmul",
        "batch": 1,
        "status": Status.OK,
        "latency": Estimate(point=0.0034, low=0.003, high=0.004),
        "version": "2.13.0",
        "started": datetime(2026, 10, 1, 8, tzinfo=UTC),
    }
    return Measurement(**{**values, **changes})


@pytest.mark.parametrize(
    ("key", "en", "zh"),
    [
        (
            "claim:pytorch:export.onnx",
            "PyTorch: Export to ONNX: since 2.10",
            "PyTorch：导出 ONNX：自 2.10 起支持",
        ),
        (
            "fact:pytorch:operators:device=cpu",
            "PyTorch: Operators with a kernel: 512 operators (device cpu)",
            "PyTorch：有内核的算子数：512 个算子（后端 CPU）",
        ),
        (
            "fact:pytorch:release.latest",
            "PyTorch: Latest release: 2.10",
            "PyTorch：最新版本：2.10",
        ),
        (
            "route:pytorch-onnxruntime",
            "PyTorch by ONNX to ONNX Runtime: yes",
            "PyTorch 经 ONNX 到 ONNX Runtime：支持",
        ),
        (
            "route:pytorch-onnxruntime:NonZero",
            "PyTorch by ONNX to ONNX Runtime cannot carry NonZero: shapes are static",
            "PyTorch 经 ONNX 到 ONNX Runtime 无法转换 NonZero：仅静态形状",
        ),
        ("lifecycle:pytorch", "PyTorch: actively developed", "PyTorch：活跃开发"),
    ],
)
def test_every_kind_of_key_gives_its_statement_and_source(catalog, key, en, zh):
    found = item(catalog, key, TODAY)
    assert (found.key, found.statement.en, found.statement.zh) == (key, en, zh)
    assert found.grade is Grade.DOCUMENTED
    assert found.source in ("PyTorch documentation", "torch on PyPI")
    assert found.address
    assert found.locator
    assert found.read == date(2026, 10, 1)
    assert found.stale_since is None


@pytest.mark.parametrize(
    "key",
    [
        "",
        "claim",
        "claim:pytorch",
        "claim:pytorch:import.onnx",
        "claim:nobody:export.onnx",
        "fact:pytorch:operators",
        "fact:pytorch:operators:device=gpu",
        "route:pytorch-onnxruntime:Conv",
        "route:nowhere",
        "lifecycle:pytorch:x",
        "measurement:m1",
    ],
)
def test_a_key_that_names_nothing_is_a_known_error(catalog, key):
    with pytest.raises(KnownError):
        item(catalog, key, TODAY)


def test_the_keys_of_a_catalog_lead_back_to_it(catalog):
    pytorch, route = catalog.frameworks["pytorch"], catalog.routes["pytorch-onnxruntime"]
    keys = [claim_key("pytorch", claim.capability) for claim in pytorch.claims]
    keys += [fact_key("pytorch", fact) for fact in pytorch.facts]
    keys += [route_key(route.id), route_key(route.id, "NonZero"), lifecycle_key("pytorch")]
    assert [item(catalog, key, TODAY).key for key in keys] == keys


def test_a_lifecycle_without_a_release_rests_on_the_package(catalog):
    found = item(catalog, "lifecycle:onnxruntime", TODAY)
    assert (found.address, found.read) == ("pkg:pypi/onnxruntime@1.26.0", None)


def test_statements_go_stale_by_the_shelf_life_of_their_term(catalog):
    key = "claim:pytorch:export.onnx"  # read on 1 October 2026, good for 100 days
    assert item(catalog, key, date(2027, 1, 9)).stale_since is None
    assert item(catalog, key, date(2027, 1, 10)).stale_since == date(2027, 1, 9)
    assert item(catalog, "fact:pytorch:operators:device=cpu", date(2027, 1, 10)).stale_since is None


def test_a_measurement_is_evidence_with_its_interval():
    found = measurement_item(measurement())
    assert found.key == "measurement:m1"
    assert found.statement.en == "pytorch/eager on matmul, batch 1, here: 3.4 ms (3 ms – 4 ms)"
    assert (found.grade, found.read) == (Grade.MEASURED_HERE, date(2026, 10, 1))


def test_a_measurement_says_how_much_memory_it_took_and_where():
    found = measurement_item(measurement(memory=Estimate(point=98.27, low=97, high=99)), here=False)
    assert found.statement.en == (
        "pytorch/eager on matmul, batch 1, on another machine of this class: "
        "3.4 ms (3 ms – 4 ms), peak memory 98.3 MiB"
    )
    assert "本机" not in found.statement.zh


def test_a_failed_measurement_says_why():
    failed = measurement(status=Status.CRASHED, latency=None, message="killed by SIGKILL")
    found = measurement_item(failed)
    assert found.statement.en.endswith("here: crashed: killed by SIGKILL")
    assert "崩溃" in found.statement.zh


@given(citations)
def test_the_best_citation_is_of_the_strongest_grade_and_then_the_newest(evidence):
    best = best_citation(evidence)
    order = list(Grade)
    assert order.index(best.grade) == min(order.index(c.grade) for c in evidence)
    assert best.read == max(c.read for c in evidence if c.grade is best.grade)
    assert best == best_citation(evidence[::-1])


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)), st.integers(1, 4000), st.integers(-10, 8000))
def test_staleness_begins_after_the_shelf_life_and_stays(read, life, age):
    today = date.fromordinal(read.toordinal() + age)
    since = stale_since(read, life, today)
    assert (since is not None) == (age > life)
    assert since is None or (since - read).days == life
