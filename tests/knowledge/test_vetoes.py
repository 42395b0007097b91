from __future__ import annotations

import pytest

from knowledge.errors import KnownError
from knowledge.vetoes import vetoing
from tests.scoring import build

SCENARIO = build.scenario(build.prefer("latency"), build.prefer("reach"))


def test_a_veto_takes_the_place_of_the_scenario_s() -> None:
    found = vetoing(build.catalog(), SCENARIO, ["latency=20ms", " reach = 60 "])
    assert [p.veto for p in found.preferences] == [20.0, 60.0]
    again = vetoing(build.catalog(), found, ["latency=5"])
    assert [p.veto for p in again.preferences] == [5.0, 60.0]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("latency", "is not CRITERION=AMOUNT"),
        ("=5", "is not CRITERION=AMOUNT"),
        ("memory=5", "unknown criterion 'memory'"),
        ("latency=5s", "no amount of latency"),
        ("latency=nan", "no amount of latency"),
        ("latency=inf", "no amount of latency"),
        ("latency=-3", "no amount of latency"),
    ],
)
def test_what_is_no_veto_is_refused(text: str, words: str) -> None:
    with pytest.raises(KnownError, match=words):
        vetoing(build.catalog(), SCENARIO, [text])


def test_two_amounts_for_one_criterion_are_refused_and_a_repetition_is_not() -> None:
    with pytest.raises(KnownError, match="names latency twice") as caught:
        vetoing(build.catalog(), SCENARIO, ["latency=5", "latency=50ms"])
    assert "one amount" in caught.value.hint
    found = vetoing(build.catalog(), SCENARIO, ["latency=5", "latency=5ms"])
    assert found.preferences[0].veto == 5.0
