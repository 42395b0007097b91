"""A kept recommendation in any format, at any later time."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable

    from advisor.wiring import Wiring
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.dossier import Dossier
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
    dossier: Callable[[], Dossier] | None = None,
) -> str | bytes:
    """`recommendation` as a document, bytes for PDF and text for the others.

    Args:
        recommendation: what to write.
        texts: its language; JSON holds both, and CSV has the column names of the JSON.
        format_: the form.
        table: which table CSV holds.
        anonymize: leave out host name, user name and paths.
        dossier: works out what a long document adds from the knowledge base; asked for only there.
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
    else:
        from reports.build import build, section_ids

        only = getattr(module, "SECTIONS", None)
        if only is None:
            only = set(section_ids()) - getattr(module, "LEFT_OUT", frozenset())
        citing: frozenset[str] = getattr(module, "CITING", frozenset())
        more = None if dossier is None or format_ is Format.SHORT else dossier()
        content = module.render(
            build(recommendation, texts, only=only, citing=citing, dossier=more)
        )
    return content


def dossier_of(
    wiring: Wiring, recommendation: Recommendation, origin: str | None = None
) -> Dossier:
    """What the knowledge base as it is now adds to `recommendation`.

    Raises:
        KnownError: nothing is called as the stack in use, `origin`.
    """
    from advisor.usecases.dossier.all import dossier

    return dossier(wiring.catalog, recommendation, wiring.now().date(), origin)
