"""Rules on evidence: strong enough, fresh enough, from sources that are used and told apart."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from knowledge.catalog import Catalog
from knowledge.evidence import best_citation, stale_since
from knowledge.lint.rule import Rule
from knowledge.lint.statements import statements
from knowledge.schema.evidence import Grade

_WEAK = (Grade.ARTICLE, Grade.CONTRADICTED)


def _weak(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for statement in statements(catalog):
        best = best_citation(statement.evidence)
        if best.grade in _WEAK:
            yield statement.key, f"its best evidence is graded {best.grade} ({best.source})"


def _stale(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:
    for statement in statements(catalog):
        best = best_citation(statement.evidence)
        since = stale_since(best.read, statement.shelf_life_days, today)
        if since is not None:
            yield statement.key, f"stale since {since}: {best.source} was read on {best.read}"


def _future(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:
    for statement in statements(catalog):
        for citation in statement.evidence:
            if citation.read > today:
                message = f"{citation.source} is said to be read on {citation.read}, after today"
                yield statement.key, message


def _unused(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    used = {c.source for statement in statements(catalog) for c in statement.evidence}
    for name, source in catalog.sources.items():
        if name not in used:
            yield f"sources/{name}", f"no statement cites {source.title!r}"


def _twins(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    first: dict[str, str] = {}
    for name, source in catalog.sources.items():
        twin = first.setdefault(source.address, name)
        if twin != name:
            yield f"sources/{name}", f"has the address of sources/{twin}; cite one by locator"


RULES = (
    Rule("weak-evidence", "Every statement has evidence better than an article.", _weak),
    Rule("stale-reading", "Readings are within the shelf life of what they say.", _stale),
    Rule("future-reading", "Nothing was read after today.", _future),
    Rule("unused-source", "Every source is cited.", _unused),
    Rule("twin-sources", "One address is one source.", _twins),
)
