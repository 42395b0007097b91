from __future__ import annotations

import pytest

from tests.advisor.cli.kb.conftest import Kb


def test_what_is_found_shows_family_id_title_and_the_match(kb: Kb) -> None:
    printed = kb("search", "separate", "tool")
    assert printed.code == 0
    assert printed.out.splitlines() == [
        "TensorFlow (frameworks/tensorflow)",
        "    Export to ONNX: partial: By a «separate» «tool».",
    ]


def test_chinese_words_are_found_whatever_the_language(kb: Kb) -> None:
    assert "«量化»" in kb("search", "量化").out
    assert "«量化»" in kb("search", "量化", "--lang", "zh").out


def test_nothing_found_is_a_negative_answer(kb: Kb) -> None:
    printed = kb("search", "xyzzy")
    assert (printed.code, printed.out) == (1, "")
    assert "nothing found for xyzzy" in printed.err


def test_where_no_entry_has_all_words_that_is_said(kb: Kb) -> None:
    printed = kb("search", "hopper", "xyzzy")
    assert printed.code == 0
    assert "these have some" in printed.err


@pytest.mark.parametrize("words", ['"', "AND OR", "NEAR(a b", "x:y*", "'; DROP TABLE pieces; --"])
def test_no_syntax_breaks_it(kb: Kb, words: str) -> None:
    printed = kb("search", words)
    assert printed.code in (0, 1, 2)
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("words", ["", "  ", "?!"])
def test_without_a_word_nothing_is_searched(kb: Kb, words: str) -> None:
    printed = kb("search", words)
    assert printed.code == 2
    assert "no words to search for" in printed.err
    assert "hint: " in printed.err


def test_what_may_have_been_meant_is_said_where_nothing_is_found(kb: Kb) -> None:
    printed = kb("search", "tensrflow")
    assert (printed.code, printed.out) == (1, "")
    assert "did you mean TensorFlow?" in printed.err
    assert kb("search", "tensrflow", "--json").json["meant"] == ["TensorFlow"]
    assert "meant" not in kb("search", "xyzzy").err


def test_the_limit_is_kept_and_told(kb: Kb) -> None:
    printed = kb("search", "onnx", "--limit", "2")
    assert len([line for line in printed.out.splitlines() if not line.startswith(" ")]) == 2
    assert "--limit" in printed.err


def test_the_hits_as_json(kb: Kb) -> None:
    found = kb("search", "separate", "--json").json
    assert (found["schema"], found["words"]) == ("advisor.kb.search/1", "separate")
    (entry,) = found["entries"]
    assert (entry["family"], entry["id"]) == ("frameworks", "tensorflow")
    assert {"text": "separate", "matched": True} in entry["snippet"]
    empty = kb("search", "xyzzy", "--json")
    assert (empty.code, empty.json["entries"]) == (1, [])
