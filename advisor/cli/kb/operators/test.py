"""`advisor kb operators test`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.cli.kb.layout import Line
    from advisor.usecases.operators import TriedCases


@click.command("test")
@click.argument("spec", metavar="ENV")
@click.option(
    "--operator", "operators", multiple=True, metavar="NAME", help="Only cases of it; repeatable."
)
@click.option(
    "--failures", is_flag=True, help="Name every case that did not pass, with what was said."
)
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write what was counted into this folder of facts, to be given as --knowledge.",
)
@options.as_json
@options.language
@options.sources
def command(
    spec: str,
    operators: tuple[str, ...],
    failures: bool,
    folder: Path | None,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Run ONNX's own test cases of single operators in the runtime of ENV: onnxruntime, openvino,
    tvm, iree, mnn.

    A case passes, is wrong, is refused as unsupported, fails otherwise, or ends the process. Exit 1
    when not all passed.
    """
    from advisor.usecases.operators import try_cases

    texts = Texts(lang)
    narrator = Narrator(texts)
    wiring = Wiring(overlays=overlays, pythons=pythons)
    if folder is not None and operators:
        raise click.UsageError("--write takes the results of all operators; leave out --operator")
    try:
        found = try_cases(wiring, spec, operators, narrator)
    finally:
        narrator.close()
    if folder is not None and found.results is not None and not found.message:
        from advisor.usecases.operators_writing import write_cases

        for path in write_cases(wiring, found.results, folder):
            narrator.say(texts.t("cli.wrote", path=str(path)))
    if json_:
        from advisor.cli.kb.document import print_document

        print_document("operators-test", vars(found))
    else:
        _print(found, texts, failures=failures)
    return 0 if found.results is not None and not found.refused and not found.message else 1


def _print(found: TriedCases, texts: Texts, *, failures: bool) -> None:
    from advisor.cli.kb.layout import emit
    from advisor.cli.output import terminal_width

    if found.message:
        click.echo(f"{found.spec}: {found.message}", err=True)
    if found.results is not None:
        emit(_lines(found, texts, terminal_width(), failures=failures))


def _lines(found: TriedCases, texts: Texts, width: int, *, failures: bool) -> Iterator[Line]:
    from advisor.cli.kb.layout import Row, heading, table
    from advisor.cli.kb.operators.wording import case_lines

    if found.results is not None:
        yield from case_lines(found.results, texts, width)
    if failures and found.refused:
        yield from heading(texts.t("kb.operators.failures"), width)
        yield from table(["", ""], [Row(pair) for pair in found.refused.items()], width)
