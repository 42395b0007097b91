"""`advisor claims conflicts`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.wiring import Wiring
from knowledge.conflicts import conflicts
from knowledge.texts import Texts


@click.command("conflicts")
@options.knowledge
@options.as_json
@options.language
def command(overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """List claims that cannot all be true, and the rule that tells."""
    found = conflicts(Wiring(overlays=overlays).catalog)
    if json_:
        rows = [
            {"rule": c.rule.value, "topic": c.topic, "claims": c.claims, "against": c.against}
            for c in found
        ]
        click.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return 0
    texts = Texts(lang)
    print_table(
        [texts.t(f"cli.claims.{name}") for name in ("rule", "claims", "topic")],
        [
            (
                texts.t(f"conflict.{c.rule}"),
                ", ".join([*c.claims, *([c.against] if c.against else [])]),
                c.topic,
            )
            for c in found
        ],
    )
    return 0
