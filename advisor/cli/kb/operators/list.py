"""`advisor kb operators list`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.schema.operators import OperatorRegistry

COLUMNS = ("framework", "version", "device", "kernels", "composed", "onnx", "aten-core", "read")


@click.command("list")
@options.knowledge
@options.as_json
@options.language
def command(overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """List, per framework and back end, its operators and how much of ONNX and core ATen they are.

    An interval says that some operators of the set are neither known to be there nor to be missing.
    """
    from advisor.usecases.operators import overview

    found = overview(Wiring(overlays=overlays))
    if json_:
        from advisor.cli.kb.document import print_document

        print_document("operators-list", {"frameworks": found})
    else:
        _print(found, Texts(lang))
    return 0


def _print(found: Sequence[OperatorRegistry], texts: Texts) -> None:
    from advisor.cli.kb.layout import Row, emit, table
    from advisor.cli.output import terminal_width

    rows = [Row(cells) for one in found for cells in _cells(one, texts)]
    columns = [texts.t(f"kb.operators.{name}") for name in COLUMNS]
    emit(table(columns, rows, terminal_width()))


def _cells(one: OperatorRegistry, texts: Texts) -> Iterator[tuple[str, ...]]:
    from advisor.cli.kb.operators.wording import own_counts, share

    shares = {(of.set, of.device): of for of in one.coverage}
    for counted in one.backends:
        yield (
            one.id,
            one.version,
            counted.device,
            *own_counts(counted, texts),
            *(share(shares.get((name, counted.device)), texts) for name in COLUMNS[5:7]),
            one.read.isoformat(),
        )
