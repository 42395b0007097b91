"""Makes statements: resolves the sources of their citations and says until when they are fresh.

Pure; `today` is passed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from typing import Any

from advisor.usecases.knowledge.stated import Cited, Kind, Stated
from knowledge.catalog import Catalog
from knowledge.evidence import STANDING_SHELF_LIFE_DAYS, best_citation, stale_since
from knowledge.schema.base import LocalText
from knowledge.schema.evidence import Citation
from knowledge.texts import Texts

EMPTY = LocalText(en="", zh="")


@dataclass(frozen=True)
class Maker:
    """Makes statements of a catalog as of a day."""

    catalog: Catalog
    today: date

    def stated(
        self,
        key: str,
        kind: Kind,
        evidence: Sequence[Citation],
        verdict: LocalText,
        *,
        life: int = STANDING_SHELF_LIFE_DAYS,
        title: LocalText = EMPTY,
        note: LocalText | None = None,
        **more: Any,
    ) -> Stated:
        """One statement; its best citation first, the others in their order.

        Args:
            key: its evidence key.
            kind: what sort of statement it is.
            evidence: at least one citation.
            verdict: what it says.
            life: days after which a reading is stale; as given, for what is said of an entry as a
                whole and so has no term with a shelf life of its own.
            title: what it speaks of.
            note: what it adds.
            more: further fields of `Stated`.
        """
        best = best_citation(evidence)
        ordered = [best, *(citation for citation in evidence if citation is not best)]
        return Stated(
            key=key,
            kind=kind,
            title=title,
            verdict=verdict,
            note=note,
            evidence=tuple(self._cited(citation, life) for citation in ordered),
            fresh_until=best.read + timedelta(days=life),
            **more,
        )

    def _cited(self, citation: Citation, life: int) -> Cited:
        source = self.catalog.sources[citation.source]
        return Cited(
            source=citation.source,
            title=source.title,
            address=source.address,
            locator=citation.locator,
            read=citation.read,
            grade=citation.grade,
            stale_since=stale_since(citation.read, life, self.today),
        )


def in_words(words: Callable[[Texts], str]) -> LocalText:
    """What `words` makes of each language's texts."""
    return LocalText(en=words(_texts("en")), zh=words(_texts("zh")))


@cache
def word(key: str) -> LocalText:
    """The text `key` in each language."""
    return in_words(lambda texts: texts.t(key))


@cache
def _texts(language: str) -> Texts:
    return Texts(language)
