"""Errors: one, or all that are wrong at once, in any language."""

from __future__ import annotations

import pytest

from knowledge.errors import KnownError, check_all, failures
from knowledge.findings import KnowledgeError, Problem
from knowledge.texts import Texts


def wrong(message: str, hint: str = "") -> None:
    raise KnownError(message, hint=hint)


def test_one_error_stays_what_it_is() -> None:
    with pytest.raises(KnownError) as caught:
        check_all([lambda: None, lambda: wrong("no tea", "make some")])
    assert (caught.value.message, caught.value.hint) == ("no tea", "make some")


def test_several_are_told_together_with_their_hints() -> None:
    with pytest.raises(KnownError) as caught:
        check_all([lambda: wrong("no tea", "make some"), lambda: wrong("no milk")])
    assert caught.value.message.splitlines() == [
        "2 things are wrong:",
        "  no tea (make some)",
        "  no milk",
    ]


def test_errors_inside_errors_are_counted_one_by_one() -> None:
    def inner() -> None:
        check_all([lambda: wrong("a"), lambda: wrong("b")])

    with pytest.raises(KnownError, match="3 things are wrong"):
        check_all([inner, lambda: wrong("c")])


def test_nothing_wrong_is_nothing_said() -> None:
    check_all([lambda: None])
    assert failures([lambda: None]) == ()


def test_a_bug_is_not_taken_for_an_error() -> None:
    with pytest.raises(ZeroDivisionError):
        check_all([lambda: 1 // 0])


def test_they_are_told_in_chinese() -> None:
    with pytest.raises(KnownError) as caught:
        check_all(
            [
                lambda: wrong("all weights are zero", "give at least one criterion a weight"),
                lambda: wrong("unknown stack 'x'", "did you mean y?"),
            ]
        )
    message, hint = caught.value.told(Texts("zh").say)
    assert message.splitlines() == [
        "有 2 处错误：",
        "  所有权重都为零 (至少给一个准则非零权重)",
        "  没有技术栈“x” (是否指 y？)",
    ]
    assert hint == ""


def test_problems_of_files_keep_their_place_in_every_language() -> None:
    one = Problem("a.yaml", 3, "id", "this is not UTF-8 text", "write it out")
    assert KnowledgeError([one]).told(Texts("zh").say) == (
        "a.yaml:3: id: 不是 UTF-8 文本",
        "请写全",
    )
    other = Problem("b.yaml", 1, "id", "this is not UTF-8 text")
    message, hint = KnowledgeError([one, other]).told(Texts("zh").say)
    assert message.splitlines() == [
        "知识库中有 2 处错误：",
        "  a.yaml:3: id: 不是 UTF-8 文本 (提示：请写全)",
        "  b.yaml:1: id: 不是 UTF-8 文本",
    ]
    assert hint.startswith("请改正文件")
