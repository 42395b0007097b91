"""Rules on entries: complete, without contradiction, and told in both languages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date

from packaging.version import Version
from pydantic import BaseModel

from knowledge.catalog import Catalog
from knowledge.evidence import fact_key
from knowledge.lint.rule import Rule
from knowledge.lint.statements import subjects
from knowledge.schema.base import LocalText
from knowledge.schema.framework import Role

ENOUGH = 12
"""Claims and facts below which an entry says too little to compare by."""
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_NAMES = ("title",)
"""Fields that may be the same in both languages: product names."""
_FAMILIES = (
    "frameworks",
    "devices",
    "routes",
    "scenarios",
    "criteria",
    "environments",
    "systems",
    "claims",
    "operators",
    "recipes",
    "compatibility",
    "capabilities",
    "quantities",
    "axes",
)


def _thin(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for framework in catalog.frameworks.values():
        count = len(framework.claims) + len(framework.facts) + len(framework.caveats)
        file = f"frameworks/{framework.id}"
        if count < ENOUGH and file not in catalog.overlaid:
            yield file, f"{count} claims and facts; {ENOUGH} are expected"


def _ambiguous(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for subject in subjects(catalog):
        counts = Counter(fact.quantity for fact in subject.facts)
        for fact in subject.facts:
            if counts[fact.quantity] > 1 and not fact.qualifiers:
                message = "has no qualifiers, but there are other facts of the same quantity"
                yield fact_key(subject.id, fact), message


def _versions(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for framework in catalog.frameworks.values():
        described = framework.package.partition("@")[2].partition("?")[0]
        file = f"frameworks/{framework.id}"
        latest = [f.value for f in framework.facts if f.quantity == "release.latest"]
        if described and latest and described not in latest:
            yield file, f"describes {described}, but its latest release is said to be {latest[0]}"
        spec = catalog.environments.get(framework.environment or "")
        # an environment may hold further frameworks (Keras lives in TensorFlow's)
        if spec is None or spec.framework != framework.id or not described:
            continue
        pins = [r.removeprefix(f"{spec.distribution}==") for r in spec.requirements]
        pinned = [Version(pin) for pin in pins if pin[:1].isdigit()]
        if not pinned:
            yield file, f"environments/{spec.id} does not pin {spec.distribution}"
        # a measured release may be older than the latest: not every Python has wheels of that
        elif pinned[0] > Version(described):
            yield file, f"describes {described}, but environments/{spec.id} pins {pinned[0]}"


def _route_ends(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for route in catalog.routes.values():
        for end, role in ((route.source, Role.TRAIN), (route.target, Role.INFER)):
            if role not in catalog.framework(end).roles:
                yield f"routes/{route.id}", f"{end} has not the role {role}, so no stack uses it"


def _unanswered(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    frameworks = catalog.frameworks.values()
    said = {claim.capability for f in frameworks for claim in f.claims}
    said |= {fact.quantity for f in frameworks for fact in f.facts}
    for criterion in catalog.criteria.values():
        for indicator in criterion.indicators:
            if not indicator.lifecycle and indicator.term not in said:
                yield f"criteria/{criterion.id}", f"no framework says anything on {indicator.term}"
    for scenario in catalog.scenarios.values():
        for requirement in scenario.requirements:
            term = requirement.capability
            if term is not None and term not in said:
                yield f"scenarios/{scenario.id}", f"requires {term}, on which nothing is known"


def _untranslated(catalog: Catalog, today: date) -> Iterator[tuple[str, str]]:  # noqa: ARG001
    for family in _FAMILIES:
        for name, noun in getattr(catalog, family).items():
            for field, text in _texts(noun, ""):
                message = _language_fault(field, text)
                if message:
                    yield f"{family}/{name}", f"{field.lstrip('.')}: {message}"


def _texts(value: object, path: str) -> Iterator[tuple[str, LocalText]]:
    """Every text in two languages inside `value`, with its path."""
    if isinstance(value, LocalText):
        yield path, value
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _texts(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _texts(item, f"{path}[{index}]")
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _texts(item, f"{path}.{name}")


def _language_fault(field: str, text: LocalText) -> str:
    if not text.en.strip() or not text.zh.strip():
        return "is empty in one language"
    if _CHINESE.search(text.en):
        return f"holds Chinese in its English text: {text.en!r}"
    if not field.endswith(_NAMES) and not _CHINESE.search(text.zh):
        return f"is not in Chinese: {text.zh!r}"
    return ""


RULES = (
    Rule("thin-entry", f"A framework has at least {ENOUGH} claims and facts.", _thin),
    Rule("ambiguous-fact", "Facts of one quantity are told apart by qualifiers.", _ambiguous),
    Rule(
        "version-mismatch",
        "The package is the latest release; no environment pins a newer one.",
        _versions,
    ),
    Rule("route-ends", "Routes lead from a training framework to a runtime.", _route_ends),
    Rule("unanswered-term", "Something is known on every term that is asked for.", _unanswered),
    Rule("untranslated", "Every text is there in English and Chinese.", _untranslated),
)
