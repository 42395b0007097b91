"""`advisor tui`."""

from __future__ import annotations

from pathlib import Path

import click

from advisor.cli import options
from knowledge.texts import Texts


@click.command("tui")
@click.option(
    "--scenario", metavar="ID", help="The scenario a new question begins with. [default: edge-cv]"
)
@click.option(
    "--serve",
    is_flag=True,
    help="Serve it to browsers on this machine (127.0.0.1) instead; there is no login.",
)
@click.option(
    "--port",
    type=click.IntRange(1, 65_535),
    default=8000,
    show_default=True,
    help="The port for --serve.",
)
@options.language
@options.sources
def command(
    scenario: str | None,
    serve: bool,
    port: int,
    lang: str,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Open the questionnaire in the terminal: from the scenario to a report, step by step."""
    if serve:
        from advisor.tui.serve import HOST
        from advisor.tui.serve import serve as serving

        words = ["--lang", lang, *(("--scenario", scenario) if scenario else ())]
        words += [word for folder in overlays for word in ("--knowledge", str(folder))]
        words += [word for python in pythons for word in ("--python", str(python))]
        warning = Texts(lang).t("tui.serve.warning", host=HOST, port=str(port))
        serving(words, port, lambda: click.echo(warning, err=True))
        return 0
    from advisor.tui.start import start

    return start(lang, scenario, overlays, pythons)
