"""`advisor kb operators coverage`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.schema.operators import Standing
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.kb.layout import Line, Row
    from advisor.usecases.operators import Covered

COLUMNS = ("framework", "version", "device", "covered", "missing", "unknown", "share", "basis")
USES = "uses"


@click.command("coverage")
@click.argument("frameworks", nargs=-1, metavar="[FRAMEWORK]...")
@click.option(
    "--set",
    "set_",
    default="onnx",
    show_default=True,
    metavar="SET",
    help="onnx, aten-core, or a workload: its operators, weighted by their uses.",
)
@click.option("--device", metavar="DEVICE", help="Only this back end: cpu, cuda, ascend, ...")
@click.option("--missing", is_flag=True, help="Name what is missing, and what is unknown.")
@options.knowledge
@options.as_json
@options.language
def command(
    frameworks: tuple[str, ...],
    set_: str,
    device: str | None,
    missing: bool,
    overlays: tuple[Path, ...],
    json_: bool,
    lang: str,
) -> int:
    """Say how much of a set of operators each FRAMEWORK, or every one, covers.

    An operator is covered where one operator or function of the framework does it alone; what must
    be composed of several is missing, and what has not been looked up is unknown. Exit 1 when no
    framework has the back end.
    """
    from advisor.usecases.operators import covered

    rows = covered(Wiring(overlays=overlays), set_, frameworks)
    rows = tuple(row for row in rows if device in (None, row.device))
    if json_:
        from advisor.cli.kb.document import print_document

        print_document("operators-coverage", {"set": set_, "coverage": rows})
    elif rows:
        _print(rows, Texts(lang), missing=missing)
    else:
        click.echo(Texts(lang).t("kb.operators.none"), err=True)
    return 0 if rows else 1


def _print(rows: Sequence[Covered], texts: Texts, *, missing: bool) -> None:
    from advisor.cli.kb.layout import emit, paragraph, table
    from advisor.cli.kb.operators.wording import set_title
    from advisor.cli.output import terminal_width

    width = terminal_width()
    weighted = any(one.uses > 1 for one in rows[0].judged)
    columns = (*COLUMNS, USES) if weighted else COLUMNS
    cells = [_row(row, texts, weighted=weighted, missing=missing) for row in rows]
    titles = [texts.t(f"kb.operators.{name}") for name in columns]
    emit((*paragraph(set_title(rows[0].of, texts), width), *table(titles, cells, width)))


def _row(row: Covered, texts: Texts, *, weighted: bool, missing: bool) -> Row:
    from advisor.cli.kb.layout import Row
    from advisor.cli.kb.operators.wording import basis, counts, interval, share

    cells = (
        row.framework,
        row.version,
        row.device,
        *counts(row.of, texts),
        share(row.of, texts),
        basis(row, texts),
        *((interval(row.least, row.most, texts),) if weighted else ()),
    )
    return Row(cells, tuple(_named(row, texts)) if missing else ())


def _named(row: Covered, texts: Texts) -> Iterator[Line]:
    from advisor.cli.kb.layout import Line
    from advisor.cli.kb.operators.wording import listed, named

    for standing in (Standing.MISSING, Standing.UNKNOWN):
        operators = named(row, standing)
        if operators:
            names = listed(operators, texts)
            yield Line(texts.t(f"kb.operators.{standing}-names", names=names))
