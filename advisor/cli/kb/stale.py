"""`advisor kb stale`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.kb.layout import Line
    from advisor.usecases.knowledge.aging import Ages, Aging


@click.command("stale")
@click.option(
    "--on",
    type=click.DateTime(["%Y-%m-%d"]),
    metavar="DATE",
    help="The day to look at, as 2027-06-30. [default: today]",
)
@click.option(
    "--within",
    type=click.IntRange(0, 36_500),
    default=30,
    show_default=True,
    metavar="DAYS",
    help="Also list what goes stale in so many days after it.",
)
@options.knowledge
@options.as_json
@options.language
def command(
    on: datetime | None, within: int, overlays: tuple[Path, ...], json_: bool, lang: str
) -> int:
    """List statements past their shelf life, and those soon to be; exit 1 when any is past it.

    A statement is as fresh as the latest reading of its strongest evidence; how long a reading
    lasts stands in the vocabulary.
    """
    from advisor.usecases.knowledge.aging import ages

    wiring = Wiring(overlays=overlays)
    found = ages(wiring.catalog, on.date() if on else wiring.now().date(), within)
    if json_:
        _document(found)
    else:
        _print(found, Texts(lang))
    return 1 if found.stale else 0


def _document(found: Ages) -> None:
    from advisor.cli.kb.document import plain, print_document

    print_document("stale", plain(found))


def _print(found: Ages, texts: Texts) -> None:
    from advisor.cli.kb.layout import emit, heading
    from advisor.cli.output import terminal_width

    width = terminal_width()
    if not found.stale:
        click.echo(texts.t("kb.stale.none", total=found.statements, date=found.on), err=True)
    else:
        count, total = len(found.stale), found.statements
        title = texts.t("kb.stale.stale", date=found.on, count=count, total=total)
        emit((*heading(title, width), *_table("since", found.stale, texts, width)))
    if found.soon:
        title = texts.t("kb.stale.soon", days=found.within, count=len(found.soon))
        emit((*heading(title, width), *_table("until", found.soon, texts, width)))


def _table(column: str, agings: Sequence[Aging], texts: Texts, width: int) -> Iterator[Line]:
    from advisor.cli.kb.layout import Line, Row, table
    from advisor.cli.kb.wording import citation, local, sentence

    rows = []
    for aging in agings:
        stated = aging.statement
        day = stated.stale_since if column == "since" else stated.fresh_until
        cells = (str(day), local(aging.entry.title, texts), sentence(stated, texts))
        rows.append(Row(cells, (Line(citation(stated.evidence[0], texts), "dim"),)))
    names = (f"kb.column.{name}" for name in (column, "title", "statement"))
    return table([texts.t(name) for name in names], rows, width)
