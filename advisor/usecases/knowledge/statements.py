"""Reads every statement of an entry into one shape, whatever kind of entry and statement it is.

Pure; `today` is passed in. Keys are those of knowledge.evidence and knowledge.lint.statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache, partial
from typing import Any, get_args

from advisor.usecases.knowledge.stated import Kind, Stated
from advisor.usecases.knowledge.stating import EMPTY, Maker, in_words, word
from knowledge.catalog import Catalog
from knowledge.evidence import ROUTE_SHELF_LIFE_DAYS, claim_key, fact_key, route_key
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.claims import Fact, Support
from knowledge.schema.compatibility import CompatibilityRow, CompatibilityTable
from knowledge.schema.device import Device
from knowledge.schema.evidence import Citation
from knowledge.schema.framework import Framework, Route
from knowledge.schema.scenario import Scenario
from knowledge.schema.system import System
from knowledge.schema.trial import Article
from knowledge.texts import Texts
from knowledge.wording import qualifiers, shown_unit, support_text

EXACT = 7
"""Significant digits of a fact: what its source prints, not what a table has room for."""


@dataclass(frozen=True)
class Reader:
    """Reads the statements of a catalog's entries as of a day."""

    catalog: Catalog
    today: date

    def statements(self, family: str, id_: str, noun: Noun) -> Iterator[Stated]:
        """The statements of one entry, in the order its file has them."""
        make = Maker(self.catalog, self.today)
        read = _READERS.get(type(noun))
        if read is not None:
            yield from read(make, noun)
        elif _cites(type(noun)):
            yield from _anything(make, f"{family}:{id_}", noun)


def _product(make: Maker, product: Framework | Device) -> Iterator[Stated]:
    for claim in product.claims:
        capability = make.catalog.capabilities[claim.capability]
        yield make.stated(
            claim_key(product.id, claim.capability),
            Kind.CLAIM,
            claim.evidence,
            support_words(claim.support),
            life=capability.shelf_life_days,
            term=claim.capability,
            title=capability.title,
            note=claim.note,
            support=claim.support,
        )
    for fact in product.facts:
        quantity = make.catalog.quantities[fact.quantity]
        yield make.stated(
            fact_key(product.id, fact),
            Kind.FACT,
            fact.evidence,
            in_words(partial(_value, fact)),
            life=quantity.shelf_life_days,
            term=fact.quantity,
            title=quantity.title,
            note=fact.note,
            value=fact.value,
            unit=fact.unit,
            qualifiers=fact.qualifiers,
        )


def _framework(make: Maker, framework: Framework) -> Iterator[Stated]:
    yield from _product(make, framework)
    for index, caveat in enumerate(framework.caveats):
        key = f"caveat:{framework.id}:{index}"
        yield make.stated(key, Kind.CAVEAT, caveat.evidence, caveat.text)
    for never in framework.never_released:
        key, kind = f"never-released:{framework.id}:{never.version}", Kind.NEVER_RELEASED
        yield make.stated(key, kind, never.evidence, never.note, term=never.version)


def _system(make: Maker, system: System) -> Iterator[Stated]:
    yield make.stated(
        f"system:{system.id}",
        Kind.STANDING,
        system.evidence,
        word(f"kb.state.{system.state}"),
        term=system.state.value,
        note=system.summary,
    )


def _route(make: Maker, route: Route) -> Iterator[Stated]:
    yield make.stated(
        route_key(route.id),
        Kind.ROUTE,
        route.evidence,
        support_words(route.support),
        life=ROUTE_SHELF_LIFE_DAYS,
        title=route.title,
        note=route.note,
        support=route.support,
    )
    for limit in route.limits:
        yield make.stated(
            route_key(route.id, limit.operators[0]),
            Kind.LIMIT,
            limit.evidence,
            limit.note,
            life=ROUTE_SHELF_LIFE_DAYS,
            term=", ".join(limit.operators),
        )


