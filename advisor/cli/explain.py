"""`advisor explain`."""

from __future__ import annotations

import json

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.usecases.explain import Explanation, apportioned, explain
from advisor.usecases.history import recall
from advisor.wiring import Wiring
from knowledge.schema.decision import (
    Basis,
    Belief,
    CriterionView,
    EvidenceItem,
    Recommendation,
)
from knowledge.texts import Texts
from reports import wording

SHOWN = 3
"""Pieces of evidence listed per criterion or reason."""


@click.command("explain")
@click.argument("run", metavar="[RUN]", default="latest")
@click.option(
    "--against",
    metavar="ID",
    help="The stack to hold the first against, by id, label or place.  [default: the second]",
)
@click.option(
    "--pareto",
    metavar="CRITERIA",
    help="Two or three criteria, with commas between: show only what no other stack beats by "
    "all of them.",
)
@options.as_json
@options.language
def command(run: str, against: str | None, pareto: str | None, json_: bool, lang: str) -> int:
    """Say why an answer is as it is: what the first place is made of, and what would undo it.

    RUN is the id of an answer, the start of one, or latest (the default).
    """
    recommendation = recall(Wiring(), run)
    if pareto is not None:
        return _front(recommendation, pareto, json_=json_, texts=Texts(lang))
    found = explain(recommendation, against)
    if json_:
        from advisor.cli.explain_json import document

        click.echo(json.dumps(document(found), indent=2, ensure_ascii=False))
    else:
        _print(found, Texts(lang))
    return 0 if found.first is not None else 1


def _front(recommendation: Recommendation, criteria: str, *, json_: bool, texts: Texts) -> int:
    """The Pareto front by these criteria, in place of the explanation."""
    from advisor.cli import pareto as say
    from advisor.cli.kb.layout import emit
    from advisor.cli.output import terminal_width
    from advisor.usecases.pareto import front

    found = front(recommendation, [name.strip() for name in criteria.split(",") if name.strip()])
    if json_:
        click.echo(json.dumps(say.document(found, recommendation.id), indent=2, ensure_ascii=False))
    else:
        title = recommendation.scenario_title.in_language(texts.language)
        emit(say.lines(f"{title} ({recommendation.id})", found, texts, terminal_width()))
    return 0 if found.front else 1


def _print(found: Explanation, texts: Texts) -> None:
    from advisor.cli import explain_sentences as say

    recommendation = found.recommendation
    title = recommendation.scenario_title.in_language(texts.language)
    click.echo(f"{title} ({recommendation.id})")
    for line in say.assumed(found, texts):
        click.echo(line)
    if found.first is not None:
        _head(texts, "why")
        click.echo(say.first(found, texts))
        _contributions(found, texts)
        for line in say.strengths(found, texts):
            click.echo(line)
        _basis(found, texts)
    if found.against is not None:
        _head(texts, "against")
        for line in say.against(found, texts):
            click.echo(line)
        _leads(found, texts)
    if found.ruled_out:
        _head(texts, "ruled_out")
        for one in found.ruled_out:
            click.echo(say.ruled_out(one, texts))
            _evidence(one.evidence, texts)
    _head(texts, "flips")
    for line in say.flips(found, texts):
        click.echo(line)
    _head(texts, "next")
    for line in say.next_step(found, texts):
        click.echo(line)


def _head(texts: Texts, name: str) -> None:
    click.echo()
    click.echo(texts.t(f"explain.head.{name}"))


def _contributions(found: Explanation, texts: Texts) -> None:
    """The parts of the first place, rounded so that they add up to the rounded sum."""
    if found.first is None:
        return
    names = ("criterion", "weight", "amount", "value", "contribution")
    total = found.first.expected.point
    shown = apportioned([c.amount for c in found.contributions], total)
    rows = [
        (
            c.criterion.title.in_language(texts.language),
            texts.percent(c.criterion.weight, 1),
            _amount(c.belief, c.criterion, texts),
            texts.fixed(c.value, 2),
            texts.fixed(part, 3),
        )
        for c, part in zip(found.contributions, shown, strict=True)
    ]
    rows.append((texts.t("explain.sum"), "", "", "", texts.fixed(total, 3)))
    print_table([texts.t(f"explain.column.{name}") for name in names], rows)


def _amount(belief: Belief, criterion: CriterionView, texts: Texts) -> str:
    if belief.basis is Basis.UNKNOWN:
        return texts.t("basis.unknown")
    shown = wording.amount(texts, belief.estimate.point, criterion.unit)
    if belief.basis is Basis.ASSUMED:
        return f"{shown} {texts.t('report.mark.assumed')}"
    return shown


def _basis(found: Explanation, texts: Texts) -> None:
    """The evidence of each criterion, the heaviest contribution first."""
    for c in found.contributions:
        if c.evidence and c.criterion.weight:
            click.echo(f"\n{c.criterion.title.in_language(texts.language)}")
            _evidence(c.evidence, texts)


def _leads(found: Explanation, texts: Texts) -> None:
    if found.against is None:
        return
    names = ("criterion", "one", "other", "lead")
    titles = {"one": found.against.better.label, "other": found.against.other.label}
    differences = found.against.differences
    leads = apportioned([d.lead for d in differences], found.against.lead)
    if not any(leads):
        return
    print_table(
        [titles.get(name) or texts.t(f"cli.compare.{name}") for name in names],
        [
            (
                d.criterion.title.in_language(texts.language),
                _amount(d.one, d.criterion, texts),
                _amount(d.other, d.criterion, texts),
                f"{lead:+.3f}",
            )
            for d, lead in zip(differences, leads, strict=True)
            if lead
        ],
    )


def _evidence(items: tuple[EvidenceItem, ...], texts: Texts) -> None:
    for item in items[:SHOWN]:
        source = item.source or texts.t("grade.measured-here")
        click.echo(f"  {item.statement.in_language(texts.language)} [{source}]")
    if len(items) > SHOWN:
        click.echo("  " + texts.t("explain.more", count=len(items) - SHOWN))
