"""Print a recommendation, and write it in the formats that were asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli.options import write_file
from advisor.usecases.report import Format, dossier_of, written
from knowledge.errors import failures, together
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.narration import Narrator
    from advisor.wiring import Wiring
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.dossier import Dossier

ANSWER, NEGATIVE = 0, 1


def deliver(
    recommendation: Recommendation,
    texts: Texts,
    narrator: Narrator,
    *,
    wiring: Wiring,
    json_: bool,
    html: Path | None,
    pdf: Path | None,
) -> int:
    """Write the files, print the result to stdout; 1 when nothing is feasible, else 0.

    Raises:
        KnownError: a file could not be written; everything else was.
    """
    writers = ((html, Format.HTML), (pdf, Format.PDF))
    dossier = cache(partial(dossier_of, wiring, recommendation))
    checks = [
        partial(_write, path, form, recommendation, texts, narrator, dossier)
        for path, form in writers
        if path is not None
    ]
    # a file that cannot be written costs neither the other one nor the answer itself
    failed = failures(checks)
    click.echo(_text(recommendation, texts, json_=json_).rstrip("\n"))
    if failed:
        raise together(failed)
    return ANSWER if recommendation.ranking else NEGATIVE


def _write(
    path: Path,
    form: Format,
    recommendation: Recommendation,
    texts: Texts,
    narrator: Narrator,
    dossier: Callable[[], Dossier],
) -> None:
    there = path.exists()  # overwritten, as `make demo` wants it, but never without a word
    write_file(path, written(recommendation, texts, form, dossier=dossier))
    narrator.say(texts.t("cli.overwrote" if there else "cli.wrote", path=str(path)))


def _text(recommendation: Recommendation, texts: Texts, *, json_: bool) -> str:
    if json_:
        from reports.formats import json as json_format

        return json_format.render(recommendation)
    from reports.build import build
    from reports.formats import terminal

    return terminal.render(
        build(recommendation, texts, only=terminal.SECTIONS, citing=terminal.CITING),
        width=terminal_width(),
        colour=sys.stdout.isatty(),
    )


def terminal_width() -> int:
    """Columns to fill: the terminal's, at most 120; 100 when stdout is not a terminal."""
    import shutil

    if not sys.stdout.isatty():
        return 100
    return max(60, min(120, shutil.get_terminal_size().columns))
