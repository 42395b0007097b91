"""`advisor kb lint`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.wiring import Wiring


@click.command("lint")
@click.option(
    "--knowledge",
    "overlays",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="A folder of your own facts, laid over advisor's; repeatable.",
)
@options.as_json
def command(overlays: tuple[Path, ...], json_: bool) -> int:
    """Load every fact and report what is doubtful; exit 1 on findings, 2 when a file is wrong."""
    from knowledge.lint import lint

    wiring = Wiring(overlays=overlays)
    findings = lint(wiring.catalog, wiring.now().date())
    if json_:
        click.echo(json.dumps([f.model_dump(mode="json") for f in findings], indent=2))
    else:
        for finding in findings:
            click.echo(f"{finding.rule}: {finding.subject}: {finding.message}")
    return 1 if findings else 0
