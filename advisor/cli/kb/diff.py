"""`advisor kb diff`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.usecases.knowledge.comparing import EntryChange

_FOLDER = click.Path(path_type=Path)


@click.command("diff")
@click.argument("folder", type=_FOLDER, metavar="DIR")
@click.argument("other", type=_FOLDER, metavar="[OTHER]", required=False)
@options.knowledge
@options.as_json
@options.language
def command(
    folder: Path, other: Path | None, overlays: tuple[Path, ...], json_: bool, lang: str
) -> int:
    """Say what the overlay DIR changes, or with OTHER, how it differs from DIR.

    Exit 1 when a statement contradicts the one it replaces: another value, or support that cannot
    both be there and not. A file of an overlay replaces advisor's file of that name, so statements
    it leaves out are removed. A folder without grades.yaml is laid over advisor's own facts.
    """
    from advisor.usecases.knowledge.comparing import contradictions, difference

    wiring = Wiring(overlays=overlays)
    changes = difference(wiring, folder, other)
    if json_:
        _document(folder, other, changes)
    else:
        _print(folder, other, changes, Texts(lang))
    return 1 if contradictions(changes) else 0


def _document(folder: Path, other: Path | None, changes: tuple[EntryChange, ...]) -> None:
    from advisor.cli.kb.document import print_document
    from advisor.usecases.knowledge.comparing import tally

    print_document(
        "diff",
        {
            "before": None if other is None else str(folder),
            "after": str(folder if other is None else other),
            "counts": tally(changes),
            "entries": changes,
        },
    )


def _print(
    folder: Path, other: Path | None, changes: tuple[EntryChange, ...], texts: Texts
) -> None:
    from advisor.cli.kb.changes import lines
    from advisor.cli.kb.layout import emit, paragraph
    from advisor.cli.output import terminal_width
    from advisor.usecases.knowledge.comparing import tally

    if not changes:
        click.echo(texts.t("kb.diff.none"), err=True)
        return
    width = terminal_width()
    own = texts.t("kb.diff.own")
    sides = {"before": own, "after": texts.t("kb.diff.over", own=own, folder=folder)}
    if other is not None:
        sides = {"before": str(folder), "after": str(other)}
    for key, side in sides.items():
        emit(paragraph(texts.t(f"kb.diff.{key}", text=side), width, style="bold"))
    emit(paragraph(texts.t("kb.diff.legend"), width, style="dim"))
    emit(line for change in changes for line in lines(change, texts, width))
    click.echo(texts.t("kb.diff.summary", **tally(changes)), err=True)
