from __future__ import annotations

import pytest

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Paragraph, Table
from knowledge.texts import Texts
from reports.sections import stakeholders
from tests.reports import sample
from tests.reports.sample_stakeholders import decided_by, disputed, person, split

ANSWER = sample.recommendation()
IDS = tuple(ranked.id for ranked in ANSWER.ranking)


def built(answer: Recommendation, language: str = "en") -> str:
    blocks = stakeholders.build(answer, Texts(language))
    tables = [block for block in blocks if isinstance(block, Table)]
    texts = [block.text for block in blocks if isinstance(block, Paragraph)]
    cells = [cell.text for table in tables for row in table.rows for cell in row]
    return "\n".join([*texts, *cells])


def test_without_people_there_is_nothing_to_say() -> None:
    assert stakeholders.build(ANSWER, Texts("en")) == ()


def test_one_person_is_a_sentence() -> None:
    said = built(decided_by(ANSWER, person(ANSWER, "Ana", IDS)))
    assert said == "The weights are Ana’s, stated by pairwise judgements, sure."


@pytest.mark.parametrize("language", ["en", "zh"])
def test_people_who_differ_are_shown_with_what_they_differ_over(language: str) -> None:
    said = built(disputed(ANSWER), language)
    title = ANSWER.matrix.criteria[0].title.in_language(language)
    first, second = (ranked.label for ranked in ANSWER.ranking[:2])
    for words in ("Ana", "Bo", title, first, second, "0.25"):
        assert words in said


def test_people_who_agree_are_said_to() -> None:
    people = [person(ANSWER, who, IDS) for who in ("Ana", "Bo")]
    over = (split(None, "", ""), split(ANSWER.matrix.criteria[0].id, IDS[0], IDS[0]))
    said = built(decided_by(ANSWER, *people, over=over))
    assert "All of them put" in said
    assert "changes no order" in said
    assert "both would put" in said
