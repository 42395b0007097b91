"""`advisor claims show`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.claims.wording import hardware_word, verdict_word
from advisor.usecases.claims import Trial, trial
from advisor.wiring import Wiring
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.trial import ArticleClaim


@click.command("show")
@click.argument("claim", metavar="ID")
@options.knowledge
@options.as_json
@options.language
def command(claim: str, overlays: tuple[Path, ...], json_: bool, lang: str) -> int:
    """Show what the claim ID (for example s0-003) says and what was found."""
    from advisor.cli.output import terminal_width
    from reports.wrapping import wrap

    catalog = Wiring(overlays=overlays).catalog
    found = trial(catalog, claim)
    if json_:
        click.echo(json.dumps(_document(found, catalog), indent=2, ensure_ascii=False))
        return 0
    texts, width = Texts(lang), terminal_width() - 2
    for label, text in _lines(found, catalog, texts):
        told = texts.t("cli.claims.pair", label=label, text=text) if label else text
        first, *rest = wrap(told, width)
        click.echo("\n".join([first, *(f"  {line}" for line in rest)]))
    return 0


def _lines(found: Trial, catalog: Catalog, texts: Texts) -> Iterator[tuple[str, str]]:
    claim, language = found.claim, texts.language
    yield "", f"{claim.id}  {claim.text.in_language(language)}"
    yield _t(texts, "article"), found.article.title.in_language(language)
    for field in ("subject", "version", "hardware", "workload", "metric", "baseline"):
        if value := getattr(claim, field):
            yield _t(texts, field), texts.word(value)
    if claim.value is not None:
        yield _t(texts, "value"), texts.quantity(claim.value, claim.unit or "").strip()
    about = texts.t(f"verdict-about.{claim.verdict}")
    told = texts.t("cli.claims.explained", verdict=verdict_word(claim.verdict, texts), about=about)
    yield _t(texts, "verdict"), told
    yield _t(texts, "finding"), claim.finding.in_language(language)
    yield _t(texts, "needs"), texts.t(f"needs.{claim.needs}")
    if claim.test is not None:
        yield _t(texts, "test"), claim.test.in_language(language)
    if claim.recipe is not None:
        yield _t(texts, "verify"), _verify(claim, texts)
    for citation in claim.evidence:
        source = catalog.sources[citation.source]
        grade, read = texts.t(f"grade.{citation.grade}"), citation.read
        cited = texts.t(
            "kb.show.cited", grade=grade, read=read, source=source.title, locator=citation.locator
        )
        yield _t(texts, "evidence"), f"{cited} {source.address}"
    for conflict in found.conflicts:
        others = [id_ for id_ in conflict.claims if id_ != claim.id]
        against = ", ".join([*others, *([conflict.against] if conflict.against else [])])
        rule = texts.t(f"conflict.{conflict.rule}")
        yield _t(texts, "conflict"), texts.t("cli.claims.pair", label=rule, text=against)


def _verify(claim: ArticleClaim, texts: Texts) -> str:
    """The command that measures it, and for an analogue that it settles nothing."""
    command = f"advisor claims verify {claim.id}"
    if not claim.analogue:
        return command
    hardware = hardware_word(claim, texts)
    return texts.t("cli.claims.verify-analogue", command=command, hardware=hardware)


def _t(texts: Texts, name: str) -> str:
    return texts.t(f"cli.claims.{name}")


def _document(found: Trial, catalog: Catalog) -> dict[str, object]:
    claim = found.claim.model_dump(mode="json")
    for citation in claim["evidence"]:
        citation["address"] = catalog.sources[citation["source"]].address
    conflicts = [
        {"rule": c.rule.value, "claims": list(c.claims), "against": c.against}
        for c in found.conflicts
    ]
    return {"schema": 1, "article": found.article.id, "claim": claim, "conflicts": conflicts}
