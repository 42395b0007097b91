"""A comparison of two recommendations becomes a report, the earlier one being the measure.

Each part is a function that returns blocks; one with nothing to say is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Callout, Code, Heading, Paragraph, Report, Section
from reports import literal, wording
from reports.comparison import asked, grounds, tables
from reports.comparison.causes import Lead, lead
from reports.comparison.differences import exclusions

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.texts import Texts


def build(before: Recommendation, after: Recommendation, texts: Texts) -> Report:
    """The report; `before` and `after` may be of two days, two machines or two weightings."""
    parts = {
        "answer": _answer(before, after, texts),
        "sides": tables.sides(before, after, texts),
        "asked": asked.asked(before, after, texts),
        "causes": tables.causes(before, after, texts),
        "places": tables.places(before, after, texts),
        "weights": tables.weights(before, after, texts),
        "ruled": tables.ruled(before, after, texts),
        "results": grounds.results(before, after, texts),
        "facts": grounds.facts(before, after, texts),
        "again": _again(before, after, texts),
    }
    found = {id_: tuple(blocks) for id_, blocks in parts.items()}
    title = after.scenario_title.in_language(texts.language)
    report = Report(
        kind="comparison",
        title=texts.t("report.comparison.title", scenario=title),
        language="zh" if texts.language == "zh" else "en",
        subtitle=texts.t("report.comparison.subtitle", before=before.id, after=after.id),
        created=after.created,
        sections=tuple(
            Section(
                id=id_,
                blocks=(
                    Heading(text=texts.t(f"report.comparison.{id_}.heading"), anchor=id_),
                    *blocks,
                ),
            )
            for id_, blocks in found.items()
            if blocks
        ),
    )
    return literal.report(report)


def _answer(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    yield Callout(tone="answer", text=_verdict(before, after, texts))
    if before.scenario != after.scenario:
        facts = {
            "before": before.scenario_title.in_language(texts.language),
            "after": after.scenario_title.in_language(texts.language),
        }
        yield Callout(tone="warning", text=texts.t("report.comparison.answer.scenarios", **facts))
    yield from asked.inputs(before, after, texts)
    yield from (Paragraph(text=text) for text in _out(before, after, texts))
    found = lead(before, after)
    if found is not None:
        yield Paragraph(text=_why(found, before, after, texts))
    elif before.ranking and after.ranking and before.scenario == after.scenario:
        yield Paragraph(text=texts.t("report.comparison.answer.no_lead"))


def _verdict(before: Recommendation, after: Recommendation, texts: Texts) -> str:
    if not before.ranking or not after.ranking:
        key = "never" if not (before.ranking or after.ranking) else "only_before"
        key = "only_after" if after.ranking and not before.ranking else key
        rows = before.ranking or after.ranking
        first = rows[0].label if rows else ""
        return texts.t(f"report.comparison.answer.{key}", **({"first": first} if first else {}))
    old, new = before.ranking[0], after.ranking[0]
    facts = {
        "before": wording.score(texts, old.expected.point),
        "after": wording.score(texts, new.expected.point),
        "first": new.label,
    }
    if old.id == new.id:
        return texts.t("report.comparison.answer.same", **facts)
    return texts.t("report.comparison.answer.other", old=old.label, **facts)


def _out(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[str]:
    """Why a first place is not in the other ranking."""
    for here, there, key in ((before, after, "ruled_now"), (after, before, "ruled_then")):
        if not here.ranking:
            continue
        first = here.ranking[0]
        for one in exclusions(there, here):
            if one.alternative == first.id:
                yield texts.t(
                    f"report.comparison.answer.{key}",
                    stack=first.label,
                    requirement=one.title.in_language(texts.language),
                    reason=one.reason.in_language(texts.language),
                )
                break


def _why(found: Lead, before: Recommendation, after: Recommendation, texts: Texts) -> str:
    titles = tables.titles(before, after, texts)
    labels = tables.labels(before, after)
    facts = {
        "one": labels[found.one],
        "other": labels[found.other],
        "before": wording.signed(texts, found.before),
        "after": wording.signed(texts, found.after),
    }
    main = [c for c in found.causes if abs(c.together) >= tables.FELT][:3]
    if not main:
        moved = facts["before"] != facts["after"]
        return texts.t(f"report.comparison.answer.{'crept' if moved else 'unmoved'}", **facts)
    named = [
        texts.t(
            "report.comparison.answer.cause_weight"
            if abs(cause.by_weight) >= abs(cause.by_evidence)
            else "report.comparison.answer.cause_evidence",
            criterion=titles[cause.criterion],
            change=wording.signed(texts, cause.together),
        )
        for cause in main
    ]
    return texts.t("report.comparison.answer.moved", causes=wording.names(texts, named), **facts)


def _again(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    for answer, key in ((before, "before"), (after, "after")):
        yield Paragraph(text=texts.t(f"report.comparison.again.{key}"))
        yield Code(text=answer.command)
