from __future__ import annotations

import pytest

from knowledge.errors import KnownError
from knowledge.pin_conflicts import refuse_contradictions
from knowledge.pins import take_apart
from tests.conftest import own_facts


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("openvino:os.android=true", "openvino:os.android=false"),
        ("pytorch:license=MIT", "pytorch:licence=GPL-3.0"),
        ("litert/cpu:latency=4ms", "litert/cpu:latency=5ms"),
        ("pytorch-to-openvino:works=yes", "pytorch-to-openvino:works=false"),
    ],
)
def test_two_values_for_one_statement_are_refused(first: str, second: str) -> None:
    with pytest.raises(KnownError, match="contradict each other") as caught:
        refuse_contradictions(own_facts(), [take_apart(first), take_apart(second)])
    assert first in caught.value.message
    assert second in caught.value.message
    assert caught.value.hint == "pin each statement to one value"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("openvino:os.android=true", "openvino:os.android=YES"),
        ("openvino:os.android=true", "openvino:os.ios=false"),
        ("litert/cpu:latency=4ms", "litert/cpu:latency[batch=8]=9ms"),
        ("litert/cpu:latency=4ms", "litert/gpu:latency=5ms"),
    ],
)
def test_what_can_be_so_together_passes(first: str, second: str) -> None:
    refuse_contradictions(own_facts(), [take_apart(first), take_apart(second)])
