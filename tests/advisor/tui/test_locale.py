"""The questionnaire's texts: all used, all there, Chinese set as Chinese is."""

from __future__ import annotations

import re
from pathlib import Path

import advisor.tui
from knowledge.texts import Texts

SOURCES = Path(advisor.tui.__file__).parent
CALL = re.compile(r'(?:\.say|\bt)\(\s*f?"((?:tui\.)?[a-z_.{}\[\]A-Z-]+)"')
COMPUTED = re.compile(
    r"tui\.(key\..+|help\..+|palette\..+|step\..+|run\..+|serve\..+|hardware\.(fits|elsewhere|aimed|aimed_here|kind\..+)"
    r"|constraints\.(left|nothing|one\..+)|priorities\.(by|sure|about|scale)\..+"
    r"|priorities\.(consistent|inconsistent)|probing\.(measure|provision|early|home|there|stacks)"
    r"|result\..+|export\..+|scenario\..+|welcome\..+|workload\.(name|used|title|size|parameters_m|batch|near|far|job\..+|factor\..+))"
)
"""Keys of which a part is computed: by an enum, a table or a state."""


def test_every_text_is_used() -> None:
    written = "\n".join(file.read_text(encoding="utf-8") for file in SOURCES.rglob("*.py"))
    called = {
        found if found.startswith("tui.") else f"tui.{found}" for found in CALL.findall(written)
    }
    unused = [
        key for key in Texts("en").keys("tui.") if key not in called and not COMPUTED.fullmatch(key)
    ]
    assert unused == []


def test_both_languages_have_the_same_keys_and_placeholders() -> None:
    english, chinese = Texts("en"), Texts("zh")
    assert chinese.keys("tui.") == english.keys("tui.")
    for key in english.keys("tui."):
        assert chinese.placeholders(key) == english.placeholders(key), key


def test_chinese_texts_have_chinese_punctuation() -> None:
    chinese = Texts("zh")
    for key in chinese.keys("tui."):
        text = chinese.t(key, **dict.fromkeys(chinese.placeholders(key), "x"))
        assert not re.search(r"[\u4e00-\u9fff][,;:?!]", text), key
