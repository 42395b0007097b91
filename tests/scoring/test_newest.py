from __future__ import annotations

import itertools

from knowledge.schema.probing import Conversion, Precision, Status
from scoring.newest import newest, of_alternative, of_another_route
from tests.scoring import build


def test_the_newest_that_ran_counts_in_whatever_order_they_come() -> None:
    old = build.measurement("a/eager", 0.02, day=1)
    new = build.measurement("a/eager", 0.01, day=2)
    skipped = build.measurement("a/eager", status=Status.SKIPPED, day=3)
    for order in itertools.permutations([old, new, skipped]):
        assert list(newest(order).values()) == [new]


def test_a_later_failure_unsays_an_earlier_success() -> None:
    ok = build.measurement("a/eager", 0.02, day=1)
    failed = build.measurement("a/eager", status=Status.FAILED, day=2)
    assert list(newest([failed, ok]).values()) == [failed]


def test_an_alternative_finds_the_measurement_of_its_stack_and_batch() -> None:
    one = build.measurement("a/eager", 0.02)
    eight = build.measurement("a/eager", 0.09, batch=8)
    other = build.measurement("b/eager", 0.03)
    found = newest([one, eight, other])
    assert of_alternative(found, build.alternative("a"), build.NET8) is eight
    assert of_alternative(found, build.alternative("c"), build.NET) is None


def test_another_precision_never_stands_for_fp32() -> None:
    half = build.measurement("a/eager", 0.001, day=2, precision="bf16")
    found = newest([half])
    assert of_alternative(found, build.alternative("a"), build.NET) is None
    full = build.measurement("a/eager", 0.02, day=1)
    assert of_alternative(newest([half, full]), build.alternative("a"), build.NET) is full


def test_what_only_quantised_the_model_is_no_route_of_its_own() -> None:
    alternative = build.alternative("gamma").model_copy(update={"route": "alpha-gamma"})
    quantised = build.measurement(
        "gamma/eager", precision=Precision.INT8, conversion=Conversion(converter="qdq")
    )
    assert not of_another_route(quantised, alternative)
    converted = quantised.model_copy(update={"precision": Precision.FP32})
    assert of_another_route(converted, alternative)
