from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import KnownError
from knowledge.schema.stakes import Certainty, Method, Statements
from scoring.elicitation.all import elicited
from scoring.elicitation.interview import (
    Question,
    certainty,
    check,
    next_question,
    statements,
)

NAMES = ("a", "b", "c", "d", "e")
TRUE = {"a": 8.0, "b": 4.0, "c": 4.0, "d": 2.0, "e": 1.0}


def honest(question: Question, true: dict[str, float]) -> str:
    """What somebody with these weights answers."""
    one, other = true.get(question.first, 1.0), true.get(question.second, 1.0)
    if question.kind == "points":
        return f"{one:g}"
    if question.kind == "swing":
        return f"{100 * one / other:g}"
    if question.kind == "order":
        return "=" if one == other else "1" if one > other else "2"
    if question.kind == "ratio":
        return f"{one:g}/{other:g}" if one < other else f"{one / other:g}"
    if question.kind == "over":
        return f"{one / other:g}"
    if question.kind == "certainty":
        return "3"
    pick = min if question.kind == "worst" else max
    return str(question.choices.index(pick(question.choices, key=lambda name: true[name])) + 1)


def asked(method: Method, true: dict[str, float], names: tuple[str, ...] = NAMES) -> dict[str, str]:
    answers: dict[str, str] = {}
    while (question := next_question(method, names, answers)) is not None:
        assert question.done == len(answers)
        assert question.done < question.total
        answers[question.key] = check(question, honest(question, true))
    return answers


@pytest.mark.parametrize("method", Method)
def test_honest_answers_give_the_weights_back(method: Method) -> None:
    answers = asked(method, TRUE)
    said = statements(method, NAMES, answers)
    found = elicited(dict.fromkeys(NAMES, 1.0), method, said).weights
    if method in (Method.ROC, Method.SMARTER):
        assert said.order == (("a",), ("b", "c"), ("d",), ("e",))
    else:
        total = sum(TRUE.values())
        assert found == pytest.approx({n: w / total for n, w in TRUE.items()}, abs=1e-6)
    assert certainty(answers) is Certainty.SURE


@settings(deadline=None, max_examples=50)
@given(st.permutations([1.0, 2.0, 3.0, 4.0, 5.0, 5.0, 6.0]))
def test_sorting_by_questions_finds_any_order(levels: list[float]) -> None:
    names = tuple("abcdefg")
    true = dict(zip(names, levels, strict=True))
    order = statements(Method.ROC, names, asked(Method.ROC, true, names)).order
    flat = [true[group[0]] for group in order]
    assert flat == [6.0, 5.0, 4.0, 3.0, 2.0, 1.0]
    assert [len(group) for group in order] == [1, 2, 1, 1, 1, 1]


@pytest.mark.parametrize("method", Method)
def test_leaving_the_last_answer_out_asks_it_again(method: Method) -> None:
    answers: dict[str, str] = {}
    while (question := next_question(method, NAMES, answers)) is not None:
        again = dict(answers)
        answers[question.key] = check(question, honest(question, TRUE))
        assert next_question(method, NAMES, again) == question
        statements(method, NAMES, answers)  # whatever is said so far can be read


def test_nothing_is_said_before_the_first_answer() -> None:
    for method in Method:
        assert statements(method, NAMES, {}) in (Statements(), Statements(order=(("a",),)))


def test_a_pair_may_be_left_out() -> None:
    question = next_question(Method.AHP, NAMES, {})
    assert question is not None
    assert check(question, " S ") == "skip"
    assert statements(Method.AHP, NAMES, {question.key: "skip"}) == Statements()


@pytest.mark.parametrize(("kind", "text"), [
    ("points", "-1"), ("points", "much"), ("points", "nan"), ("swing", "101"), ("order", "3"),
    ("ratio", "10"), ("ratio", "1/10"), ("ratio", "1/0"), ("ratio", "x/2"), ("over", "0.5"),
    ("over", "12"), ("best", "0"), ("best", "3"), ("best", "z"),
])  # fmt: skip
def test_what_is_no_answer_is_refused(kind: str, text: str) -> None:
    question = Question("k", kind, "a", "b", choices=("a", "b"))  # type: ignore[arg-type]
    with pytest.raises(KnownError) as caught:
        check(question, text)
    assert caught.value.hint
