"""Write an answer as files, each whole or not at all; one that fails does not stop the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.usecases.report import Format, written
from advisor.usecases.session import written as put
from knowledge.errors import KnownError
from knowledge.schema.base import Noun

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.texts import Texts

ENDINGS = {
    Format.HTML: "html",
    Format.PDF: "pdf",
    Format.MARKDOWN: "md",
    Format.SHORT: "txt",
    Format.JSON: "json",
    Format.CSV: "csv",
}


class Exported(Noun):
    """What became of one format."""

    format: Format
    path: Path
    problem: tuple[str, str] | None = None
    """Why it could not be written, and what to do."""


def export(
    answer: Recommendation,
    texts: Texts,
    formats: Sequence[Format],
    folder: Path,
    *,
    anonymize: bool = False,
) -> tuple[Exported, ...]:
    """Write `answer` into `folder` in every format asked for, named after the scenario and run."""
    made = []
    for one in formats:
        path = file_of(answer.scenario, answer.id, one, folder)
        problem = None
        # A spreadsheet reads Chinese rightly only where a mark says that it is UTF-8.
        mark = b"\xef\xbb\xbf" if one is Format.CSV else b""
        try:
            content = written(answer, texts, one, anonymize=anonymize)
            put(path, mark + (content if isinstance(content, bytes) else content.encode()))
        except KnownError as error:
            problem = (error.message, error.hint)
        made.append(Exported(format=one, path=path, problem=problem))
    return tuple(made)


def file_of(scenario: str, run: str, form: Format, folder: Path) -> Path:
    """Where an answer is written in one format."""
    return folder.expanduser() / f"advisor-{scenario}-{run}.{ENDINGS[form]}"
