"""`advisor claims list`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.claims.wording import verdict_word
from advisor.usecases.claims import find
from advisor.wiring import Wiring
from knowledge.schema.trial import Needs, Verdict
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.schema.trial import ArticleClaim


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
    """List what articles claim, each with the verdict on it; exit 1 when no claim fits."""
    texts = Texts(lang)
    catalog = Wiring(overlays=overlays).catalog
    found = find(catalog, article=article, about=about, verdict=verdict, needs=needs, recipe=recipe)
    if json_:
        click.echo(json.dumps([f.model_dump(mode="json") for f in found], indent=2))
        return 0
    if found:
        _print(found, texts)
    else:
        click.echo(texts.t("cli.claims.none"), err=True)
    return 0 if found else 1


def _print(found: Sequence[ArticleClaim], texts: Texts) -> None:
    """The claims as a table, then on stderr what the verdicts mean."""
    from advisor.cli.kb.layout import Row, emit, table
    from advisor.cli.output import terminal_width

    names = [texts.t(f"cli.claims.{name}") for name in ("id", "verdict", "text")]
    rows = [
        Row((claim.id, verdict_word(claim.verdict, texts), claim.text.in_language(texts.language)))
        for claim in found
    ]
    emit(table(names, rows, terminal_width()))
    given = {claim.verdict for claim in found}
    for verdict in (one for one in Verdict if one in given):
        word, about = verdict_word(verdict, texts), texts.t(f"verdict-about.{verdict}")
        click.echo(texts.t("cli.claims.explained", verdict=word, about=about), err=True)
