"""The font of the PDF: two static cuts of Noto Sans SC with just the characters a document needs.

Typst shows boxes for variable Chinese fonts, and system fonts differ from machine to machine. So
the variable font of the PyPI package justmytype-intl-cjk (SIL Open Font License) is reduced to the
characters of the document and pinned at two weights. A character that the font lacks is replaced
by a hollow square, so that nothing disappears silently.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

from knowledge.errors import KnownError

FAMILY = "Advisor Sans"
WEIGHTS = {"Regular": 400, "Bold": 700}
MISSING = "□"
# Always in the font: what a template may print besides the document's own text.
BASIC = frozenset(map(chr, range(32, 127))) | {MISSING}
# Name records: family, style, unique id, full name, PostScript name; copyright and licence stay.
KEPT_NAMES = frozenset({0, 5, 13, 14})
# OS/2 fsSelection and head.macStyle bits that say "bold" and "regular".
BOLD_BITS, REGULAR_BIT = (0x20, 1), 0x40


def printable(text: str) -> str:
    """`text` with every character that the font lacks replaced by a hollow square."""
    known = _known()
    return "".join(c if ord(c) in known else MISSING for c in text)


def cuts(characters: Iterable[str]) -> dict[str, bytes]:
    """TrueType files by style name that hold `characters` and the basic ones.

    The same characters always give the same bytes.
    """
    return _cuts(frozenset(characters) | BASIC)


@cache
def _source() -> Path:
    folder = Path(str(files("justmytype_intl_cjk") / "fonts"))
    found = sorted(folder.rglob("NotoSansSC*.ttf"))
    if not found:
        raise KnownError(
            "the Chinese font for the PDF is missing",
            hint="reinstall the package justmytype-intl-cjk",
        )
    return found[0]


@cache
def _known() -> frozenset[int]:
    with TTFont(_source(), lazy=True) as font:
        return frozenset(font.getBestCmap())


@cache
def _cuts(characters: frozenset[str]) -> dict[str, bytes]:
    options = subset.Options()
    # "pwid" has the narrow quotation marks that English needs; the default ones are Chinese.
    options.layout_features = ["kern", "pwid"]
    options.drop_tables += ["vhea", "vmtx", "VORG", "VVAR", "BASE"]  # for vertical text only
    options.name_IDs = ["*"]
    options.notdef_outline = True
    options.hinting = False
    reducer = subset.Subsetter(options)
    reducer.populate(unicodes=sorted(map(ord, characters)))
    reduced = io.BytesIO()
    with TTFont(_source(), lazy=True, recalcTimestamp=False) as font:
        reducer.subset(font)
        font.save(reduced)
    return {style: _cut(reduced.getvalue(), style) for style in WEIGHTS}


def _cut(reduced: bytes, style: str) -> bytes:
    """One weight of the reduced variable font, named as a font of its own."""
    cut = io.BytesIO()
    with TTFont(io.BytesIO(reduced), recalcTimestamp=False) as font:
        instancer.instantiateVariableFont(font, {"wght": WEIGHTS[style]}, inplace=True)
        _rename(font, style)
        font.save(cut)
    return cut.getvalue()


def _rename(font: Any, style: str) -> None:
    """Give the instance its own names and weight: the variable font's say "Thin"."""
    names = font["name"]
    names.names = [record for record in names.names if record.nameID in KEPT_NAMES]
    postscript = f"{FAMILY.replace(' ', '')}-{style}"
    for id_, text in {
        1: FAMILY,
        2: style,
        3: postscript,
        4: f"{FAMILY} {style}",
        6: postscript,
    }.items():
        names.setName(text, id_, 3, 1, 0x409)
    bold = style == "Bold"
    selection, mac = BOLD_BITS if bold else (REGULAR_BIT, 0)
    font["OS/2"].usWeightClass = WEIGHTS[style]
    font["OS/2"].fsSelection = (
        font["OS/2"].fsSelection & ~(BOLD_BITS[0] | REGULAR_BIT | 1) | selection
    )
    font["head"].macStyle = mac
