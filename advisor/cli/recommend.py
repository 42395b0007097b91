"""`advisor recommend`."""

from __future__ import annotations

from pathlib import Path

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.output import deliver
from advisor.usecases.recommend import Request, recommend
from advisor.wiring import Wiring
from knowledge.errors import KnownError
from knowledge.texts import Texts


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
@options.what_if
@click.option(
    "--weights",
    "weight_files",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take somebody's weights from a file of `advisor weights elicit`; repeatable.",
)
@click.option("--no-measure", is_flag=True, help="Use earlier measurements and facts only.")
@options.measuring
@click.option("--html", type=click.Path(path_type=Path), metavar="F", help="Write HTML to F.")
@click.option("--pdf", type=click.Path(path_type=Path), metavar="F", help="Write PDF to F.")
@options.as_json
@options.language
@options.sources
def command(
    scenario: str,
    weights: tuple[str, ...],
    require: tuple[str, ...],
    exclude: tuple[str, ...],
    pin: tuple[str, ...],
    replay: str | None,
    weight_files: tuple[Path, ...],
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
    request = Request(
        scenario=scenario,
        weights=_weights(weights),
        weight_files=weight_files,
        budget_s=budget,
        measure=not no_measure and replay is None,
        require=require,
        exclude=exclude,
        pin=pin,
        replay=replay,
        provision=provision,
        seed=seed,
        pythons=pythons,
        overlays=overlays,
    )
    texts = Texts(lang)
    narrator = Narrator(texts)
    targets = options.output_files(html, pdf)
    wiring = Wiring(overlays=overlays, pythons=pythons)
    for given, option, what in (
        (pythons, "--python", "names where to measure"),
        (provision, "--provision", "makes environments to measure in"),
    ):
        if given and not request.measure:
            forbidding = "--no-measure" if no_measure else "--replay"
            raise KnownError(
                f"{option} {what}, and {forbidding} forbids it", hint="leave one of them out"
            )
    try:
        recommendation = recommend(request, wiring, narrator)
    finally:
        narrator.close()
    return deliver(recommendation, texts, narrator, json_=json_, html=targets[0], pdf=targets[1])


def _weights(pairs: tuple[str, ...]) -> dict[str, float]:
    """`("latency=3",)` as `{"latency": 3.0}`; KnownError on anything else."""
    weights = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        if name.strip() in weights:
            raise KnownError(
                f"--weight names {name.strip()} twice", hint="give each criterion one weight"
            )
        try:
            weights[name.strip()] = float(text)
        except ValueError:
            sign = ""
        if not sign or not name.strip():
            raise KnownError(
                f"--weight {pair!r} is not CRITERION=VALUE",
                hint="for example --weight latency=40",
            )
    return weights
