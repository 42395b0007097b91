"""`advisor tui`."""

from __future__ import annotations

from pathlib import Path

import click

from advisor.cli import options


@click.command("tui")
@click.option(
    "--scenario", default="edge-cv", show_default=True, metavar="ID", help="Open on this scenario."
)
@options.language
@options.sources
def command(lang: str, scenario: str, overlays: tuple[Path, ...], pythons: tuple[Path, ...]) -> int:
    """Open the questionnaire in the terminal: scenario, budget, priorities, run, result."""
    from advisor.tui.start import start

    start(lang, scenario, overlays, pythons)
    return 0
