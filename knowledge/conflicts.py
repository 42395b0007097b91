"""Where the claims of articles contradict each other or the knowledge base, found by rule.

Pure. Whether a claim is true is its verdict; here it only matters that not all can be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from knowledge.catalog import Catalog
from knowledge.schema.trial import ArticleClaim

SAME = 0.05
"""Two figures within this share of the larger one are taken as the same."""


class ConflictRule(StrEnum):
    """Why two or more statements cannot stand together."""

    FIGURES = "figures"
    """Two figures for the same subject, metric, workload and hardware."""
    ORDER = "order"
    """Each of two subjects is said to beat the other on the same metric."""
    RATING = "rating"
    """Two ratings of the same subject on the same criterion."""
    ADVICE = "advice"
    """Articles advise different subjects for the same scenario."""
    VERSIONS = "versions"
    """Articles speak of different versions of the same subject as the current one."""
    CAPABILITY = "capability"
    """One claim affirms what another denies."""
    KNOWLEDGE = "knowledge"
    """The knowledge base has better evidence to the contrary."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Statements that exclude each other."""

    rule: ConflictRule
    parts: tuple[str, ...]
    """What they are about, in the articles' own terms: subject, metric, workload."""
    claims: tuple[str, ...]
    """Ids of the claims, in order."""
    against: str | None = None
    """Evidence key of the statement of the knowledge base that they meet."""
    scenario: str | None = None
    """The scenario that they advise on."""

    @property
    def topic(self) -> str:
        """What they are about in one text: the scenario, or the parts."""
        return self.scenario or ", ".join(self.parts)


@dataclass(frozen=True, slots=True)
class _Told:
    article: str
    claim: ArticleClaim

    @property
    def subject(self) -> tuple[str, ...]:
        return tuple(sorted(self.claim.about)) or (self.claim.subject.lower(),)


def conflicts(catalog: Catalog) -> tuple[Conflict, ...]:
    """Every conflict among the claims of all articles, by rule and then by claims."""
    told = [_Told(a.id, claim) for a in catalog.claims.values() for claim in a.claims]
    found = [conflict for rule in _RULES for conflict in rule(told)]
    found += _against_knowledge(catalog, told)
    return tuple(sorted(found, key=lambda c: (list(ConflictRule).index(c.rule), c.claims)))


def _figures(told: list[_Told]) -> Iterator[Conflict]:
    groups: defaultdict[tuple[object, ...], list[_Told]] = defaultdict(list)
    for one in told:
        claim = one.claim
        if claim.kind == "performance" and claim.metric and isinstance(claim.value, float | int):
            where = (claim.workload or "").lower(), (claim.hardware or "").lower()
            groups[one.subject, claim.metric.lower(), claim.unit, *where].append(one)
    for group in groups.values():
        figures = [float(one.claim.value or 0) for one in group]
        if max(figures) - min(figures) > SAME * max(map(abs, figures)):
            yield _conflict(ConflictRule.FIGURES, group)


def _order(told: list[_Told]) -> Iterator[Conflict]:
    for one, other in combinations((t for t in told if t.claim.over), 2):
        crossed = set(one.subject) & set(other.claim.over) and set(other.subject) & set(
            one.claim.over
        )
        if crossed and (one.claim.metric or "").lower() == (other.claim.metric or "").lower():
            yield _conflict(ConflictRule.ORDER, [one, other])


def _ratings(told: list[_Told]) -> Iterator[Conflict]:
    groups: defaultdict[tuple[object, ...], list[_Told]] = defaultdict(list)
    for one in told:
        if one.claim.kind == "rating" and one.claim.metric and one.claim.value is not None:
            groups[one.subject, one.claim.metric.lower()].append(one)
    for group in groups.values():
        if len({one.claim.value for one in group}) > 1:
            yield _conflict(ConflictRule.RATING, group)


def _advice(told: list[_Told]) -> Iterator[Conflict]:
    groups: defaultdict[str, list[_Told]] = defaultdict(list)
    for one in told:
        if one.claim.scenario is not None:
            groups[one.claim.scenario].append(one)
    for group in groups.values():
        by_article: defaultdict[str, set[str]] = defaultdict(set)
        for one in group:
            by_article[one.article].update(one.subject)
        if any(not a & b for a, b in combinations(by_article.values(), 2)):
            yield _conflict(ConflictRule.ADVICE, group)


def _versions(told: list[_Told]) -> Iterator[Conflict]:
    groups: defaultdict[str, list[_Told]] = defaultdict(list)
    for one in told:
        if one.claim.kind == "version" and one.claim.about and one.claim.version:
            groups[one.claim.about[0]].append(one)
    for group in groups.values():
        if len({one.claim.version for one in group}) > 1 and len({o.article for o in group}) > 1:
            yield _conflict(ConflictRule.VERSIONS, group)


def _capabilities(told: list[_Told]) -> Iterator[Conflict]:
    groups: defaultdict[tuple[str, str], list[_Told]] = defaultdict(list)
    for one in told:
        for name in one.claim.about:
            if one.claim.capability is not None:
                groups[name, one.claim.capability].append(one)
    for group in groups.values():
        if len({one.claim.denies for one in group}) > 1:
            yield _conflict(ConflictRule.CAPABILITY, group)


def _against_knowledge(catalog: Catalog, told: list[_Told]) -> Iterator[Conflict]:
    """Capabilities that the knowledge base settles the other way, versions it knows are none."""
    from knowledge.evidence import claim_key

    for one in told:
        for name in one.claim.about:
            framework = catalog.frameworks.get(name)
            if framework is None:
                continue
            known = framework.claim(one.claim.capability) if one.claim.capability else None
            if known is not None and known.support.level == float(one.claim.denies):
                key = claim_key(name, known.capability)
                yield _conflict(ConflictRule.KNOWLEDGE, [one], against=key)
            if one.claim.version in {never.version for never in framework.never_released}:
                key = f"never-released:{name}:{one.claim.version}"
                yield _conflict(ConflictRule.KNOWLEDGE, [one], against=key)


def _conflict(rule: ConflictRule, group: list[_Told], against: str | None = None) -> Conflict:
    first = group[0].claim
    parts = first.subject, first.metric or "", first.workload or ""
    claims = tuple(sorted(one.claim.id for one in group))
    return Conflict(rule, tuple(filter(None, parts)), claims, against, first.scenario)


_RULES: tuple[Callable[[list[_Told]], Iterator[Conflict]], ...] = (
    _figures,
    _order,
    _ratings,
    _advice,
    _versions,
    _capabilities,
)
