"""A plain table on stdout, aligned by terminal cells and never truncated."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.cells import cell_len


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print `columns` and `rows` with two spaces between; the last column is not padded."""
    everything = [list(columns), *map(list, rows)]
    widths = [max(cell_len(row[i]) for row in everything) for i in range(len(columns))]
    for row in everything:
        cells = [text + " " * (widths[i] - cell_len(text)) for i, text in enumerate(row)]
        click.echo("  ".join(cells).rstrip())
