"""`advisor claims list`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.usecases.claims import find
from advisor.wiring import Wiring
from knowledge.schema.trial import Needs, Verdict
from knowledge.texts import Texts


@click.command("list")
@click.option("--article", metavar="ID", help="Only the claims of one article.")
@click.option("--about", metavar="NAME", help="Only claims about a framework, system or device.")
@click.option("--verdict", type=click.Choice([v.value for v in Verdict]), help="Only this verdict.")
@click.option("--needs", type=click.Choice([n.value for n in Needs]), help="Only what needs this.")
@click.option("--recipe", is_flag=True, help="Only claims that `advisor claims verify` can test.")
@options.knowledge
@options.as_json
@options.language
def command(
    article: str | None,
    about: str | None,
    verdict: str | None,
    needs: str | None,
    recipe: bool,
    overlays: tuple[Path, ...],
    json_: bool,
    lang: str,
) -> int:
    """List what articles claim, each with the verdict on it."""
    texts = Texts(lang)
    catalog = Wiring(overlays=overlays).catalog
    found = find(catalog, article=article, about=about, verdict=verdict, needs=needs, recipe=recipe)
    if json_:
        click.echo(json.dumps([f.model_dump(mode="json") for f in found], indent=2))
        return 0
    names = ("id", "verdict", "text")
    print_table(
        [texts.t(f"cli.claims.{name}") for name in names],
        [
            (claim.id, texts.t(f"verdict.{claim.verdict}"), claim.text.in_language(lang))
            for claim in found
        ],
    )
    return 0
