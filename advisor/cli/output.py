"""Print a recommendation, and write it in the formats that were asked for."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli.options import write_file
from knowledge.errors import failures, together
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.narration import Narrator
    from knowledge.schema.decision import Recommendation

ANSWER, NEGATIVE = 0, 1


def deliver(
    recommendation: Recommendation,
    texts: Texts,
    narrator: Narrator,
    *,
    json_: bool,
    html: Path | None,
    pdf: Path | None,
) -> int:
    """Write the files, print the result to stdout; 1 when nothing is feasible, else 0.

    Raises:
        KnownError: a file could not be written; everything else was.
    """
    writers = ((html, _html), (pdf, _pdf))
    checks = [
        partial(_write, path, write, recommendation, texts, narrator)
        for path, write in writers
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
    render: Callable[[Recommendation, Texts], str | bytes],
    recommendation: Recommendation,
    texts: Texts,
    narrator: Narrator,
) -> None:
    write_file(path, render(recommendation, texts))
    narrator.say(texts.t("cli.wrote", path=str(path)))


def _html(recommendation: Recommendation, texts: Texts) -> str:
    from reports.formats import html

    return html.document(recommendation, texts)


def _pdf(recommendation: Recommendation, texts: Texts) -> bytes:
    from reports.build import build
    from reports.formats import pdf

    return pdf.render(build(recommendation, texts))


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
