"""`advisor claims conflicts`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.kb.layout import Row, emit, table
from advisor.cli.output import terminal_width
from advisor.wiring import Wiring
from knowledge.conflicts import conflicts
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.conflicts import Conflict


@click.command("conflicts")
@options.knowledge
@options.as_json
@options.language
def command(overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """List claims that cannot all be true, and the rule that tells."""
    catalog = Wiring(overlays=overlays).catalog
    found = conflicts(catalog)
    if json_:
        document = [
            {"rule": c.rule.value, "topic": c.topic, "claims": c.claims, "against": c.against}
            for c in found
        ]
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
        return 0
    texts = Texts(lang)
    columns = [texts.t(f"cli.claims.{name}") for name in ("rule", "claims", "topic")]
    rows = [
        Row(
            (
                texts.t(f"conflict.{c.rule}"),
                ", ".join([*c.claims, *([c.against] if c.against else [])]),
                _topic(c, catalog, texts),
            )
        )
        for c in found
    ]
    emit(table(columns, rows, terminal_width()))
    return 0


def _topic(conflict: Conflict, catalog: Catalog, texts: Texts) -> str:
    if conflict.scenario is not None:
        return catalog.scenario(conflict.scenario).title.in_language(texts.language)
    return texts.t("statement.join").join(map(texts.word, conflict.parts))
