"""A kept recommendation in any format, at any later time."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from knowledge.errors import KnownError

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
        recommendation = _anonymous(recommendation)
    module = import_module(f"reports.formats.{format_.value}")
    content: str | bytes
    if format_ is Format.CSV:
        content = module.render(recommendation, table)
    elif format_ is Format.JSON:
        content = module.render(recommendation)
    elif format_ is Format.HTML:
        content = module.document(recommendation, texts, dossier() if dossier else None)
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


def one_page(
    recommendation: Recommendation,
    texts: Texts,
    format_: Format,
    *,
    anonymize: bool = False,
    dossier: Callable[[], Dossier] | None = None,
) -> str | bytes:
    """`recommendation` on one page, for who decides.

    Raises:
        KnownError: the form has no pages.
    """
    from importlib import import_module

    from reports.brief import SECTIONS, one_page
    from reports.build import build

    paged(format_, "--brief")
    if anonymize:
        recommendation = _anonymous(recommendation)
    more = None if dossier is None else dossier()
    report = build(recommendation, texts, only=SECTIONS, dossier=more)
    content: str | bytes = import_module(f"reports.formats.{format_.value}").render(
        one_page(report, recommendation, texts)
    )
    return content


def compared(
    before: Recommendation,
    after: Recommendation,
    texts: Texts,
    format_: Format,
    *,
    anonymize: bool = False,
) -> str | bytes:
    """Two recommendations side by side.

    Raises:
        KnownError: the form has no pages.
    """
    from importlib import import_module

    from reports.comparison.build import build

    if format_ not in (Format.SHORT, Format.JSON):
        paged(format_, "--against")
    if anonymize:
        before, after = _anonymous(before), _anonymous(after)
    if format_ is Format.JSON:
        from reports.comparison.json import render

        return render(before, after)
    content: str | bytes = import_module(f"reports.formats.{format_.value}").render(
        build(before, after, texts)
    )
    return content


def _anonymous(recommendation: Recommendation) -> Recommendation:
    from reports.anonymous import anonymous

    return anonymous(recommendation)


def paged(format_: Format, option: str) -> None:
    """Refuse `option` for a form without pages.

    Raises:
        KnownError: it has none.
    """
    if format_ not in (Format.HTML, Format.PDF, Format.MARKDOWN):
        raise KnownError(
            f"{option} makes pages, and {format_.value} has none",
            hint="use --format html, pdf or markdown",
        )


def dossier_of(
    wiring: Wiring, recommendation: Recommendation, origin: str | None = None
) -> Dossier:
    """What the knowledge base as it is now adds to `recommendation`.

    Raises:
        KnownError: nothing is called as the stack in use, `origin`.
    """
    from advisor.usecases.dossier.all import dossier

    return dossier(wiring.catalog, recommendation, wiring.now().date(), origin)
