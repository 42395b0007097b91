"""Agreement with the reference."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.probing import Precision
from probes.parity import INCOMPARABLE, MAX_RELATIVE_ERROR, compare, cost


@pytest.fixture
def right():
    return {"y": np.random.default_rng(0).standard_normal((4, 100)).astype(np.float32)}


def test_the_reference_agrees_with_itself(right):
    parity = compare(right, right)
    assert (parity.passed, parity.max_abs_error) == (True, 0.0)
    assert parity.cosine == pytest.approx(1.0)


def test_rounding_passes(right):
    noise = 1e-6 * np.random.default_rng(1).standard_normal(right["y"].shape)
    assert compare({"y": right["y"] + noise}, right).passed


def test_bfloat16_does_not_pass(right):
    bits = right["y"].view(np.uint32) & np.uint32(0xFFFF0000)
    assert not compare({"y": bits.view(np.float32)}, right).passed


def test_one_wrong_element_does_not_pass(right):
    got = right["y"].copy()
    got[0, 0] += 0.1
    parity = compare({"y": got}, right)
    assert parity.max_abs_error == pytest.approx(0.1, rel=1e-5)
    assert not parity.passed


def test_a_shifted_small_output_is_caught_by_the_cosine():
    """An error that hides behind one large element turns the rest around."""
    right = np.concatenate([[1.0], np.full(10_000, 5e-4)])
    got = np.concatenate([[1.0], np.full(10_000, -3e-4)])
    parity = compare({"y": got}, {"y": right})
    assert parity.max_abs_error < MAX_RELATIVE_ERROR
    assert not parity.passed


@pytest.mark.parametrize(
    "got",
    [{}, {"y": np.zeros((100, 4))}, {"y": np.full((4, 100), np.nan)},
     {"y": np.full((4, 100), np.inf)}],
)  # fmt: skip
def test_what_cannot_be_compared_does_not_pass(right, got):
    parity = compare(got, right)
    assert not parity.passed
    assert np.isfinite(parity.max_abs_error)


def test_the_worst_output_decides(right):
    both = {"a": right["y"], "b": right["y"]}
    parity = compare({"a": right["y"], "b": right["y"] * 2}, both)
    assert parity.max_abs_error == pytest.approx(float(np.abs(right["y"]).max()))
    assert not parity.passed


def test_nothing_to_compare_with_is_a_bug():
    with pytest.raises(ValueError, match="nothing"):
        compare({}, {})


@given(scale=st.floats(1e-6, 1e6))
def test_the_unit_does_not_matter(scale):
    right = np.random.default_rng(0).standard_normal(50)
    got = right + 2e-3 * np.abs(right).max()
    for error, passed in ((0.0, True), (got - right, False)):
        assert compare({"y": (right + error) * scale}, {"y": right * scale}).passed is passed


def rows(*changes, count=40):
    """Rows (0, 0, i), some of them changed."""
    found = np.stack([np.zeros(count), np.zeros(count), np.arange(count)], 1).astype(np.int64)
    for index in changes:
        found[index, 2] = 1000 + index
    return {"y": found}


def test_choices_may_come_in_any_order():
    shuffled = {"y": rows()["y"][::-1].copy()}
    assert compare(shuffled, rows()).passed


def test_a_few_choices_between_equals_may_differ():
    assert compare(rows(3, 7), rows()).passed
    assert not compare(rows(3, 7, 9), rows()).passed


def test_there_may_be_one_choice_more_but_not_many():
    assert compare({"y": rows()["y"][:39]}, rows()).passed
    assert not compare({"y": rows()["y"][:30]}, rows()).passed


def test_few_choices_must_be_the_same():
    right = {"y": np.array([4, 7])}
    assert compare({"y": np.array([4, 7])}, right).passed
    assert not compare({"y": np.array([4, 8])}, right).passed


def test_no_choice_is_one_too():
    nothing = {"y": np.zeros((0, 3), np.int64)}
    assert compare(nothing, nothing).passed
    assert not compare(rows(), nothing).passed


def test_choices_of_another_form_are_incomparable():
    assert compare({"y": np.zeros((40, 2), np.int64)}, rows()) == INCOMPARABLE
    assert not compare({"y": rows()["y"].astype(np.float32) + 0.5}, rows()).passed


def test_a_reduced_precision_is_told_by_its_cost(right):
    bits = (right["y"].view(np.uint32) & np.uint32(0xFFFF0000)).view(np.float32)
    found = cost({"y": bits}, right, Precision.BF16, classifies=True)
    assert found.passed
    assert not found.ignored
    assert 1e-3 < found.max_relative_error < 1e-2
    assert (found.top1, found.rows, found.least_cosine) == (1.0, 4, 0.99)


def test_one_that_is_as_exact_as_fp32_was_ignored(right):
    noise = 1e-6 * np.random.default_rng(1).standard_normal(right["y"].shape)
    found = cost({"y": (right["y"] + noise).astype(np.float32)}, right, Precision.INT8)
    assert found.ignored
    assert not found.passed


def test_one_that_is_far_off_is_wrong_in_any_precision(right):
    assert not cost({"y": right["y"][::-1]}, right, Precision.INT8).passed
    assert cost({}, right, Precision.INT8) == INCOMPARABLE
    assert not cost({"y": right["y"] * np.nan}, right, Precision.BF16).passed


def test_choices_may_turn_over_by_half():
    right = {"y": np.arange(10)}
    assert cost({"y": np.arange(4, 14)}, right, Precision.INT8).passed
    assert not cost({"y": np.arange(8, 18)}, right, Precision.INT8).passed
