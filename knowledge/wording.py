"""Statements of the knowledge base in words, in every language at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from knowledge.catalog import Catalog
from knowledge.schema.base import LocalText
from knowledge.schema.claims import Claim, Fact, Support
from knowledge.schema.framework import Framework, Route, RouteLimit
from knowledge.schema.probing import Measurement
from knowledge.texts import Texts

FLOATING = ("fp", "bf", "tf")
"""How the names of floating-point formats begin; their peaks are counted in FLOPS."""


def support_text(support: Support, texts: Texts) -> str:
    """What a support statement says, in words.

    >>> support_text(Support(added="2.0", requires=("onnxscript",)), Texts("en"))
    'since 2.0, needs onnxscript'
    """
    if support.removed is not None:
        text = texts.t("support.removed", version=support.removed)
    elif support.added is False:
        text = texts.t("support.absent")
    elif support.added is True:
        text = texts.t("support.partial" if support.partial else "support.added")
    else:
        key = "support.partial-since" if support.partial else "support.since"
        text = texts.t(key, version=support.added)
    if support.requires:
        requires = texts.t("statement.join").join(support.requires)
        text = texts.t("support.requires", support=text, requires=requires)
    return text


def claim_text(catalog: Catalog, title: str, claim: Claim) -> LocalText:
    """A claim about the framework or device called `title`."""
    term = catalog.capabilities[claim.capability]
    return _worded(
        lambda texts: texts.t(
            "statement.claim",
            subject=title,
            term=term.title.in_language(texts.language),
            support=support_text(claim.support, texts),
        ),
        claim.note,
    )


def shown_unit(fact: Fact) -> str:
    """The unit of a fact as it is written beside it: what counts in TOPS may be floating-point.

    >>> rate = {"quantity": "peak", "value": 1.0, "unit": "TOPS", "qualifiers": {"dtype": "bf16"}}
    >>> cited = [{"source": "a", "locator": "b", "read": "2026-10-01", "grade": "documented"}]
    >>> shown_unit(Fact.model_validate({**rate, "evidence": cited}))
    'TFLOPS'
    """
    floating = str(fact.qualifiers.get("dtype", "")).startswith(FLOATING)
    return "TFLOPS" if fact.unit == "TOPS" and floating else fact.unit


def qualifiers(fact: Fact, texts: Texts) -> str:
    """What a fact is narrowed to: "dtype bf16, link NVLink"."""
    parts = [
        f"{texts.word(name)} {texts.word(str(value))}"
        for name, value in sorted(fact.qualifiers.items())
    ]
    return texts.t("statement.join").join(parts)


def fact_text(catalog: Catalog, title: str, fact: Fact) -> LocalText:
    """A fact about the framework or device called `title`, with its qualifiers."""
    term = catalog.quantities[fact.quantity]

    def words(texts: Texts) -> str:
        text = texts.t(
            "statement.fact",
            subject=title,
            term=term.title.in_language(texts.language),
            value=texts.quantity(fact.value, shown_unit(fact)),
        )
        if not fact.qualifiers:
            return text
        return texts.t("statement.qualified", statement=text, qualifiers=qualifiers(fact, texts))

    return _worded(words, fact.note)


def route_text(route: Route) -> LocalText:
    """Whether, and on what terms, a route is there."""
    return _worded(
        lambda texts: texts.t(
            "statement.route",
            title=route.title.in_language(texts.language),
            support=support_text(route.support, texts),
        ),
        route.note,
    )


def limit_text(route: Route, limit: RouteLimit, operator: str) -> LocalText:
    """That a route cannot carry `operator`."""
    return _worded(
        lambda texts: texts.t(
            "statement.limit",
            title=route.title.in_language(texts.language),
            operator=operator,
            note=limit.note.in_language(texts.language),
        )
    )


def lifecycle_text(catalog: Catalog, framework: Framework) -> LocalText:
    """Whether a framework is developed, and what succeeds it."""

    def words(texts: Texts) -> str:
        state = texts.t(f"lifecycle.{framework.lifecycle}")
        if framework.successor is None:
            return texts.t("statement.lifecycle", subject=framework.title, state=state)
        successor = catalog.framework(framework.successor).title
        return texts.t(
            "statement.succeeded", subject=framework.title, state=state, successor=successor
        )

    return _worded(words)


def measurement_text(measurement: Measurement, *, here: bool = True) -> LocalText:
    """What was measured: the time with its interval and the memory, or why there is none."""

    def result(texts: Texts) -> str:
        latency = measurement.latency
        if latency is None:
            status = texts.t(f"status.{measurement.status}")
            said = texts.say(measurement.message)
            return texts.t("statement.reasoned", status=status, reason=said) if said else status
        low, high = texts.duration(latency.low), texts.duration(latency.high)
        told = f"{texts.duration(latency.point)} ({low} – {high})"
        if measurement.memory is None:
            return told
        amount = texts.number(measurement.memory.point, 3)
        return texts.t("statement.memory", time=told, memory=amount)

    return _worded(
        lambda texts: texts.t(
            "statement.measurement" if here else "statement.measured_elsewhere",
            stack=measurement.task.lane,
            workload=measurement.workload,
            batch=measurement.batch,
            result=result(texts),
        )
    )


@cache
def _language(name: str) -> Texts:
    return Texts(name)


def _worded(words: Callable[[Texts], str], note: LocalText | None = None) -> LocalText:
    """`words` in every language, with the note of the statement appended."""

    def full(language: str) -> str:
        texts = _language(language)
        text = words(texts)
        if note is None:
            return text
        return texts.t("statement.noted", statement=text, note=note.in_language(language))

    return LocalText(en=full("en"), zh=full("zh"))
