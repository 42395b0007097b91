"""Whether the parts of a stack live, are released and supported, and under which licences.

Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from knowledge.evidence import fact_key, lifecycle_key, stale_since
from knowledge.licences import lets_pass
from knowledge.schema.claims import Fact
from knowledge.schema.decision import Alternative
from knowledge.schema.framework import Framework, Lifecycle
from knowledge.schema.scenario import Requirement
from scoring import reasons
from scoring.checks import sentences
from scoring.checks.known import Doubt, Known, worst
from scoring.reading import usable


def lifecycle(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether no part is discontinued."""
    del requirement
    return worst(_over(known, framework) for framework in known.parts(alternative))


def _over(known: Known, framework: Framework) -> Doubt | None:
    if framework.lifecycle is not Lifecycle.DEAD:
        return None
    successor = framework.successor
    title = known.catalog.framework(successor).title if successor else None
    return Doubt(True, reasons.discontinued(framework, title), (lifecycle_key(framework.id),))


def released(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether every part had a release within `value` months."""
    months = int(requirement.value or 0)
    since = months_later(known.today, -months)

    def one(framework: Framework) -> Doubt | None:
        day, fact = _newest_day(framework, "release.date")
        over = _over(known, framework)
        if over is not None:
            return over
        if day is None or fact is None:
            return Doubt(False, sentences.no_release_known(framework))
        if day >= since:
            return None
        # An old reading cannot tell whether there has been a release since.
        term = known.catalog.quantities["release.date"]
        citation = usable(fact.evidence)
        stale = citation and stale_since(citation.read, term.shelf_life_days, known.today)
        reason = sentences.released_long_ago(framework, day, months)
        return Doubt(not stale, reason, (fact_key(framework.id, fact),))

    return worst(one(framework) for framework in known.parts(alternative))


def support(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the makers of all parts promise support for `value` months more."""
    until = months_later(known.today, int(requirement.value or 0))

    def one(framework: Framework) -> Doubt | None:
        day, fact = _newest_day(framework, "support.until")
        if day is None or fact is None:
            over = _over(known, framework)
            return over or Doubt(False, sentences.no_support_known(framework))
        if day >= until:
            return None
        reason = sentences.support_ends(framework, day, until)
        return Doubt(True, reason, (fact_key(framework.id, fact),))

    return worst(one(framework) for framework in known.parts(alternative))


def licence(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the licences of all parts are among those that may be."""
    value = requirement.value or ""
    return worst(
        doubt for framework in known.parts(alternative) for doubt in _licences(framework, value)
    )


def _licences(framework: Framework, value: str) -> Iterator[Doubt | None]:
    facts = [f for f in framework.facts if f.quantity == "license" and usable(f.evidence)]
    if not facts:
        yield Doubt(False, sentences.no_licence_known(framework))
    for fact in facts:
        answer = lets_pass(value, str(fact.value))
        evidence = (fact_key(framework.id, fact),)
        part = fact.qualifiers.get("part", "")
        if answer is None:
            yield Doubt(False, sentences.licence_unclear(framework, str(fact.value)), evidence)
        elif not answer:
            yield Doubt(True, sentences.licence(framework, str(fact.value), part), evidence)


def _newest_day(framework: Framework, quantity: str) -> tuple[date | None, Fact | None]:
    """The latest day among the usable facts, with the fact that says so."""
    found: list[tuple[date, Fact]] = []
    for fact in framework.facts:
        if fact.quantity == quantity and usable(fact.evidence) is not None:
            try:
                found.append((date.fromisoformat(str(fact.value)), fact))
            except ValueError:
                continue
    return max(found, key=lambda pair: pair[0], default=(None, None))


def months_later(day: date, months: int) -> date:
    """The same day so many months later, the last day of a shorter month.

    >>> months_later(date(2026, 8, 31), 6), months_later(date(2026, 3, 1), -3)
    (datetime.date(2027, 2, 28), datetime.date(2025, 12, 1))
    """
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    for last in (day.day, 30, 29, 28):
        try:
            return date(year, month + 1, last)
        except ValueError:
            continue
    raise ValueError(f"{day} and {months} months make no day")
