"""`advisor kb lint`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.findings import KnowledgeError
    from knowledge.lint.rule import Finding

UNUSABLE = 2


@click.command("lint")
@options.knowledge
@options.as_json
@options.language
def command(overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """Load every fact and report what is doubtful; exit 1 on findings, 2 when a file is wrong."""
    from advisor.usecases.knowledge.families import entries
    from advisor.usecases.knowledge.linting import findings
    from knowledge.findings import KnowledgeError
    from knowledge.lint.statements import statements

    wiring = Wiring(overlays=overlays)
    try:
        catalog = wiring.catalog
    except KnowledgeError as error:
        if not json_:
            raise
        _document((), error, {"statements": None, "entries": None})
        return UNUSABLE
    found = findings(wiring)
    size: dict[str, int | None] = {
        "statements": sum(1 for _ in statements(catalog)),
        "entries": sum(1 for _ in entries(catalog)),
    }
    if json_:
        _document(found, None, size)
        return 1 if found else 0
    texts = Texts(lang)
    for finding in found:
        where = f"{finding.file}:{finding.line}: " if finding.file else ""
        message = texts.say(finding.message)
        click.echo(f"{where}{finding.rule}: {finding.subject}: {message}")
    click.echo(
        texts.t("kb.lint.found" if found else "kb.lint.clean", count=len(found), **size), err=True
    )
    return 1 if found else 0


def _document(
    findings: Sequence[Finding], error: KnowledgeError | None, size: dict[str, int | None]
) -> None:
    from advisor.cli.kb.document import print_document

    problems = [] if error is None else error.findings
    print_document("lint", {"problems": problems, "findings": findings, **size})
