import pytest
from pydantic import ValidationError

from knowledge.dialect import parse
from knowledge.findings import KnowledgeError, Problem, dotted, explain
from knowledge.schema.framework import Framework


def test_a_problem_reads_as_file_line_path_message_tip():
    problem = Problem("data/x.yaml", 12, "claims[3].support", "no version", "write 2.0")
    assert str(problem) == "data/x.yaml:12: claims[3].support: no version (tip: write 2.0)"
    assert str(Problem("x.yaml", 1, "", "empty")) == "x.yaml:1: empty"


def test_the_error_lists_every_problem_once_in_order():
    first, second = Problem("a.yaml", 2, "", "m"), Problem("a.yaml", 10, "", "m")
    error = KnowledgeError([second, first, second])
    assert error.findings == (first, second)
    assert str(error) == "2 errors in the knowledge base:\n  a.yaml:2: m\n  a.yaml:10: m"
    assert error.hint


@pytest.mark.parametrize(
    ("tip", "hint"), [("did you mean title?", "did you mean title?"), ("", "correct the files")]
)
def test_a_single_problem_is_one_line_and_its_tip_the_hint(tip: str, hint: str) -> None:
    error = KnowledgeError([Problem("a.yaml", 2, "id", "unknown field 'titel'", tip)])
    assert str(error) == "a.yaml:2: id: unknown field 'titel'"
    assert error.hint.startswith(hint)
    assert error.told(str) == (error.message, error.hint)


def test_an_empty_path_is_no_text():
    assert dotted(()) == ""
    assert dotted((0, "a", 1)) == "[0].a[1]"


def test_a_union_is_told_once_and_fields_come_from_the_innermost_noun():
    document = parse(
        "id: x\nclaims:\n  - capability: a\n"
        "    support: {added: [1], parital: true}\n    evidence: []\n"
    )
    with pytest.raises(ValidationError) as caught:
        Framework.model_validate(document.value)
    told = list(explain("x.yaml", document, (), Framework, caught.value))
    paths = [problem.path for problem in told]
    assert paths.count("claims[0].support.added") == 1
    (typo,) = [problem for problem in told if "parital" in problem.message]
    assert (typo.line, typo.tip) == (4, "did you mean partial?")
    assert any(p.path == "claims[0].evidence" and "at least 1" in p.message for p in told)
    missing = {problem.message for problem in told if not problem.path}
    assert {"title is missing", "summary is missing", "roles is missing"} <= missing


@pytest.mark.parametrize(
    ("yaml", "message", "tip"),
    [
        ("title: true", "a text is expected, not true", "only in quotes"),
        ("title: [a]", "a text is expected", ""),
        ("roles: train", "a list is expected, not 'train'", "after '- '"),
        ("claims: {a: b}", "a list is expected", "after '- '"),
        ("migration: go", "a mapping is expected, not 'go'", "with the keys en, zh"),
        ("caveats: [slow]", "a mapping is expected, not 'slow'", "with the keys text, evidence"),
    ],
)
def test_what_was_expected_is_said_in_words_of_yaml(yaml, message, tip):
    document = parse(f"id: x\n{yaml}\n")
    with pytest.raises(ValidationError) as caught:
        Framework.model_validate(document.value)
    (told,) = [p for p in explain("x.yaml", document, (), Framework, caught.value) if p.path]
    assert (told.line, told.message) == (2, message)
    assert tip in told.tip if tip else not told.tip
