"""`advisor tui`."""

from __future__ import annotations

from pathlib import Path

import click

from advisor.cli import options


@click.command("tui")
@click.option(
    "--scenario", metavar="ID", help="The scenario a new question begins with. [default: edge-cv]"
)
@options.language
@options.sources
def command(
    lang: str, scenario: str | None, overlays: tuple[Path, ...], pythons: tuple[Path, ...]
) -> int:
    """Open the questionnaire in the terminal: from the scenario to a report, step by step."""
    from advisor.tui.start import start

    start(lang, scenario, overlays, pythons)
    return 0
