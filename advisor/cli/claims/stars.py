"""`advisor claims stars`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from scoring.stars import Rating


@click.command("stars")
@options.knowledge
@options.as_json
@options.language
def command(overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """Show the stars that articles give beside ours, and what makes a difference of one or more."""
    from scoring.stars import ratings

    wiring = Wiring(overlays=overlays)
    found = ratings(wiring.catalog, wiring.now().date())
    if json_:
        click.echo(json.dumps([_document(rating) for rating in found], indent=2))
        return 0
    texts, catalog = Texts(lang), wiring.catalog
    print_table(
        [
            texts.t(f"cli.claims.{name}")
            for name in ("id", "framework", "criterion", "said", "ours")
        ],
        [
            (
                rating.claim,
                catalog.framework(rating.framework).title,
                catalog.criterion(rating.criterion).title.in_language(lang),
                texts.fixed(rating.said, 1),
                texts.t(
                    "cli.claims.interval",
                    point=texts.fixed(rating.ours.point, 1),
                    low=texts.fixed(rating.ours.low, 1),
                    high=texts.fixed(rating.ours.high, 1),
                ),
            )
            for rating in found
        ],
    )
    for rating in found:
        if rating.contributions:
            _explain(rating, texts)
    return 0


def _explain(rating: Rating, texts: Texts) -> None:
    key = "more" if rating.gap > 0 else "fewer"
    gap = texts.fixed(abs(rating.gap), 1)
    click.echo("\n" + texts.t(f"cli.claims.stars-{key}", claim=rating.claim, gap=gap))
    for contribution in rating.contributions:
        evidence = f" [{contribution.evidence}]" if contribution.evidence else ""
        click.echo(f"  {contribution.text.in_language(texts.language)}{evidence}")


def _document(rating: Rating) -> dict[str, object]:
    return {
        "claim": rating.claim,
        "article": rating.article,
        "framework": rating.framework,
        "criterion": rating.criterion,
        "said": rating.said,
        "ours": rating.ours.model_dump(),
        "coverage": rating.coverage,
        "contributions": [
            {
                "term": one.indicator.term,
                "stars": one.stars,
                "missed": one.missed,
                "known": one.known,
                "evidence": one.evidence,
                "text": one.text.model_dump(),
            }
            for one in rating.contributions
        ],
    }
