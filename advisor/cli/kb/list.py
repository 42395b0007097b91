"""`advisor kb list`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.usecases.knowledge.listing import Family, Row


@click.command("list")
@click.argument("family", required=False)
@click.option("--role", metavar="ROLE", help="Only frameworks with this role: train, infer, ...")
@click.option("--kind", metavar="KIND", help="Only entries of this kind: gpu, compiler, paper, ...")
@click.option("--lifecycle", metavar="STATE", help="Only what is active, dead, ...")
@options.knowledge
@options.as_json
@options.language
def command(
    family: str | None,
    role: str | None,
    kind: str | None,
    lifecycle: str | None,
    overlays: tuple[Path, ...],
    json_: bool,
    lang: str,
) -> int:
    """List the families of entries, or the entries of FAMILY.

    The counts are of statements, each of which has evidence; the date is that of the oldest reading
    among them. With a filter and without FAMILY, every family that has the property is listed; exit
    1 when no entry fits.
    """
    from advisor.usecases.knowledge.listing import listing, overview

    wiring = Wiring(overlays=overlays)
    today, texts = wiring.now().date(), Texts(lang)
    given = {"role": role, "kind": kind, "lifecycle": lifecycle}
    filters = {name: value for name, value in given.items() if value is not None}
    if family is None and not filters:
        found = overview(wiring.catalog, today)
        if json_:
            _document({"families": found})
        else:
            _families(found, texts)
        return 0
    rows = listing(wiring.catalog, today, family, filters)
    if json_:
        _document({"family": family, "filters": filters, "entries": rows})
    elif rows:
        _entries(rows, texts)
    else:
        click.echo(texts.t("kb.list.none"), err=True)
    return 0 if rows else 1


def _document(values: dict[str, object]) -> None:
    from advisor.cli.kb.document import print_document

    print_document("list", values)


def _families(found: Sequence[Family], texts: Texts) -> None:
    from advisor.cli.kb.layout import Row as Cells
    from advisor.cli.kb.layout import emit, table
    from advisor.cli.kb.wording import word
    from advisor.cli.output import terminal_width

    names = ("family", "title", "entries", "statements", "oldest")
    rows = [
        Cells(
            (
                one.id,
                word(one.id, texts, "kb.family"),
                str(one.entries),
                str(one.statements) if one.statements else "",
                one.oldest.isoformat() if one.oldest else "",
            )
        )
        for one in found
    ]
    emit(table([texts.t(f"kb.column.{name}") for name in names], rows, terminal_width()))


def _entries(found: Sequence[Row], texts: Texts) -> None:
    from advisor.cli.kb.layout import Row as Cells
    from advisor.cli.kb.layout import emit, table
    from advisor.cli.kb.wording import local, word
    from advisor.cli.output import terminal_width

    names = ("id", "title", "kind", "state", "version", "statements", "oldest")
    several = len({row.family for row in found}) > 1
    rows = [
        (
            f"{row.family}/{row.id}" if several else row.id,
            local(row.title, texts),
            texts.t("statement.join").join(word(kind, texts) for kind in row.kinds),
            texts.t(f"kb.short.{row.state}") if row.state else "",
            row.version,
            str(row.statements) if row.statements else "",
            row.oldest.isoformat() if row.oldest else "",
        )
        for row in found
    ]
    # a column that is empty for the whole family says nothing
    used = [place for place in range(len(names)) if any(row[place] for row in rows)]
    emit(
        table(
            [texts.t(f"kb.column.{names[place]}") for place in used],
            [Cells(tuple(row[place] for place in used)) for row in rows],
            terminal_width(),
        )
    )
