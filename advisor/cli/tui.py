"""`advisor tui`."""

from __future__ import annotations

from pathlib import Path

import click

from advisor.cli import options


@click.command("tui")
@options.language
@options.sources
def command(lang: str, overlays: tuple[Path, ...], pythons: tuple[Path, ...]) -> int:
    """Open the questionnaire in the terminal: scenario, budget, priorities, run, result."""
    from advisor.tui.start import start

    start(lang, overlays, pythons)
    return 0
