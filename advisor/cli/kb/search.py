"""`advisor kb search`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.kb.layout import Line
    from advisor.usecases.knowledge.searching import Match

MARKS = "«{}»"
"""Around what matched; a style alone would be lost in a file."""


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 1000), default=15, show_default=True)
@options.knowledge
@options.as_json
@options.language
def command(
    words: tuple[str, ...], limit: int, overlays: tuple[Path, ...], json_: bool, lang: str
) -> int:
    """Find the entries that speak of WORDS, best first; exit 1 when there are none.

    Words may be English, Chinese or both, whatever the language of the output; the beginning of a
    word is enough. Entries with all of the words are shown, or where there are none, those with
    some.
    """
    from advisor.usecases.knowledge.searching import meant, search

    asked, wiring = " ".join(words), Wiring(overlays=overlays)
    found = search(wiring, asked, language=lang, limit=limit)
    near = () if found else meant(wiring.catalog, asked)
    if json_:
        _document(asked, found, near)
    elif found:
        _print(found, Texts(lang), limit)
    else:
        _none(asked, near, Texts(lang))
    return 0 if found else 1


def _none(asked: str, near: Sequence[str], texts: Texts) -> None:
    click.echo(texts.t("kb.search.none", words=asked), err=True)
    if near:
        names = texts.t("kb.search.or").join(near)
        click.echo(texts.t("kb.search.meant", names=names), err=True)


def _document(asked: str, found: Sequence[Match], near: Sequence[str]) -> None:
    from advisor.cli.kb.document import plain, print_document

    entries = [
        {
            **plain(match.entry),
            "score": match.score,
            "snippet": [{"text": text, "matched": matched} for text, matched in match.snippet],
        }
        for match in found
    ]
    whole = all(match.whole for match in found)
    print_document(
        "search", {"words": asked, "all_words": whole, "entries": entries, "meant": near}
    )


def _print(found: Sequence[Match], texts: Texts, limit: int) -> None:
    from advisor.cli.kb.layout import emit
    from advisor.cli.output import terminal_width

    if not found[0].whole:
        click.echo(texts.t("kb.search.some"), err=True)
    emit(line for match in found for line in _lines(match, texts, terminal_width()))
    if len(found) == limit:
        click.echo(texts.t("kb.search.counted", count=limit), err=True)


def _lines(match: Match, texts: Texts, width: int) -> Iterator[Line]:
    from advisor.cli.kb.layout import paragraph
    from advisor.cli.kb.wording import named

    yield from paragraph(named(match.entry, texts), width, style="bold")
    parts = (MARKS.format(text) if matched else text for text, matched in match.snippet)
    yield from paragraph("".join(parts), width, indent=4)
