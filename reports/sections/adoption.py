"""How the winner and the runner-up are put to use: parts, pins, commands, and whether they fit.

Needs a dossier. Every part is held against the compatibility facts; what they do not say is said
to be not known.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import (
    Block,
    Callout,
    Cell,
    Code,
    Definition,
    Definitions,
    Heading,
    Paragraph,
    Table,
)
from reports import wording
from reports.moving import moving

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.dossier import Dossier, Part, Plan, Rule
    from knowledge.texts import Texts

ORDER = 64
DOSSIER = True
COLUMNS = ("part", "packages", "python", "measured", "fits")


def build(
    recommendation: Recommendation, texts: Texts, dossier: Dossier | None = None
) -> tuple[Block, ...]:
    """A plan each, then the rules that were asked, then the steps of moving; nothing without."""
    if dossier is None or not (dossier.plans or dossier.gone):
        return ()
    anchors = _anchors(dossier.plans)
    return (
        Heading(text=texts.t("report.adoption.heading"), anchor="adoption"),
        Paragraph(text=texts.t("report.adoption.intro"), detail=True),
        *_circumstances(recommendation, dossier, texts),
        *(
            block
            for number, plan in enumerate(dossier.plans, start=1)
            for block in _plan(number, plan, anchors, texts)
        ),
        *_rules(dossier.plans, anchors, texts),
        *moving(recommendation, dossier.move, texts),
    )


def _circumstances(
    recommendation: Recommendation, dossier: Dossier, texts: Texts
) -> Iterator[Block]:
    if recommendation.elsewhere and recommendation.target is not None:
        target = recommendation.target.in_language(texts.language)
        yield Callout(tone="note", text=texts.t("report.adoption.elsewhere", target=target))
    for stack in dossier.gone:
        yield Callout(tone="warning", text=texts.t("report.adoption.gone", stack=stack))
    if dossier.knowledge != recommendation.digests.knowledge:
        yield Callout(
            tone="note",
            text=texts.t(
                "report.adoption.changed",
                now=dossier.knowledge,
                then=recommendation.digests.knowledge,
            ),
        )


def _key(rule: Rule) -> tuple[object, ...]:
    return rule.title.en, rule.verdict, tuple((axis.en, text) for axis, text in rule.says)


def _anchors(plans: tuple[Plan, ...]) -> dict[tuple[object, ...], str]:
    """Every rule once, in order: two plans may share a part."""
    rules = dict.fromkeys(_key(r) for plan in plans for part in plan.parts for r in part.rules)
    return {key: f"k{number}" for number, key in enumerate(rules, start=1)}


def _plan(
    number: int, plan: Plan, anchors: dict[tuple[object, ...], str], texts: Texts
) -> Iterator[Block]:
    place = {"rank": wording.whole(texts, number), "stack": plan.label}
    yield Heading(text=texts.t("report.ranking.place", **place), level=3, anchor=f"plan-{number}")
    if plan.steps:
        steps = texts.t("report.adoption.arrow").join(plan.steps)
        yield Paragraph(text=texts.t("report.adoption.steps", steps=steps))
    if plan.note is not None:
        yield Paragraph(text=plan.note.in_language(texts.language))
    yield Table(
        caption=texts.t("report.adoption.caption", stack=plan.label),
        columns=tuple(texts.t(f"report.adoption.{name}") for name in COLUMNS),
        rows=tuple(_row(part, anchors, texts) for part in plan.parts),
    )
    for part in plan.parts:
        yield from _doubts(part, texts)
    if plan.commands:
        yield Paragraph(text=texts.t("report.adoption.commands"))
        yield Code(text=plan.commands[0], more=plan.commands[1:])
    if plan.image:
        yield Paragraph(text=texts.t("report.adoption.image"))
        yield Code(text=plan.image[0], more=plan.image[1:])


def _row(part: Part, anchors: dict[tuple[object, ...], str], texts: Texts) -> tuple[Cell, ...]:
    dash = texts.t("report.dash")
    silent = texts.t("report.separator").join(a.in_language(texts.language) for a in part.silent)
    return (
        Cell(text=part.framework, sub=texts.t(f"report.adoption.purpose.{part.purpose}")),
        Cell(text=texts.t("report.separator").join(part.packages) or part.package),
        Cell(text=part.python or dash),
        Cell(text=part.measured or dash),
        Cell(
            text=texts.t(f"report.adoption.verdict.{part.verdict}"),
            sub=texts.t("report.adoption.silent", axes=silent) if silent else "",
            evidence=tuple(anchors[_key(rule)] for rule in part.rules),
        ),
    )


def _doubts(part: Part, texts: Texts) -> Iterator[Block]:
    if not part.packages:
        text = texts.t("report.adoption.no_command", name=part.framework, package=part.package)
        yield Callout(tone="note", text=text)
    for rule in part.rules:
        if rule.verdict == "no":
            said = "" if rule.action is None else rule.action.in_language(texts.language)
            facts = {"name": part.framework, "rule": rule.title.in_language(texts.language)}
            text = texts.t("report.adoption.refused", **facts)
            yield Callout(tone="warning", text=text)
            if said:
                yield Paragraph(text=said)
    if part.loose:
        names = wording.names(texts, part.loose)
        yield Paragraph(text=texts.t("report.adoption.loose", names=names), detail=True)
    if part.measured is not None and not any(
        p.endswith(f"=={part.measured}") for p in part.packages
    ):
        facts = {"name": part.framework, "version": part.measured}
        yield Paragraph(text=texts.t("report.adoption.other_version", **facts))
    if part.verdict == "unknown":
        yield Paragraph(text=texts.t("report.adoption.ask", name=part.framework))
        yield Code(text=part.command)


def _rules(
    plans: tuple[Plan, ...], anchors: dict[tuple[object, ...], str], texts: Texts
) -> Iterator[Block]:
    rules = {_key(r): r for plan in plans for part in plan.parts for r in part.rules}
    if not rules:
        return
    yield Heading(text=texts.t("report.adoption.rules"), level=3, anchor="adoption-rules")
    yield Definitions(
        items=tuple(_rule(anchors[key], rule, texts) for key, rule in rules.items()), detail=True
    )


def _rule(anchor: str, rule: Rule, texts: Texts) -> Definition:
    language = texts.language
    says = texts.t("report.context.separator").join(
        texts.t("report.adoption.axis", axis=axis.in_language(language), value=value)
        for axis, value in rule.says
    )
    facts = {"verdict": texts.t(f"report.adoption.verdict.{rule.verdict}"), "says": says}
    key = "rule" if rule.note is None else "rule_noted"
    if rule.note is not None:
        facts["note"] = rule.note.in_language(language)
    return Definition(
        anchor=anchor,
        term=rule.title.in_language(language),
        text=texts.t(f"report.adoption.{key}", **facts),
        link="" if rule.reference is None else rule.reference.address,
    )
