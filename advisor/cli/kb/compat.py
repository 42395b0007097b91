"""`advisor kb compat`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from advisor.usecases.compatibility import Compatibility


@click.command("compat")
@click.argument("terms", nargs=-1, required=True, metavar="TERM...")
@options.knowledge
@options.as_json
@options.language
def command(terms: tuple[str, ...], overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """Say whether versions, systems and chips go together: yes, no, or not known.

    Each TERM is AXIS=VALUE: a framework, or python, cuda, cudnn, driver, cann, rocm, jetpack, os,
    chip, compute-capability, dtype and so on ("pytorch=2.6", "chip=rtx-5090", "torch==2.6+cu124").
    AXIS alone asks which values work; "cuda>=12.4" allows for a range. The rule that decided comes
    with its source, and with a no the nearest combination that works.

    Exit 1 when it does not work; 0 when it does, or when nothing here says so.
    """
    from advisor.usecases.compatibility import compatibility
    from knowledge.schema.compatibility import Verdict

    wiring = Wiring(overlays=overlays)
    found = compatibility(wiring.catalog, terms, wiring.now().date())
    if json_:
        from advisor.cli.kb.document import plain, print_document

        print_document("compat", plain(found))
    else:
        _print(found, Texts(lang))
    return 1 if found.verdict is Verdict.NO else 0


def _print(found: Compatibility, texts: Texts) -> None:
    from advisor.cli.kb.compat_lines import lines
    from advisor.cli.kb.layout import emit
    from advisor.cli.output import terminal_width

    emit(lines(found, texts, terminal_width()))
