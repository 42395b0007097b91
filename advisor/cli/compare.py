"""`advisor compare`."""

from __future__ import annotations

import json

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.usecases.compare import Comparison, compare
from advisor.usecases.history import recall
from advisor.wiring import Wiring
from knowledge.schema.decision import Basis, Belief, CriterionView, Recommendation
from knowledge.texts import Texts
from reports import wording

SHOWN = 4
"""Pieces of evidence listed per criterion."""


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
    click.echo(f"{recommendation.scenario_title.in_language(lang)} ({recommendation.id})")
    click.echo(_verdict(found, texts))
    click.echo()
    names = ("criterion", "weight", "one", "other", "lead")
    titles = {"one": found.better.label, "other": found.other.label}
    print_table(
        [titles.get(name) or texts.t(f"cli.compare.{name}") for name in names],
        [
            (
                d.criterion.title.in_language(lang),
                texts.percent(d.criterion.weight),
                _cell(d.one, d.criterion, texts),
                _cell(d.other, d.criterion, texts),
                _lead(d.lead),
            )
            for d in found.differences
        ],
    )
    _evidence(found, recommendation, texts)
    return 0


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


def _cell(belief: Belief, criterion: CriterionView, texts: Texts) -> str:
    if belief.basis is Basis.UNKNOWN:
        return texts.t("basis.unknown")
    shown = wording.amount(texts, belief.estimate.point, criterion.unit)
    if belief.basis is Basis.ASSUMED:
        return f"{shown} {texts.t('report.mark.assumed')}"
    return shown


def _evidence(found: Comparison, recommendation: Recommendation, texts: Texts) -> None:
    """What makes the differences, the weightiest criteria first."""
    items = {item.key: item for item in recommendation.evidence}
    for d in sorted(found.differences, key=lambda d: -abs(d.lead)):
        cited = [items[key] for key in d.evidence if key in items]
        if not cited or not d.lead:
            continue
        click.echo("\n" + d.criterion.title.in_language(texts.language))
        for item in cited[:SHOWN]:
            source = item.source or texts.t("grade.measured-here")
            click.echo(f"  {item.statement.in_language(texts.language)} [{source}]")
        if len(cited) > SHOWN:
            click.echo("  " + texts.t("cli.compare.more", count=len(cited) - SHOWN))


def _document(found: Comparison, recommendation: Recommendation) -> dict[str, object]:
    return {
        "schema": "advisor.compare/1",
        "run": recommendation.id,
        "better": found.better.id,
        "other": found.other.id,
        "tied": found.tied,
        "lead": found.lead,
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
