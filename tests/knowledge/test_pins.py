from __future__ import annotations

from datetime import UTC, datetime

import pytest

from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.pins import Assumed, assume
from knowledge.schema.framework import Lifecycle
from knowledge.schema.probing import Status
from tests.advisor.fakes import canned
from tests.conftest import own_facts

NOW = datetime(2026, 11, 30, tzinfo=UTC)


@pytest.fixture
def catalog() -> Catalog:
    return own_facts()


def pinned(catalog: Catalog, *texts: str, measured=()) -> Assumed:
    return assume(catalog, catalog.scenario("edge-cv"), texts, measured, NOW)


def test_a_capability_is_as_pinned_and_the_catalog_given_is_untouched(catalog: Catalog) -> None:
    before = catalog.framework("openvino").claim("os.android")
    world = pinned(catalog, "openvino:os.android=true")
    claim = world.catalog.framework("openvino").claim("os.android")
    assert claim is not None
    assert claim.support.level == 1
    assert world.catalog.assumed == {"claim:openvino:os.android"}
    assert catalog.framework("openvino").claim("os.android") == before
    assert catalog.assumed == frozenset()


def test_a_licence_is_spelled_as_spdx_does(catalog: Catalog) -> None:
    world = pinned(catalog, "pytorch:license=gpl-3.0-only")
    found = [f.value for f in world.catalog.framework("pytorch").facts if f.quantity == "license"]
    assert found == ["GPL-3.0-only"]


def test_a_number_is_pinned_under_its_qualifiers_or_under_all(catalog: Catalog) -> None:
    before = [f for f in catalog.framework("onnxruntime").facts if f.quantity == "operators"]
    world = pinned(catalog, "onnxruntime:operators=7")
    after = [f for f in world.catalog.framework("onnxruntime").facts if f.quantity == "operators"]
    assert [f.value for f in after] == [7.0] * max(1, len(before))
    one = pinned(catalog, "onnxruntime:operators[device=moon]=9").catalog.framework("onnxruntime")
    values = [f.value for f in one.facts if f.qualifiers == {"device": "moon"}]
    assert values == [9.0]


def test_lifecycle_and_route(catalog: Catalog) -> None:
    world = pinned(catalog, "jax:lifecycle=dead", "pytorch-to-onnxruntime:works=false")
    assert world.catalog.framework("jax").lifecycle is Lifecycle.DEAD
    assert world.catalog.route("pytorch-to-onnxruntime").support.level == 0
    assert len(world.assumptions) == 2


def test_a_time_stands_in_for_the_measurement_of_its_task_and_leaves_the_rest(
    catalog: Catalog,
) -> None:
    from knowledge.schema.probing import Task

    before = canned(Task(stack="onnxruntime/cpu", workload="mobilenet-v3-small", batch=1))
    (made,) = pinned(catalog, "onnxruntime/cpu:latency=4ms", measured=[before]).measurements
    assert made.latency is not None
    assert (made.latency.low, made.latency.point, made.latency.high) == (0.004, 0.004, 0.004)
    assert made.memory == before.memory
    assert made.task == before.task


def test_throughput_is_of_the_batch_it_is_measured_at(catalog: Catalog) -> None:
    (made,) = pinned(catalog, "litert/cpu:throughput=400").measurements
    assert made.batch == 8
    assert made.latency is not None
    assert made.latency.point == pytest.approx(0.02)


def test_two_pins_of_one_task_are_one_measurement_and_the_later_one_counts(
    catalog: Catalog,
) -> None:
    texts = "litert/cpu:latency=4ms", "litert/cpu:memory=90", "litert/cpu:latency[batch=1]=5ms"
    world = pinned(catalog, *texts)
    (made,) = world.measurements
    assert made.latency is not None
    assert made.memory is not None
    assert (made.latency.point, made.memory.point) == (0.005, 90)
    (only,) = world.assumptions
    assert "5 ms" in only.statement.en
    assert "90 MiB" in only.statement.en
    assert "4 ms" not in only.statement.en


def test_a_stack_named_with_its_trainer_is_the_runtime_that_is_measured(catalog: Catalog) -> None:
    (made,) = pinned(catalog, "pytorch+onnxruntime/cpu:latency=4ms").measurements
    assert made.stack == "onnxruntime/cpu"


def test_what_is_pinned_to_fail_fails(catalog: Catalog) -> None:
    made = pinned(catalog, "onnxruntime/cpu:runs=false").measurements
    assert {m.status for m in made} == {Status.FAILED}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("pytorch", "for example"),
        ("pytorch:license", "for example"),
        ("pytroch:license=MIT", "pytorch?"),
        ("pytorch:licens=MIT", "license?"),
        ("pytorch:license=Apach-2.0", "Apache-2.0?"),
        ("pytorch:os.linux=ja", "known: false, no, partial, true, yes"),
        ("pytorch:lifecycle=ded", "dead?"),
        ("pytorch:release.date=soon", "2027-06-30"),
        ("onnxruntime:operators=many", "number"),
        ("pytorch-to-onnxruntime:wroks=false", "works=false"),
        ("onnxruntime/cpu:latncy=4ms", "latency?"),
        ("onnxruntime/cpu:latency=fast", "20ms"),
        ("onnxruntime/cpu:throughput=-1", "number"),
        ("onnxruntime/cpuu:latency=4ms", "onnxruntime/cpu?"),
        ("onnxruntime/cpu:latency[batc=1]=4ms", "batch?"),
        ("onnxruntime/cpu:latency[batch=64]=4ms", "batch 1"),
    ],
)
def test_did_you_mean_on_every_part(text: str, hint: str, catalog: Catalog) -> None:
    with pytest.raises(KnownError) as caught:
        pinned(catalog, text)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("terms", "status", "says"),
    [
        (("runs=false", "latency=4ms"), Status.OK, "takes 4 ms"),
        (("latency=4ms", "runs=false"), Status.FAILED, "fails"),
        (("latency=4ms", "runs=true"), Status.OK, "gives the right result"),
    ],
)
def test_pins_that_contradict_each_other_leave_one_statement_that_is_so(
    terms: tuple[str, ...], status: Status, says: str, catalog: Catalog
) -> None:
    world = pinned(catalog, *(f"litert/cpu:{term.replace('=', '[batch=1]=')}" for term in terms))
    (only,) = world.assumptions
    (made,) = world.measurements
    assert made.status is status
    assert says in only.statement.en
    assert (made.latency is not None) == ("takes" in only.statement.en)
