"""`advisor report`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.usecases.history import recall
from advisor.usecases.report import Format, compared, dossier_of, one_page, paged, written
from advisor.wiring import Wiring
from knowledge.errors import KnownError
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.schema.dossier import Dossier


@click.command("report")
@click.argument("reference", default="latest", metavar="[RUN]")
@click.option(
    "--format",
    "format_",
    type=click.Choice([form.value for form in Format]),
    default=Format.MARKDOWN.value,
    show_default=True,
    help="markdown is a decision record (MADR), short a few lines for a chat.",
)
@click.option(
    "--table",
    type=click.Choice(["matrix", "measurements"]),
    default="matrix",
    show_default=True,
    help="Which table --format csv holds.",
)
@click.option(
    "--out",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="F",
    help='Write to F; "-" or nothing prints (PDF needs a file).',
)
@click.option("--force", is_flag=True, help="Overwrite F where it exists.")
@click.option("--anonymize", is_flag=True, help="Leave out host name, user name and paths.")
@click.option(
    "--from",
    "origin",
    metavar="STACK",
    help="A stack in use: the report tells what moving from it takes.",
)
@click.option("--brief", is_flag=True, help="One page: answer, first places, reasons, next step.")
@click.option(
    "--against",
    metavar="RUN",
    help="Compare with an earlier run instead: what changed, and why.",
)
@options.knowledge
@options.language
def command(
    reference: str,
    format_: str,
    table: Literal["matrix", "measurements"],
    out: Path | None,
    force: bool,
    anonymize: bool,
    origin: str | None,
    brief: bool,
    against: str | None,
    overlays: tuple[Path, ...],
    lang: str,
) -> int:
    """Write an earlier recommendation in any format: by id, by the start of one, or the latest."""
    form = Format(format_)
    target = None if out is None or str(out) == "-" else options.output_file("--out", out)
    if form is Format.PDF and target is None:
        raise KnownError("a PDF is no text to print", hint="name a file: --out report.pdf")
    there = target is not None and target.exists()
    if there and not force:
        raise KnownError(f"{target} exists", hint="name another file, or overwrite it with --force")
    texts = Texts(lang)
    narrator = Narrator(texts)
    _alone(brief=brief, against=against, origin=origin)
    if origin is not None:
        paged(form, "--from")
    wiring = Wiring(overlays=overlays)
    recommendation = recall(wiring, reference)

    def dossier() -> Dossier:
        return dossier_of(wiring, recommendation, origin)

    content: str | bytes
    if against is not None:
        before = recall(wiring, against)
        content = compared(before, recommendation, texts, form, anonymize=anonymize)
    elif brief:
        content = one_page(recommendation, texts, form, anonymize=anonymize, dossier=dossier)
    else:
        content = written(
            recommendation, texts, form, table=table, anonymize=anonymize, dossier=dossier
        )
    if target is None:
        click.echo(content, nl=False)
        return 0
    # A spreadsheet reads Chinese rightly only where a mark says that it is UTF-8.
    mark = b"\xef\xbb\xbf" if form is Format.CSV else b""
    data = content.encode() if isinstance(content, str) else content
    options.write_file(target, mark + data)
    narrator.say(texts.t("cli.overwrote" if there else "cli.wrote", path=str(target)))
    return 0


def _alone(*, brief: bool, against: str | None, origin: str | None) -> None:
    """What shapes the document shuts each other out."""
    given = {"--brief": brief, "--against": against is not None, "--from": origin is not None}
    options_ = [name for name, is_given in given.items() if is_given]
    if len(options_) > 1:
        raise KnownError(
            f"{options_[0]} and {options_[1]} make different documents",
            hint="write one after the other",
        )
