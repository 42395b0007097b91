"""`advisor env list|create|remove`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.table import print_table
from advisor.usecases.environments import (
    create_environments,
    list_environments,
    remove_environments,
)
from advisor.wiring import Wiring
from knowledge.texts import Texts


@click.group("env")
def command() -> None:
    """List, create and remove the environments frameworks are measured in."""


@command.command("list")
@options.as_json
@options.language
@options.sources
def list_(json_: bool, lang: str, overlays: tuple[Path, ...], pythons: tuple[Path, ...]) -> int:
    """Show every framework advisor can measure and where on this machine it was found."""
    rows = list_environments(Wiring(overlays=overlays, pythons=pythons))
    if json_:
        click.echo(json.dumps([row.model_dump(mode="json") for row in rows], indent=2))
        return 0
    texts = Texts(lang)
    table = []
    for row in rows:
        pins = " ".join(row.spec.requirements)
        if not row.found:
            absent = texts.t("cli.env.absent", command=f"advisor env create {row.spec.id}")
            table.append((row.spec.id, pins, absent, ""))
        for found in row.found:
            where = texts.t(f"cli.env.origin-{found.origin.value}")
            table.append((row.spec.id, pins, f"{found.version} ({where})", found.python))
    print_table([texts.t(f"cli.env.{name}") for name in ("id", "pins", "found", "python")], table)
    return 0


@command.command("create")
@click.argument("specs", nargs=-1, required=True, metavar="ID...")
@options.language
def create(specs: tuple[str, ...], lang: str) -> int:
    """Make environments in the user's cache, with pinned CPU builds; made ones are kept."""
    texts = Texts(lang)
    narrator = Narrator(texts)
    outcomes = create_environments(Wiring(), specs, narrator)
    for outcome in outcomes:
        if outcome.environment is not None:
            click.echo(f"{outcome.spec}\t{outcome.environment.python}")
    return 0 if all(outcome.environment for outcome in outcomes) else 1


@command.command("remove")
@click.argument("specs", nargs=-1, required=True, metavar="ID...")
@options.language
def remove(specs: tuple[str, ...], lang: str) -> int:
    """Delete environments that `create` made."""
    texts = Texts(lang)
    removed = remove_environments(Wiring(), specs)
    for spec, existed in removed.items():
        click.echo(texts.t("cli.env.removed" if existed else "cli.env.not-there", spec=spec))
    return 0 if all(removed.values()) else 1
