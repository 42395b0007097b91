"""`advisor kb operators show`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.kb.layout import Line
    from advisor.usecases.operators import Shown


@click.command("show")
@click.argument("framework")
@click.option("--names", is_flag=True, help="Also list every operator by its name.")
@options.knowledge
@options.as_json
@options.language
def command(framework: str, names: bool, overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """Show the operators of FRAMEWORK: how many, how much of ONNX and core ATen, what ONNX's own
    test cases gave.
    """
    from advisor.usecases.operators import show

    found = show(Wiring(overlays=overlays), framework)
    if json_:
        _document(found, names=names)
        return 0
    from advisor.cli.kb.layout import emit
    from advisor.cli.output import terminal_width

    emit(_lines(found, Texts(lang), terminal_width(), names=names))
    return 0


def _document(found: Shown, *, names: bool) -> None:
    from advisor.cli.kb.document import print_document

    print_document(
        "operators-show",
        {
            "framework": found.counted,
            "coverage": found.coverage,
            "cases": found.cases,
            "registry": found.registry if names else None,
        },
    )


def _lines(found: Shown, texts: Texts, width: int, *, names: bool) -> Iterator[Line]:
    from advisor.cli.kb.layout import Row, heading, paragraph, table
    from advisor.cli.kb.operators.wording import case_lines, counts, own_counts, share
    from advisor.cli.kb.wording import local

    counted = found.counted
    yield from paragraph(f"{counted.package}  {counted.read}", width, style="bold")
    yield from paragraph(local(counted.counted, texts), width)
    yield from heading(texts.t("kb.operators.backends"), width)
    columns = ("device", "kernels", "composed")
    rows = [Row((one.device, *own_counts(one, texts))) for one in counted.backends]
    yield from table([texts.t(f"kb.operators.{name}") for name in columns], rows, width)
    yield from heading(texts.t("kb.operators.sets"), width)
    titles = ("set", "version", "device", "covered", "missing", "unknown", "share")
    rows = [
        Row((r.of.set, r.of.version, r.device, *counts(r.of, texts), share(r.of, texts)))
        for r in found.coverage
    ]
    yield from table([texts.t(f"kb.operators.{name}") for name in titles], rows, width)
    if found.cases is not None:
        yield from case_lines(found.cases, texts, width)
    if names:
        yield from _names(found, texts, width)


def _names(found: Shown, texts: Texts, width: int) -> Iterator[Line]:
    from advisor.cli.kb.layout import heading, paragraph

    for device, backend in found.registry.backends.items():
        for kind, operators in (("kernels", backend.kernels), ("composed", backend.composed)):
            if operators:
                title = f"{device}: {texts.t(f'kb.operators.{kind}')} ({len(operators)})"
                yield from heading(title, width)
                yield from paragraph(" ".join(operators), width)
