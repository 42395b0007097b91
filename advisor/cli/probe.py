"""`advisor probe list|run|show`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.probe_lines import print_plan, print_results, print_shown
from advisor.cli.table import print_table
from advisor.usecases.probing import measurable, probe, probe_plan
from advisor.usecases.showing import show
from advisor.wiring import Wiring
from knowledge.schema.probing import Precision, RunMode, Status
from knowledge.texts import Texts


@click.group("probe")
def command() -> None:
    """List what can be measured, measure some of it, or show what was."""


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
        [texts.t(f"cli.probe.{name}") for name in ("stack", "here", "precisions")],
        [
            (name, texts.t("cli.yes" if here else "cli.no"), " ".join(found.precisions[name]))
            for name, here in found.stacks.items()
        ],
    )
    click.echo()
    print_table(
        [texts.t("cli.probe.workload"), texts.t("cli.probe.about")],
        [
            (name, title.in_language(lang))
            for name, title in (found.workloads | found.flows).items()
        ],
    )
    click.echo("\n" + texts.t("cli.probe.trains", stacks=", ".join(found.trains)))
    for name, about in found.training.items():
        click.echo(f"  · {name}: {about.in_language(lang)}")
    return 0


@command.command("run")
@click.option("--stack", "stacks", multiple=True, metavar="ID", help="Stack; repeatable. [all]")
@click.option(
    "--workload",
    "workloads",
    multiple=True,
    metavar="ID",
    help="Workload, or a flow (data-pipeline, all-reduce, data-parallel-step); repeatable. "
    "[matmul, conv2d, mobilenet-v3-small]",
)
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="A model of your own (.onnx) instead of a workload.",
)
@click.option(
    "--input-shape",
    "shapes",
    multiple=True,
    metavar="NAME=1x3x224x224",
    help="Sizes of an input of the model that leaves them free; repeatable.",
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
@click.option(
    "--precision",
    "precisions",
    multiple=True,
    type=click.Choice([each.value for each in Precision]),
    default=(Precision.FP32.value,),
    show_default=True,
    help="What to compute in; repeatable. fp32 is always measured along.",
)
@click.option(
    "--mode",
    type=click.Choice([each.value for each in RunMode]),
    default=RunMode.INFERENCE.value,
    show_default=True,
    help="What one call is: a forward pass, or a training step where there is one.",
)
@click.option("--again", is_flag=True, help="Measure also what was measured well before.")
@click.option("--dry-run", is_flag=True, help="Only say what would be measured and skipped.")
@options.measuring
@options.as_json
@options.language
@options.sources
def run(
    stacks: tuple[str, ...],
    workloads: tuple[str, ...],
    model: Path | None,
    shapes: tuple[str, ...],
    batches: tuple[int, ...],
    precisions: tuple[str, ...],
    mode: str,
    again: bool,
    dry_run: bool,
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
    wiring = Wiring(overlays=overlays, pythons=pythons)
    if dry_run:
        planned = probe_plan(
            wiring,
            stacks=stacks,
            workloads=workloads,
            batches=batches,
            precisions=[Precision(name) for name in precisions],
            mode=RunMode(mode),
            model=model,
            shapes=shapes,
            budget_s=budget,
            again=again,
        )
        if json_:
            click.echo(planned.model_dump_json(indent=2))
        else:
            print_plan(planned, texts)
        return 0
    narrator = Narrator(texts)
    try:
        measurements = probe(
            wiring,
            stacks=stacks,
            workloads=workloads,
            batches=batches,
            precisions=[Precision(name) for name in precisions],
            mode=RunMode(mode),
            model=model,
            shapes=shapes,
            again=again,
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
        print_results(measurements, texts)
    return 0 if any(m.status is Status.OK for m in measurements) else 1


@command.command("show")
@click.option("--stack", "stacks", multiple=True, metavar="ID", help="Stack; repeatable. [all]")
@click.option(
    "--workload", "workloads", multiple=True, metavar="ID", help="Workload; repeatable. [all]"
)
@click.option("--samples", is_flag=True, help="Show every sample too.")
@options.as_json
@options.language
@options.knowledge
def show_(
    stacks: tuple[str, ...],
    workloads: tuple[str, ...],
    samples: bool,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
) -> int:
    """Show what was measured on this machine, under what it can do at most; exit 1 if nothing."""
    wiring = Wiring(overlays=overlays)
    shown = show(wiring, stacks=stacks, workloads=workloads, samples=samples)
    if json_:
        click.echo(json.dumps(shown.document(), indent=2))
    elif shown.measurements:
        print_shown(shown, Texts(lang), samples=samples)
    else:
        click.echo(Texts(lang).t("cli.probe.nothing"))
    return 0 if shown.measurements else 1
