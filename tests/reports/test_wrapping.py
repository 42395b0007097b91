"""Line breaking: nothing is lost, nothing is wider than the line, no word is cut needlessly."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from reports.wrapping import longest_word, wrap

MIXED = st.text("ab c 中文，。（）“”1.5%", max_size=80)


@given(MIXED, st.integers(4, 40))
def test_lines_fit_and_nothing_is_lost(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(st.text("abcdefgh", min_size=1, max_size=10), min_size=1), st.integers(10, 40))
def test_words_stay_whole(words: list[str], width: int) -> None:
    lines = wrap(" ".join(words), width)
    assert [word for line in lines for word in line.split()] == words


def test_closing_punctuation_never_opens_a_line() -> None:
    text = "在本机运行且结果正确，转换路线覆盖模型的全部算子；（见证据）。"
    for width in range(6, 30):
        for line in wrap(text, width):
            assert line[0] not in "，；）。"
            assert line[-1] != "（"


def test_an_overlong_word_is_cut() -> None:
    assert wrap("abcdefghij", 4) == ["abcd", "efgh", "ij"]


def test_empty_text_is_one_empty_line() -> None:
    assert wrap("", 10) == [""]


def test_chinese_terms_count_as_words_up_to_a_limit() -> None:
    assert longest_word("部署成熟度", 10) == 10
    assert longest_word("转换路线覆盖模型的全部算子", 10) == 10
