"""The cut of the font: what is asked for is in it, what cannot be is seen to be missing."""

from __future__ import annotations

import io

from fontTools.ttLib import TTFont

from reports import fonts

TEXT = "昇腾 → MindSpore：3.42 ms（2.90～3.40）●○"


def test_characters_weights_and_names() -> None:
    for style, content in fonts.cuts(TEXT).items():
        with TTFont(io.BytesIO(content)) as font:
            assert {ord(c) for c in TEXT} <= set(font.getBestCmap())
            assert "fvar" not in font
            assert font["OS/2"].usWeightClass == fonts.WEIGHTS[style]
            assert font["name"].getDebugName(1) == fonts.FAMILY
            assert font["name"].getDebugName(2) == style
            assert "Open Font License" in font["name"].getDebugName(13)


def test_a_cut_is_small_and_the_same_every_time() -> None:
    first = fonts.cuts(TEXT)["Regular"]
    fonts._cuts.cache_clear()
    assert fonts.cuts(TEXT)["Regular"] == first
    assert len(first) < 60_000


def test_characters_the_font_lacks_become_a_hollow_square() -> None:
    assert fonts.printable("a🙂b\u202ec昇") == "a□b□c昇"
    assert fonts.printable(TEXT) == TEXT
