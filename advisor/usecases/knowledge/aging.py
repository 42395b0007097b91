"""Which statements are past their shelf life on a day, and which soon will be."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from advisor.usecases.knowledge.families import Ref, entries, title
from advisor.usecases.knowledge.stated import Stated
from advisor.usecases.knowledge.statements import Reader
from knowledge.catalog import Catalog


@dataclass(frozen=True)
class Aging:
    """A statement that is stale, or will be after its last fresh day."""

    entry: Ref
    statement: Stated
    stale: bool


@dataclass(frozen=True)
class Ages:
    """Statements by age on a day: oldest first, the stale ones before the others."""

    on: date
    within: int
    statements: int
    """How many were looked at."""
    stale: tuple[Aging, ...]
    soon: tuple[Aging, ...]


def ages(catalog: Catalog, on: date, within: int) -> Ages:
    """The statements whose best reading is stale on the day `on`, or is `within` days later.

    A reading is fresh on the last day of its shelf life and stale on the next.
    """
    reader = Reader(catalog, on)
    stale, soon, count = [], [], 0
    for family, id_, noun in entries(catalog):
        for stated in reader.statements(family, id_, noun):
            if not stated.own:
                continue  # told with the statement whose evidence it shares
            count += 1
            entry = Ref(family, id_, title(noun, id_))
            if stated.fresh_until < on:
                stale.append(Aging(entry, stated, stale=True))
            elif stated.fresh_until < on + timedelta(days=within):
                soon.append(Aging(entry, stated, stale=False))
    return Ages(on, within, count, tuple(sorted(stale, key=_age)), tuple(sorted(soon, key=_age)))


def _age(aging: Aging) -> tuple[date, str]:
    return aging.statement.fresh_until, aging.statement.key
