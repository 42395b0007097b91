"""What people get wrong in YAML, one thing each, and the line and remedy they are told."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.dialect import DialectError, parse

GOOD = """\
id: pytorch
title: PyTorch
claims:
  - capability: a.b
    support: true
    evidence:
      - source: x
        read: 2026-10-01
"""
# what stands in GOOD, the mistake in its place, the line that is at fault, part of the tip
WRONG = [
    ("    support", "     support", 5, "support is indented by 5, but capability in line 4 by 4"),
    ("    support", "   support", 5, "support is indented by 3; the keys above it"),
    ("    support", "  support", 5, "by 0 or 4"),
    ("title: P", " title: P", 2, "title is indented by 1, but id in line 1 by 0"),
    ("        read", "          read", 8, "read is indented by 10, but source in line 7 by 8"),
    ("      - source", "    - source", 8, "read is indented by 8, but source in line 7 by 6"),
    ("    support", "\tsupport", 5, "YAML takes no tabs"),
    ("title: P", "\ttitle: P", 2, "YAML takes no tabs"),
    ("    support", "\u3000\u3000support", 5, "indent with plain spaces"),
    ("support: true", "support:true", 5, "put a space after the colon"),
    ("- capability", "-capability", 4, "put a space after the dash"),
    ("title: PyTorch", "title: PyTorch: best", 2, "put a text that holds ': ' in quotes"),
    ("title: PyTorch", "title: 'Py'Torch", 2, "goes on after its closing quote"),
    ("title: PyTorch", 'title: "PyTorch', 2, "the quote that opens here is never closed"),
    ("title: PyTorch", "title: {en: a, zh: b", 2, "the { is not closed"),
    ("title: PyTorch", "title: {en: a，zh: b}", 2, "， is a full-width sign"),
    ("title: PyTorch", "title：PyTorch", 2, "： is a full-width sign; write ': '"),
    ("title: PyTorch", "title: @torch", 2, "starts with a sign in quotes"),
    ("title: PyTorch", "title: *torch", 2, "starts with * in quotes"),
    ("title: PyTorch", 'title: "C:\\path"', 2, "in single quotes"),
    ("title: PyTorch", "title: PyTorch\n- x", 3, "a list stands under a key of its own"),
    ("title: PyTorch", "PyTorch", 2, "write `key: value`"),
    ("title: PyTorch", "title: - x", 2, "a list starts on the line after its key"),
    ("title: PyTorch", "---\ntitle: PyTorch", 2, "remove the line with ---"),
]


@pytest.mark.parametrize(("old", "new", "line", "tip"), WRONG)
def test_a_mistake_is_told_with_its_line_and_its_remedy(old, new, line, tip):
    assert old in GOOD
    with pytest.raises(DialectError) as caught:
        parse(GOOD.replace(old, new, 1))
    (fault,) = caught.value.problems
    assert (fault.line, tip in fault.tip) == (line, True), fault


def test_a_comment_between_keys_does_not_hide_the_key_above():
    with pytest.raises(DialectError) as caught:
        parse("a:\n  b: 1\n  # about c\n\n   c: 2\n")
    assert "c is indented by 3, but b in line 2 by 2" in caught.value.problems[0].tip


@given(st.text(alphabet=" -:,'\"{}[]#&*!|>%@`\n\tab：，", max_size=60))
def test_any_text_is_read_or_refused_with_lines_that_exist(text):
    try:
        parse(text)
    except DialectError as error:
        last = len(text.splitlines()) + 1
        assert all(1 <= fault.line <= last for fault in error.problems)