def _scenario(make: Maker, scenario: Scenario) -> Iterator[Stated]:
    for index, reason in enumerate(scenario.why):
        key = f"why:{scenario.id}:{index}"
        yield make.stated(key, Kind.REASON, reason.evidence, reason.text)


def _article(make: Maker, article: Article) -> Iterator[Stated]:
    for told in article.claims:
        if told.evidence:
            verdict = word(f"verdict.{told.verdict}")
            yield make.stated(
                f"article:{told.id}",
                Kind.TOLD,
                told.evidence,
                verdict,
                term=told.id,
                title=told.text,
                note=told.finding,
            )


def _compatibility(make: Maker, table: CompatibilityTable) -> Iterator[Stated]:
    key = f"compatibility:{table.id}"
    yield make.stated(key, Kind.TABLE, table.evidence, table.note or EMPTY, title=table.title)
    for index, row in enumerate(table.rows):
        yield make.stated(
            f"{key}:{index}",
            Kind.ROW,
            row.evidence or table.evidence,
            word(f"kb.works.{row.verdict}"),
            term=row.verdict.value,
            title=in_words(partial(_combination, make.catalog, row)),
            note=row.note,
            own=bool(row.evidence),
        )


def _anything(make: Maker, path: str, value: object) -> Iterator[Stated]:
    """Whatever has evidence in an entry of a family that is not known here."""
    if isinstance(value, Noun):
        cited = vars(value).get("evidence")
        if isinstance(cited, tuple) and cited and isinstance(cited[0], Citation):
            yield _something(make, path, value, cited)
        for name, part in vars(value).items():
            yield from _anything(make, f"{path}:{name}", part)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _anything(make, f"{path}:{index}", item)


def _something(make: Maker, path: str, noun: Noun, cited: Sequence[Citation]) -> Stated:
    texts = [text for text in vars(noun).values() if isinstance(text, LocalText)]
    plain = noun.model_dump(mode="json", exclude={"evidence"}, exclude_defaults=True)
    words = ", ".join(f"{k} {v}" for k, v in plain.items() if isinstance(v, str | int | float))
    return make.stated(
        path,
        Kind.OTHER,
        cited,
        texts[0] if texts else EMPTY,
        title=LocalText(en=words, zh=words),
        note=texts[1] if len(texts) > 1 else None,
    )


_READERS: dict[type[Noun], Callable[[Maker, Any], Iterator[Stated]]] = {
    Framework: _framework,
    Device: _product,
    System: _system,
    Route: _route,
    Scenario: _scenario,
    Article: _article,
    CompatibilityTable: _compatibility,
}


@cache
def _cites(noun: type[Noun]) -> bool:
    """Whether entries of this noun can hold citations at all."""
    return any(_leads_to_citation(field.annotation) for field in noun.model_fields.values())


def _leads_to_citation(annotation: object) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, Noun):
        return annotation is Citation or _cites(annotation)
    return any(map(_leads_to_citation, get_args(annotation)))


@lru_cache(maxsize=1024)
def support_words(support: Support) -> LocalText:
    """What a support statement says, in every language."""
    return in_words(lambda texts: support_text(support, texts))


def _value(fact: Fact, texts: Texts) -> str:
    value = texts.quantity(fact.value, shown_unit(fact), EXACT)
    if not fact.qualifiers:
        return value
    told = qualifiers(fact, texts)
    return texts.t("statement.qualified", statement=value, qualifiers=told)


def _combination(catalog: Catalog, row: CompatibilityRow, texts: Texts) -> str:
    """What a row admits on each axis it names: "PyTorch 2.9 | 2.10, CUDA 12.8"."""
    parts = []
    for axis, specifiers in row.when.items():
        term = catalog.axes.get(axis) or catalog.frameworks.get(axis)
        title = axis if term is None else term.title
        called = title.in_language(texts.language) if isinstance(title, LocalText) else title
        parts.append(f"{called} {' | '.join(specifiers)}")
    return texts.t("statement.join").join(parts)
