"""The line that says what a reduced precision gains and costs."""

from datetime import UTC, datetime

import pytest

from knowledge.schema.probing import Estimate, Measurement, Parity, Precision, Status
from knowledge.texts import Texts
from reports.precisions import precision_line

COST = Parity(
    max_abs_error=0.1, cosine=0.9987, passed=True, max_relative_error=0.021, top1=0.5, rows=2,
    least_cosine=0.9,
)  # fmt: skip


def result(**changes):
    values = {"precision": Precision.INT8, "parity": COST, "status": Status.OK, **changes}
    return Measurement(
        id="m", stack="a/run", workload="net", batch=1,
        started=datetime(2026, 11, 30, tzinfo=UTC), **values,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("gain", "told"),
    [
        ((1.5, 2.0, 2.5), "2.00 times as fast as fp32 (1.50–2.50)"),
        ((0.25, 0.5, 0.8), "2.00 times as slow as fp32 (1.25–4.00)"),
        ((0.9, 1.1, 1.3), "no difference from fp32"),
    ],
)
def test_the_gain_is_told_with_its_interval(gain, told):
    low, point, high = gain
    line = precision_line(result(gain=Estimate(point=point, low=low, high=high)), Texts("en"))
    assert told in line
    assert "cosine 0.99870 (below 0.9 counts as wrong)" in line
    assert "largest relative error 2.10%" in line
    assert "same top class in 1 of 2 rows" in line


def test_what_was_ignored_or_wrong_says_so_in_both_languages():
    ignored = COST.model_copy(update={"passed": False, "ignored": True})
    assert "was ignored" in precision_line(result(parity=ignored), Texts("en"))
    assert "被忽略" in precision_line(result(parity=ignored), Texts("zh"))
    wrong = COST.model_copy(update={"passed": False, "cosine": 0.2})
    assert "counts as computed wrong" in precision_line(result(parity=wrong), Texts("en"))


def test_fp32_and_what_gave_no_outputs_have_no_line():
    assert precision_line(result(precision=Precision.FP32), Texts("en")) == ""
    assert precision_line(result(parity=None), Texts("en")) == ""
