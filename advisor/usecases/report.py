"""A kept recommendation in any format, at any later time."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.texts import Texts


class Format(StrEnum):
    """What a recommendation can be written as."""

    HTML = "html"
    PDF = "pdf"
    MARKDOWN = "markdown"
    """A decision record in MADR form."""
    SHORT = "short"
    JSON = "json"
    CSV = "csv"


def written(
    recommendation: Recommendation,
    texts: Texts,
    format_: Format,
    *,
    table: Literal["matrix", "measurements"] = "matrix",
    anonymize: bool = False,
) -> str | bytes:
    """`recommendation` as a document, bytes for PDF and text for the others.

    Args:
        recommendation: what to write.
        texts: its language; JSON holds both, and CSV has the column names of the JSON.
        format_: the form.
        table: which table CSV holds.
        anonymize: leave out host name, user name and paths.
    """
    from importlib import import_module

    if anonymize:
        from reports.anonymous import anonymous

        recommendation = anonymous(recommendation)
    module = import_module(f"reports.formats.{format_.value}")
    content: str | bytes
    if format_ is Format.CSV:
        content = module.render(recommendation, table)
    elif format_ is Format.JSON:
        content = module.render(recommendation)
    elif format_ is Format.HTML:
        content = module.document(recommendation, texts)
    else:
        from reports.build import build, section_modules

        only = getattr(module, "SECTIONS", None)
        if only is None:
            only = section_modules().keys() - getattr(module, "LEFT_OUT", frozenset())
        citing: frozenset[str] = getattr(module, "CITING", frozenset())
        content = module.render(build(recommendation, texts, only=only, citing=citing))
    return content
