"""`advisor weights elicit`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.usecases import weights as use
from advisor.wiring import Wiring
from knowledge.errors import KnownError
from knowledge.schema.stakes import Certainty, Method, Stated
from knowledge.texts import Texts

if TYPE_CHECKING:
    from knowledge.schema.scenario import Scenario
    from scoring.elicitation.all import Elicited

ENDED = 1


@click.group("weights")
def command() -> None:
    """State what matters to you, and keep it in a file for `advisor recommend --weights`."""


@command.command("elicit")
@click.option("--scenario", required=True, metavar="ID", help="The scenario to weigh for.")
@click.option(
    "--method",
    type=click.Choice([method.value for method in Method]),
    help="How to ask. [default: what the statement file says, else swing]",
)
@click.option(
    "--from",
    "source",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Take the statements from a YAML or JSON file (see docs/weights.md); ask nothing.",
)
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="Write them to FILE.")
@click.option("--who", metavar="NAME", help="Whose weights they are. [default: your user name]")
@click.option(
    "--certainty",
    type=click.Choice([degree.value for degree in Certainty]),
    help="How sure of them you are; asked where it is not given.",
)
@click.option(
    "--force", is_flag=True, help="Accept pairwise judgements that contradict each other."
)
@click.option("--resume", is_flag=True, help="Go on where you stopped answering.")
@options.as_json
@options.language
@options.knowledge
def elicit(
    scenario: str,
    method: str | None,
    source: Path | None,
    out: Path | None,
    who: str | None,
    certainty: str | None,
    force: bool,
    resume: bool,
    json_: bool,
    lang: str,
    overlays: tuple[Path, ...],
) -> int:
    """Ask what matters more, by a method of your choice, and turn the answers into weights.

    Answer b to go back one question and q to stop; the answers are kept, and --resume goes on.
    """
    if source is not None and resume:
        raise KnownError("--from asks nothing, so there is nothing to --resume", hint="choose one")
    wiring, texts = Wiring(overlays=overlays), Texts(lang)
    found = wiring.catalog.scenario(scenario)
    options.output_file("--out", out)
    sure = Certainty(certainty) if certainty else None
    made: tuple[Stated, Elicited] | None
    if source is not None:
        made = _from_file(wiring, found, source, method, who, sure, force=force)
    else:
        from advisor.cli.interview import Interview

        chosen = Method(method or Method.SWING)
        interview = Interview(wiring, found, chosen, texts, certainty=sure, resume=resume)
        made = interview.run(who or use.somebody(), force=force)
    if made is None:
        return ENDED
    stated, told = made
    _narrate(stated, told, texts, wiring)
    if out is not None:
        text = stated.model_dump_json(indent=2) + "\n" if out.suffix == ".json" else None
        options.write_file(out, text or use.as_yaml(stated))
        click.echo(texts.t("cli.wrote", path=str(out)), err=True)
    if source is None:
        use.draft_file(wiring, found, stated.method).unlink(missing_ok=True)
    _print(stated, texts, wiring, json_=json_, table=out is not None)
    return 0


def _from_file(
    wiring: Wiring,
    scenario: Scenario,
    source: Path,
    method: str | None,
    who: str | None,
    certainty: Certainty | None,
    *,
    force: bool,
) -> tuple[Stated, Elicited]:
    said = use.read_said(source)
    if said.scenario is not None and said.scenario != scenario.id:
        raise KnownError(
            f"{source} is about scenario {said.scenario}", hint=f"--scenario {said.scenario}"
        )
    chosen = method or said.method
    if chosen is None:
        raise KnownError(f"{source} names no method", hint="give --method")
    return use.stated(
        wiring,
        scenario,
        Method(chosen),
        said.statements,
        who=who or said.who or use.somebody(),
        certainty=certainty or said.certainty or Certainty.FAIR,
        force=force,
    )


def _narrate(stated: Stated, told: Elicited, texts: Texts, wiring: Wiring) -> None:
    """What the statements left open and how well they fit together, on stderr."""

    def titles(ids: tuple[str, ...]) -> str:
        from reports import wording

        criteria = (wiring.catalog.criterion(id_) for id_ in ids)
        return wording.names(texts, [one.title.in_language(texts.language) for one in criteria])

    lines = []
    if stated.consistency is not None:
        key = "forced" if stated.consistency.forced else "consistency"
        lines.append(texts.t(f"cli.weights.{key}", ratio=texts.fixed(stated.consistency.ratio, 3)))
    if told.misfit is not None:
        lines.append(
            texts.t(
                "cli.weights.misfit",
                first=titles((told.misfit.first,)),
                second=titles((told.misfit.second,)),
                judged=texts.number(told.misfit.judged, 2),
                implied=texts.number(told.misfit.implied, 2),
            )
        )
    if told.completed:
        lines.append(texts.t("cli.weights.completed", count=told.completed))
    if told.open:
        lines.append(texts.t("cli.weights.open"))
    if told.kept:
        lines.append(texts.t("cli.weights.kept", names=titles(told.kept)))
    for line in lines:
        click.echo(line, err=True)


def _print(stated: Stated, texts: Texts, wiring: Wiring, *, json_: bool, table: bool) -> None:
    """The weights on stdout: as JSON, as a table where a file was written, else as the file."""
    if json_:
        document = stated.model_dump(mode="json")
        click.echo(json.dumps(document, indent=2, ensure_ascii=False))
    elif table:
        criteria = {id_: wiring.catalog.criterion(id_).title for id_ in stated.weights}
        print_table(
            [texts.t("cli.weights.criterion"), texts.t("cli.weights.weight")],
            [
                (criteria[id_].in_language(texts.language), texts.percent(weight, 1))
                for id_, weight in sorted(stated.weights.items(), key=lambda item: -item[1])
            ],
        )
    else:
        click.echo(use.as_yaml(stated).rstrip("\n"))
