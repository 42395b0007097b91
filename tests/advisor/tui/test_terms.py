from __future__ import annotations

from advisor.tui.terms import said_of
from advisor.usecases.compare import compare
from knowledge.texts import Texts
from tests.reports import sample


def test_each_side_is_told_with_where_it_stands() -> None:
    answer = sample.recommendation()
    one, other = (ranked.id for ranked in answer.ranking[:2])
    found = compare(answer, one, other)
    told = [said_of(found, difference, Texts("en")) for difference in found.differences]
    spoken = [d for d in found.differences if d.points]
    assert spoken
    for difference, text in zip(found.differences, told, strict=True):
        assert text.startswith(difference.criterion.title.en)
        for point in difference.points:
            for item in (*point.one, *point.other):
                assert item.statement.en in text
                assert item.locator in text
    assert found.better.label in told[found.differences.index(spoken[0])]
    chinese = said_of(found, spoken[0], Texts("zh"))
    assert chinese.startswith(spoken[0].criterion.title.zh)
