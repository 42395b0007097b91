"""`advisor kb operators extract`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.usecases.operators import Extracted

COLUMNS = ("environment", "version", "device", "kernels", "composed")


@click.command("extract")
@click.argument("specs", nargs=-1, metavar="[ENV]...")
@click.option(
    "--write",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Write the lists and counts into this folder of facts, to be given as --knowledge.",
)
@options.as_json
@options.language
@options.sources
def command(
    specs: tuple[str, ...],
    folder: Path | None,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Ask the framework in each environment ENV, or in all, for its operators.

    Exit 1 when one of them gave no answer.
    """
    from advisor.usecases.operators import extract

    texts = Texts(lang)
    narrator = Narrator(texts)
    wiring = Wiring(overlays=overlays, pythons=pythons)
    try:
        found = extract(wiring, specs, narrator)
    finally:
        narrator.close()
    if folder is not None:
        from advisor.usecases.operators_writing import write_registries

        registries = [one.registry for one in found if one.registry is not None]
        for path in write_registries(wiring, registries, folder):
            narrator.say(texts.t("cli.wrote", path=str(path)))
    if json_:
        from advisor.cli.kb.document import print_document

        print_document("operators-extract", {"environments": found})
    else:
        _print(found, texts)
    return 0 if all(one.registry for one in found) else 1


def _print(found: Sequence[Extracted], texts: Texts) -> None:
    from advisor.cli.kb.layout import Row, emit, table
    from advisor.cli.output import terminal_width

    rows = []
    for one in found:
        if one.registry is None:
            click.echo(f"{one.spec}: {one.message}", err=True)
            continue
        for device, backend in one.registry.backends.items():
            numbers = (texts.number(len(n), 6) for n in (backend.kernels, backend.composed))
            rows.append(Row((one.spec, one.registry.version, device, *numbers)))
    if rows:
        emit(table([texts.t(f"kb.operators.{name}") for name in COLUMNS], rows, terminal_width()))
