from __future__ import annotations

import pytest

from advisor.usecases.compare import compare
from knowledge.errors import KnownError
from tests.reports import sample

ANSWER = sample.recommendation()
FIRST, SECOND, *_, LAST = ANSWER.ranking


def test_the_leads_sum_to_the_difference_of_the_expected_values() -> None:
    found = compare(ANSWER, LAST.id, FIRST.id)
    assert (found.better.id, found.other.id) == (FIRST.id, LAST.id)
    assert sum(d.lead for d in found.differences) == pytest.approx(found.lead, abs=1e-3)
    leads = [d.lead for d in found.differences]
    assert leads == sorted(leads, reverse=True)
    assert found.lead > 0


def test_a_tie_is_called_one() -> None:
    assert compare(ANSWER, FIRST.id, SECOND.id).tied == (SECOND.id in FIRST.tied_with)
    assert compare(ANSWER, FIRST.id, LAST.id).tied == (LAST.id in FIRST.tied_with)


def test_what_both_rest_on_makes_no_difference() -> None:
    for difference in compare(ANSWER, FIRST.id, LAST.id).differences:
        shared = set(difference.one.evidence) & set(difference.other.evidence)
        assert not shared & set(difference.evidence)


def test_stacks_go_by_id_label_or_place() -> None:
    by_id = compare(ANSWER, FIRST.id, LAST.id)
    assert compare(ANSWER, FIRST.label.upper(), str(len(ANSWER.ranking))) == by_id


def test_what_is_not_ranked_is_refused_with_a_hint() -> None:
    with pytest.raises(KnownError) as caught:
        compare(ANSWER, FIRST.id, LAST.id[:-1])
    assert LAST.id in (caught.value.hint or "")
    with pytest.raises(KnownError, match="the same stack"):
        compare(ANSWER, FIRST.id, "1")
    excluded = ANSWER.excluded[0].alternative
    with pytest.raises(KnownError, match="ruled out"):
        compare(ANSWER, FIRST.id, excluded)
