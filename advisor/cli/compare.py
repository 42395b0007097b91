"""`advisor compare`."""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from advisor.cli import options
from advisor.cli.kb.layout import Line, Row, emit, heading, item, paragraph, table
from advisor.cli.output import terminal_width
from advisor.usecases.compare import Comparison, Point, Standing, compare
from advisor.usecases.history import recall
from advisor.wiring import Wiring
from knowledge.schema.decision import Basis, Belief, CriterionView, Recommendation
from knowledge.texts import Texts
from reports import wording

SHOWN = 4
"""Terms told per criterion."""


@click.command("compare")
@click.argument("one", metavar="A")
@click.argument("other", metavar="B")
@click.option(
    "--run",
    "reference",
    default="latest",
    show_default=True,
    metavar="ID",
    help="The answer to compare in: an id, the start of one, or latest.",
)
@options.as_json
@options.language
def command(one: str, other: str, reference: str, json_: bool, lang: str) -> int:
    """Say why stack A stands above or below B, criterion by criterion, with the evidence.

    A and B are ids, labels or places of the ranking: `advisor compare 1 2`.
    """
    recommendation = recall(Wiring(), reference)
    found = compare(recommendation, one, other)
    if json_:
        click.echo(json.dumps(_document(found, recommendation), indent=2, ensure_ascii=False))
        return 0
    texts = Texts(lang)
    title = f"{recommendation.scenario_title.in_language(lang)} ({recommendation.id})"
    emit(_lines(title, found, texts, terminal_width()))
    return 0


def _lines(title: str, found: Comparison, texts: Texts, width: int) -> Iterator[Line]:
    yield from paragraph(title, width, style="head")
    yield from paragraph(_verdict(found, texts), width)
    for line in _odds(found, texts):
        yield from paragraph(line, width)
    yield Line("")
    names = ("criterion", "weight", "one", "other", "lead")
    titles = {"one": found.better.label, "other": found.other.label}
    rows = [
        Row(
            (
                d.criterion.title.in_language(texts.language),
                texts.percent(d.criterion.weight),
                _cell(d.one, d.criterion, texts),
                _cell(d.other, d.criterion, texts),
                _lead(d.lead),
            )
        )
        for d in found.differences
    ]
    columns = [titles.get(name) or texts.t(f"cli.compare.{name}") for name in names]
    yield from table(columns, rows, width)
    yield from _evidence(found, texts, width)


def _lead(lead: float) -> str:
    return "0" if round(lead, 3) == 0 else f"{lead:+.3f}"


def _verdict(found: Comparison, texts: Texts) -> str:
    key = "tied" if found.tied else "clear"
    return texts.t(
        f"cli.compare.{key}",
        better=found.better.label,
        other=found.other.label,
        one=texts.fixed(found.better.expected.point, 3),
        two=texts.fixed(found.other.expected.point, 3),
        lead=texts.fixed(found.lead, 3),
    )


def _odds(found: Comparison, texts: Texts) -> Iterator[str]:
    """How often the better one comes out ahead, and what choosing either loses."""
    if found.wins is not None:
        share = wording.share_in_words(texts, found.wins)
        yield texts.t("cli.compare.wins", better=found.better.label, share=share)
    if found.regret is not None:
        one, other = (texts.fixed(loss, 3) for loss in found.regret)
        yield texts.t(
            "cli.compare.regret",
            better=found.better.label,
            one=one,
            other=found.other.label,
            two=other,
        )


def _cell(belief: Belief, criterion: CriterionView, texts: Texts) -> str:
    if belief.basis is Basis.UNKNOWN:
        return texts.t("basis.unknown")
    shown = wording.amount(texts, belief.estimate.point, criterion.unit)
    if belief.basis is Basis.ASSUMED:
        return f"{shown} {texts.t('report.mark.assumed')}"
    return shown


def _evidence(found: Comparison, texts: Texts, width: int) -> Iterator[Line]:
    """What makes the differences, the weightiest criteria first."""
    for d in sorted(found.differences, key=lambda d: -abs(d.lead)):
        told = [point for point in d.points if point.standing is not Standing.ALIKE]
        if not d.points or not round(d.lead, 3):
            continue
        yield from heading(d.criterion.title.in_language(texts.language), width)
        for point in told[:SHOWN]:
            yield from _point(point, found, texts, width)
        left, alike = len(told) - SHOWN, len(d.points) - len(told)
        if left > 0:
            more = texts.t("cli.compare.more", count=left)
            yield from paragraph(more, width, indent=2, style="dim")
        if alike:
            same = texts.t("cli.compare.alike", count=alike)
            yield from paragraph(same, width, indent=2, style="dim")


def _point(point: Point, found: Comparison, texts: Texts, width: int) -> Iterator[Line]:
    """What is said of each stack on one term; of a stack on which nothing is said, that."""
    for item_ in (*point.one, *point.other):
        source = item_.source or texts.t("grade.measured-here")
        yield from item(f"{item_.statement.in_language(texts.language)} [{source}]", width)
    if point.standing is Standing.ONE_SIDED:
        silent = found.other if point.one else found.better
        told = texts.t("cli.compare.silent", stack=silent.label)
        yield from paragraph(told, width, indent=2, style="dim")


def _document(found: Comparison, recommendation: Recommendation) -> dict[str, object]:
    return {
        "schema": "advisor.compare/1",
        "run": recommendation.id,
        "better": found.better.id,
        "other": found.other.id,
        "tied": found.tied,
        "lead": found.lead,
        "wins": found.wins,
        "regret": None
        if found.regret is None
        else dict(zip(("better", "other"), found.regret, strict=True)),
        "criteria": [
            {
                "id": d.criterion.id,
                "weight": d.criterion.weight,
                "lead": d.lead,
                "better": _belief(d.one),
                "other": _belief(d.other),
                "evidence": list(d.evidence),
            }
            for d in found.differences
        ],
    }


def _belief(belief: Belief) -> dict[str, object]:
    return {"basis": belief.basis.value, **belief.estimate.model_dump()}
