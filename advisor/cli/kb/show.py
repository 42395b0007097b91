"""`advisor kb show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.usecases.knowledge.entry import View


@click.command("show")
@click.argument("name", nargs=-1, required=True)
@click.option("--brief", is_flag=True, help="One line per statement, with its best evidence.")
@options.knowledge
@options.as_json
@options.language
def command(
    name: tuple[str, ...], brief: bool, overlays: tuple[Path, ...], json_: bool, lang: str
) -> int:
    """Show everything that is said of NAME, and on what evidence.

    NAME is an id, a title, another name, the package, or words of these that only one entry has
    ("TFLite", "rtx 4090"); "frameworks/pytorch" where several entries share a name. A release after
    it ("tensorflow 3.0", "torch@2.1") is answered too.
    """
    from advisor.usecases.knowledge.entry import view

    wiring = Wiring(overlays=overlays)
    found = view(wiring.catalog, " ".join(name), wiring.now().date())
    if json_:
        _document(" ".join(name), found)
        return 0
    from advisor.cli.kb.entry import lines
    from advisor.cli.kb.layout import emit
    from advisor.cli.output import terminal_width

    emit(lines(found, Texts(lang), terminal_width(), brief=brief))
    return 0


def _document(asked: str, found: View) -> None:
    from advisor.cli.kb.document import print_document

    print_document(
        "show",
        {
            "asked": asked,
            "matched": found.found.by,
            "family": found.found.entry.family,
            "id": found.found.entry.id,
            "title": found.found.entry.title,
            "also": found.found.also,
            "overlaid": found.overlaid,
            "release": found.asked,
            "over": found.over,
            "entry": found.noun,
            "statements": found.statements,
            "routes_from": found.routes_from,
            "routes_to": found.routes_to,
            "links": found.links,
            "uses": found.uses,
        },
    )
