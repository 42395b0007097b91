"""`advisor claims verify`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.claims.wording import hardware_word
from advisor.cli.narration import Narrator
from advisor.usecases.claims import trial
from advisor.usecases.verifying import verify
from advisor.wiring import Wiring
from knowledge.schema.probing import Estimate
from knowledge.schema.recipe import Recipe, Ruling, Verification
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.schema.trial import ArticleClaim


@click.command("verify")
@click.argument("claim", metavar="ID")
@options.measuring
@options.as_json
@options.language
@options.sources
def command(
    claim: str,
    budget: float,
    provision: bool,
    seed: int,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Measure what the claim ID says; exit 0 if it holds, 1 if not, or if that stays open."""
    texts = Texts(lang)
    narrator = Narrator(texts)
    wiring = Wiring(overlays=overlays, pythons=pythons)
    try:
        found = verify(
            wiring, claim, budget_s=budget, seed=seed, provision=provision, progress=narrator
        )
    finally:
        narrator.close()
    if json_:
        click.echo(found.model_dump_json(indent=2))
    else:
        tried = trial(wiring.catalog, found.claim).claim
        for line in _lines(found, tried, wiring.catalog.recipe(found.recipe), texts):
            click.echo(line)
    return 0 if found.ruling is Ruling.HOLDS else 1


def _lines(found: Verification, claim: ArticleClaim, recipe: Recipe, texts: Texts) -> Iterator[str]:
    language = texts.language
    yield f"{claim.id}  {claim.text.in_language(language)}"
    yield f"{texts.t('cli.claims.experiment')}: {recipe.title.in_language(language)}"
    yield f"  {recipe.about.in_language(language)}"
    for variant in recipe.variants:
        estimate = found.variants.get(variant.id)
        shown = texts.t("cli.none") if estimate is None else _amount(texts, recipe, estimate)
        if variant.id in found.left_out:
            shown = texts.say(found.left_out[variant.id])
        name = f"{variant.title.in_language(language)} {found.versions.get(variant.id, '')}"
        yield f"  {name.rstrip()}: {shown}"
    if found.outcome is not None and len(recipe.variants) > 1:
        yield from _ratios(found, found.outcome, recipe, texts)
    if claim.expected is not None:
        low, high = (
            "" if bound is None else texts.number(bound)
            for bound in (claim.expected.low, claim.expected.high)
        )
        kind = "between" if low and high else ("at-least" if low else "at-most")
        yield texts.t(f"cli.claims.expected-{kind}", low=low, high=high)
    if found.message:
        status, message = texts.t(f"status.{found.status}"), texts.say(found.message)
        yield texts.t("cli.claims.trouble", status=status, message=message)
    yield from map(texts.say, found.notes)
    if found.foreign_cpu is not None:
        cores = texts.number(round(found.foreign_cpu, 1))
        yield texts.t("cli.claims.disturbed", cores=cores)
    yield texts.t(f"ruling.{found.ruling}")
    if found.stand_in:
        yield texts.t("cli.claims.stand-in")
    if found.ruling is Ruling.NOT_COMPARABLE and claim.analogue:
        yield texts.t("cli.claims.analogue", hardware=hardware_word(claim, texts))


def _ratios(found: Verification, outcome: Estimate, recipe: Recipe, texts: Texts) -> Iterator[str]:
    """The first variant to each other one; the second makes the outcome."""
    first, second = (variant.title.in_language(texts.language) for variant in recipe.compared)
    ratios = {second: outcome} | {
        variant.title.in_language(texts.language): found.beside[variant.id]
        for variant in recipe.beside
        if variant.id in found.beside
    }
    for other, estimate in ratios.items():
        ratio = _interval([texts.number(v) for v in _values(estimate)])
        yield texts.t("cli.claims.ratio", first=first, second=other, ratio=ratio)


def _values(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.point, estimate.low, estimate.high


def _amount(texts: Texts, recipe: Recipe, estimate: Estimate) -> str:
    if recipe.quantity == "seconds":
        return _interval([texts.duration(v) for v in _values(estimate)])
    unit = "" if recipe.quantity in ("share", "count") else f" {recipe.quantity}"
    return _interval([texts.number(v) + unit for v in _values(estimate)])


def _interval(shown: list[str]) -> str:
    point, low, high = shown
    return point if low == high else f"{point} ({low} – {high})"
