"""`advisor history list|show`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.output import deliver
from advisor.cli.table import print_table
from advisor.usecases.history import asked_besides, history, recall
from advisor.wiring import Wiring
from knowledge.texts import Texts

LONGEST = 72
"""Cells of what was asked besides."""


@click.group("history")
def command() -> None:
    """List and show earlier recommendations."""


@command.command("list")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True)
@options.as_json
@options.language
def list_(limit: int, json_: bool, lang: str) -> int:
    """List the newest recommendations first."""
    rows = history(Wiring(), limit)
    if json_:
        click.echo(json.dumps([row.model_dump(mode="json") for row in rows], indent=2))
        return 0
    texts = Texts(lang)
    if not rows:
        click.echo(texts.t("cli.history.none"), err=True)
        return 0
    print_table(
        [
            texts.t(f"cli.history.{name}")
            for name in ("id", "created", "scenario", "winner", "asked")
        ],
        [
            (
                row.id,
                f"{row.created:%Y-%m-%d %H:%M}",
                row.scenario,
                row.winner or "–",
                _short(asked_besides(row.command)),
            )
            for row in rows
        ],
    )
    return 0


def _short(text: str) -> str:
    """`text` cut to `LONGEST` cells, ending in an ellipsis where something is lost."""
    from rich.cells import cell_len, set_cell_size

    return text if cell_len(text) <= LONGEST else set_cell_size(text, LONGEST - 1).rstrip() + "…"


@command.command("show")
@click.argument("reference", default="latest", metavar="[ID]")
@click.option("--html", type=click.Path(path_type=Path), metavar="F", help="Write HTML to F.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="F", help="Write PDF to F.")
@options.as_json
@options.language
def show(reference: str, html: Path | None, pdf: Path | None, json_: bool, lang: str) -> int:
    """Show a recommendation again: by id, by the start of one, or the latest."""
    targets = options.output_files(html, pdf)
    texts = Texts(lang)
    wiring = Wiring()
    return deliver(
        recall(wiring, reference),
        texts,
        Narrator(texts),
        wiring=wiring,
        json_=json_,
        html=targets[0],
        pdf=targets[1],
    )
