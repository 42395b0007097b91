"""`advisor probe list|run`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.table import print_table
from advisor.usecases.probing import measurable, probe
from advisor.wiring import Wiring
from knowledge.schema.probing import Measurement, Status
from knowledge.texts import Texts


@click.group("probe")
def command() -> None:
    """List what can be measured, or measure some of it."""


@command.command("list")
@options.as_json
@options.language
@options.sources
def list_(json_: bool, lang: str, overlays: tuple[Path, ...], pythons: tuple[Path, ...]) -> int:
    """Show the stacks and workloads, and which stacks have an environment here."""
    found = measurable(Wiring(overlays=overlays, pythons=pythons))
    if json_:
        click.echo(found.model_dump_json(indent=2))
        return 0
    texts = Texts(lang)
    print_table(
        [texts.t("cli.probe.stack"), texts.t("cli.probe.here")],
        [(name, texts.t("cli.yes" if here else "cli.no")) for name, here in found.stacks.items()],
    )
    click.echo()
    print_table(
        [texts.t("cli.probe.workload"), texts.t("cli.probe.about")],
        [(name, title.in_language(lang)) for name, title in found.workloads.items()],
    )
    return 0


@command.command("run")
@click.option("--stack", "stacks", multiple=True, metavar="ID", help="Stack; repeatable. [all]")
@click.option(
    "--workload", "workloads", multiple=True, metavar="ID", help="Workload; repeatable. [all]"
)
@click.option(
    "--batch",
    "batches",
    multiple=True,
    type=click.IntRange(1, 1024),
    default=(1,),
    show_default=True,
    help="Batch size; repeatable.",
)
@options.measuring
@options.as_json
@options.language
@options.sources
def run(
    stacks: tuple[str, ...],
    workloads: tuple[str, ...],
    batches: tuple[int, ...],
    budget: float,
    provision: bool,
    seed: int,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Measure stacks on workloads here and keep the results; exit 1 when none came out."""
    texts = Texts(lang)
    narrator = Narrator(texts)
    try:
        measurements = probe(
            Wiring(overlays=overlays, pythons=pythons),
            stacks=stacks,
            workloads=workloads,
            batches=batches,
            budget_s=budget,
            seed=seed,
            provision=provision,
            progress=narrator,
        )
    finally:
        narrator.close()
    if json_:
        click.echo(json.dumps([m.model_dump(mode="json") for m in measurements], indent=2))
    else:
        _print(measurements, texts)
    return 0 if any(m.status is Status.OK for m in measurements) else 1


def _print(measurements: tuple[Measurement, ...], texts: Texts) -> None:
    columns = ("stack", "workload", "batch", "status", "latency", "interval", "memory")
    rows = []
    for m in measurements:
        latency, interval = "", m.message
        if m.latency is not None:
            latency = texts.duration(m.latency.point)
            interval = f"{texts.duration(m.latency.low)} – {texts.duration(m.latency.high)}"
        memory = f"{m.memory.point:.0f} MiB" if m.memory else ""
        status = texts.t(f"status.{m.status.value}")
        rows.append((m.stack, m.workload, str(m.batch), status, latency, interval, memory))
    print_table([texts.t(f"cli.probe.{name}") for name in columns], rows)
