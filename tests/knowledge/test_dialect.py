import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from knowledge.dialect import DialectError, parse

WORDS = {"true": True, "false": False, "null": None}
plain = st.from_regex(r"[A-Za-z0-9.+_/≤=-]{1,12}", fullmatch=True)


def is_plain(text: str) -> bool:
    """Whether standard YAML, too, sees one plain scalar in `text`."""
    try:
        return isinstance(yaml.compose(f"a: {text}\n").value[0][1], yaml.ScalarNode)
    except yaml.YAMLError:
        return False


@pytest.mark.parametrize(
    "text", ["2.10", "no", "yes", "on", "0x1F", "1e3", "12:30:45", "~", "Null"]
)
def test_what_yaml_would_convert_stays_text(text):
    assert parse(f"a: {text}\n").value == {"a": text}


@pytest.mark.parametrize(("text", "value"), WORDS.items())
def test_the_three_words_mean_something_unless_quoted(text, value):
    assert parse(f"a: {text}\nb: '{text}'\n").value == {"a": value, "b": text}


@given(plain.filter(is_plain).filter(lambda text: text not in WORDS))
def test_every_other_plain_scalar_is_the_text_that_was_typed(text):
    assert parse(f"a: {text}\n").value == {"a": text}


@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.text()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=10,
    )
)
def test_what_yaml_writes_is_read_back(value):
    text = yaml.safe_dump(value)
    assert parse(text).value == value


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, "'a' stands here twice"),
        ("a:\nb: 2\n", 1, "no value"),
        ("a: {en: one, two, zh: 二}\n", 1, "quote a text that holds a comma"),
        ("a: &x 1\nb: *x\n", 1, "anchors"),
        ("a: &x {c: 1}\nb: *x\n", 1, "anchors"),
        ("a: !!python/name:os.system x\n", 1, "tag"),
        ("a: 1\nb: [1, 2\nc: 3\n", 2, "the [ is not closed"),
        ("a: {en：one, zh: 二}\n", 1, "： is a full-width sign"),
        ("a: b: c\n", 1, "in quotes"),
        ("---\na: 1\n---\nb: 1\n", 3, "not YAML"),
        ("? [a, b]\n: 1\n", 1, "a key must be a word"),
        ("a: \x00\n", 1, "not YAML"),
    ],
)
def test_what_is_not_in_the_dialect_is_told_with_its_line(text, line, message):
    with pytest.raises(DialectError) as caught:
        parse(text)
    fault = caught.value.problems[0]
    assert fault.line == line
    assert message in f"{fault.message}; {fault.tip}"


def test_all_problems_of_a_file_are_told_at_once():
    with pytest.raises(DialectError) as caught:
        parse("a: 1\na: 2\nb:\nc: !x 3\n")
    assert [fault.line for fault in caught.value.problems] == [2, 3, 4]


def test_lines_are_found_by_path_and_unknown_steps_are_skipped():
    document = parse("id: x\nclaims:\n  - capability: a\n  - capability: b\n    support: 2.0\n")
    assert document.locate(("claims", 1, "support", "bool")) == (5, ("claims", 1, "support"))
    assert document.line(("claims", 0, "evidence")) == 3
    assert document.line(("nowhere",)) == 1


def test_an_empty_file_is_null():
    assert parse("# nothing\n").value is None
    assert parse("").line(("a",)) == 1
