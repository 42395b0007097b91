"""`advisor recommend`."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.output import deliver
from advisor.usecases.recommend import Request, recommend, weights_for
from advisor.usecases.whatif import asked
from advisor.wiring import Wiring
from knowledge.errors import KnownError, check_all
from knowledge.schema.probing import Precision
from knowledge.texts import Texts

Weight = tuple[str, float | None]
LEAST, MOST = 1e-6, 1e6
"""Bounds of a weight above zero."""


@click.command("recommend", epilog=options.requirement_help())
@click.option(
    "--scenario", required=True, metavar="ID", help="What is to be decided, for example edge-cv."
)
@click.option(
    "--weight",
    "weights",
    multiple=True,
    metavar="CRITERION=VALUE",
    help="Replace the scenario's weight of a criterion; repeatable.",
)
@click.option(
    "--precision",
    "precisions",
    multiple=True,
    type=click.Choice(["fp32", "bf16", "fp16", "int8"]),
    metavar="NAME",
    help="What stacks are compared in (fp32, bf16, fp16, int8), instead of the scenario's own; "
    "repeatable.",
)
@options.what_if
@click.option(
    "--weights",
    "weight_files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take somebody's weights from a file of `advisor weights elicit`; repeatable.",
)
@click.option(
    "--workload",
    metavar="ID",
    help="Measure this workload in place of the scenario's; see `advisor probe list`.",
)
@click.option(
    "--model",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Measure a model of your own (.onnx) in place of the scenario's workloads.",
)
@click.option(
    "--input-shape",
    "shapes",
    multiple=True,
    metavar="NAME=1x3x224x224",
    help="Sizes of an input of the model that leaves them free; repeatable.",
)
@click.option("--no-measure", is_flag=True, help="Use earlier measurements and facts only.")
@options.measuring
@click.option("--html", type=click.Path(path_type=Path), metavar="F", help="Write HTML to F.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="F", help="Write PDF to F.")
@options.as_json
@options.language
@options.sources
@click.pass_context
def command(
    context: click.Context,
    scenario: str,
    weights: tuple[str, ...],
    precisions: tuple[str, ...],
    require: tuple[str, ...],
    exclude: tuple[str, ...],
    veto: tuple[str, ...],
    pin: tuple[str, ...],
    replay: str | None,
    weight_files: tuple[Path, ...],
    workload: str | None,
    model: Path | None,
    shapes: tuple[str, ...],
    no_measure: bool,
    budget: float,
    provision: bool,
    seed: int,
    html: Path | None,
    pdf: Path | None,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
    pythons: tuple[Path, ...],
) -> int:
    """Measure, weigh the evidence and rank the stacks of a scenario.

    The frameworks found on this machine are measured (see `advisor env list`); with --provision,
    missing ones are first installed into the user's cache, each in an environment of its own.
    """
    texts = Texts(lang)
    narrator = Narrator(texts)
    wiring = Wiring(overlays=overlays, pythons=pythons)
    given = tuple(map(_weight, weights))
    forbidding = "--no-measure" if no_measure else "--replay" if replay is not None else None
    check_all(
        (
            *(partial(_valid, weight, pair) for weight, pair in zip(given, weights, strict=True)),
            partial(_once, given),
            partial(_known, wiring, scenario, given, precisions),
            partial(options.output_files, html, pdf),
            partial(_measuring, pythons, provision=provision, forbidding=forbidding),
        )
    )
    if forbidding is not None and given_by_hand(context, "budget"):
        narrator.say(texts.t("cli.idle-budget", option=forbidding))
    request = Request(
        scenario=scenario,
        weights={name: value for name, value in given if value is not None},
        weight_files=weight_files,
        budget_s=budget,
        measure=forbidding is None,
        precisions=tuple(Precision(name) for name in precisions),
        require=require,
        exclude=exclude,
        veto=veto,
        pin=pin,
        replay=replay,
        workload=workload,
        model=model,
        shapes=shapes,
        provision=provision,
        seed=seed,
        pythons=pythons,
        overlays=overlays,
    )
    try:
        recommendation = recommend(request, wiring, narrator)
    finally:
        narrator.close()
    return deliver(recommendation, texts, narrator, wiring=wiring, json_=json_, html=html, pdf=pdf)


def given_by_hand(context: click.Context, name: str) -> bool:
    """Whether a parameter stands on the command line, and is not its default."""
    return context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE


def _weight(pair: str) -> Weight:
    """`"latency=3"` as `("latency", 3.0)`; no value where it is none.

    >>> _weight("latency=3"), _weight("latency")
    (('latency', 3.0), ('latency', None))
    """
    name, _, text = pair.partition("=")
    try:
        return name.strip(), float(text)
    except ValueError:
        return name.strip(), None


def _valid(weight: Weight, pair: str) -> None:
    name, value = weight
    if value is None or not name:
        raise KnownError(
            f"--weight {pair!r} is not CRITERION=VALUE", hint="for example --weight latency=40"
        )
    # beyond these bounds the arithmetic of the draws no longer holds, and no opinion is as fine
    if value and not LEAST <= value <= MOST:
        raise KnownError(
            f"the weight of {name} is {value:g}",
            hint=f"a weight is 0, or from {LEAST:f} to {MOST:,.0f}; "
            "only the ratios of weights count",
        )


def _once(weights: tuple[Weight, ...]) -> None:
    counts = Counter(name for name, _ in weights)
    for name, count in counts.items():
        if count > 1:
            raise KnownError(f"--weight names {name} twice", hint="give each criterion one weight")


def _known(
    wiring: Wiring, scenario: str, weights: tuple[Weight, ...], precisions: tuple[str, ...]
) -> None:
    """The scenario, and in it every criterion that is weighed."""
    named = [Precision(name) for name in precisions]
    found = asked(wiring.catalog, scenario, (), (), precisions=named)
    check_all(partial(weights_for, found, {name: 1.0}) for name, _ in weights if name)
    valid = {name: value for name, value in weights if value is not None}
    if all(0 <= value <= MOST for value in valid.values()):
        weights_for(found, valid)


def _measuring(pythons: tuple[Path, ...], *, provision: bool, forbidding: str | None) -> None:
    for given, option, what in (
        (pythons, "--python", "names where to measure"),
        (provision, "--provision", "makes environments to measure in"),
    ):
        if given and forbidding is not None:
            raise KnownError(
                f"{option} {what}, and {forbidding} forbids it", hint="leave one of them out"
            )
