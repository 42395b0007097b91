"""Recommend: the main job, from a scenario and this machine to a ranking with its reasons."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from advisor import __version__
from advisor.usecases.digests import code_digest, digest
from advisor.usecases.measuring import cut_short, measure
from advisor.usecases.planning import expected_s
from advisor.usecases.subject import Subject, subject
from advisor.usecases.whatif import (
    NO_RESULT,
    Circumstances,
    asked,
    asked_devices,
    counts_less,
    meant_for,
    replayed,
    target_of,
    with_pinned,
)
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError
from knowledge.evidence import item, measurement_item, measurement_key, why_key
from knowledge.nearest import did_you_mean
from knowledge.pins import assume
from knowledge.schema.base import Noun
from knowledge.schema.decision import Digests, EvidenceItem, Recommendation
from knowledge.schema.probing import Measurement, Precision, Status, Task
from knowledge.schema.progress import Progress

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.scenario import Scenario
    from knowledge.schema.stakes import Stated

DRAWS = 20_000
TYPICAL_COST_S = 25.0  # one stack, two processes; used where this machine has no record yet


class Request(Noun):
    """A question: which scenario, whose weights, and how much measuring it is worth."""

    scenario: str
    weights: dict[str, float] = {}
    """Criterion -> weight, on the scale of the scenario's own weights."""
    weight_files: tuple[Path, ...] = ()
    """Weights files of the people who decide, instead of `weights`."""
    budget_s: float = 150.0
    measure: bool = True
    provision: bool = False
    seed: int = 0
    require: tuple[str, ...] = ()
    """What the user requires beyond the scenario, as NAME or NAME=VALUE."""
    exclude: tuple[str, ...] = ()
    """Frameworks, routes and stacks the user rules out."""
    veto: tuple[str, ...] = ()
    """The worst amounts with which a stack may still be chosen, as CRITERION=AMOUNT."""
    precisions: tuple[Precision, ...] = ()
    """What stacks are compared in, instead of the scenario's own."""
    pin: tuple[str, ...] = ()
    """What the user wants taken for granted, as SUBJECT:TERM=VALUE."""
    workload: str | None = None
    """A built-in workload that is measured in place of the scenario's."""
    model: Path | None = None
    """A model of the user that is measured in place of the scenario's workloads."""
    shapes: tuple[str, ...] = ()
    """Sizes of the model's inputs, as NAME=1x3x224x224."""
    replay: str | None = None
    """An earlier answer whose measurements, machine and day are taken instead of new ones."""
    pythons: tuple[Path, ...] = ()
    overlays: tuple[Path, ...] = ()

    def command(self) -> str:
        """The command line that asks the same question."""
        words = ["advisor", "recommend", "--scenario", self.scenario]
        for criterion, value in self.weights.items():
            words += ["--weight", f"{criterion}={value:g}"]
        for precision in self.precisions:
            words += ["--precision", precision]
        for option in ("require", "exclude", "veto", "pin"):
            for value in getattr(self, option):
                words += [f"--{option}", value]
        words += ["--workload", self.workload] if self.workload is not None else []
        words += ["--model", str(self.model)] if self.model is not None else []
        for shape in self.shapes:
            words += ["--input-shape", shape]
        for file in self.weight_files:
            words += ["--weights", str(file)]
        words += ["--replay", self.replay] if self.replay is not None else []
        words += [] if self.measure or self.replay is not None else ["--no-measure"]
        words += ["--provision"] if self.provision else []
        words += ["--budget", f"{self.budget_s:g}"] if self.measure else []
        for python in self.pythons:
            words += ["--python", str(python)]
        for folder in self.overlays:
            words += ["--knowledge", str(folder)]
        return shlex.join([*words, "--seed", str(self.seed)])

    def replaying(self, run: str) -> Request:
        """The request that gives the answer `run` again: by its measurements, without new ones."""
        quiet = {"measure": False, "provision": False, "pythons": ()}
        return self.model_copy(update={"replay": self.replay or run, **quiet})


def recommend(
    request: Request,
    wiring: Wiring,
    progress: Narrate = lambda event: None,
    stop: Callable[[], bool] = lambda: False,
) -> Recommendation:
    """Answer `request`: measure if asked, screen, assess, simulate, rank, and keep the answer.

    Raises:
        KnownError: an unknown scenario or criterion, or weights that say nothing.
    """
    catalog = wiring.catalog
    about = subject_of(catalog, request)
    scenario = about.scenario
    people = _people(request, catalog, scenario)
    weights = weights_for(scenario, _group(people) or request.weights)
    # What makes no sense is better known before measuring.
    assume(catalog, scenario, request.pin, (), wiring.now())
    if request.replay is not None:
        past = replayed(wiring, request.replay, scenario)
        known = past.known
        request = request.model_copy(update={"replay": past.run}).replaying(past.run)
    else:
        known = _found_out(request, wiring, about, progress, stop)
    progress(Progress(stage="decide", done=0, total=1))
    recommendation = _decide(request, wiring, about, weights, known, people)
    wiring.store.save_host(wiring.host)
    wiring.store.save_recommendation(recommendation)
    progress(Progress(stage="decide", done=1, total=1))
    return recommendation


def subject_of(catalog: Catalog, request: Request) -> Subject:
    """The scenario of `request` with what is required, and what it is measured on.

    Raises:
        KnownError: something that means nothing, or a model that cannot be used.
    """
    return subject(
        asked(
            catalog,
            request.scenario,
            request.require,
            request.exclude,
            request.veto,
            request.precisions,
        ),
        workload=request.workload,
        model=request.model,
        shapes=request.shapes,
    )


def _found_out(
    request: Request,
    wiring: Wiring,
    about: Subject,
    progress: Narrate,
    stop: Callable[[], bool],
) -> Circumstances:
    """This machine, with what it measured before and, if asked, measures now."""
    scenario = about.scenario
    here = meant_for(wiring.catalog, scenario, wiring.host)
    tasks = _tasks(scenario, wiring.catalog) if here else ()
    earlier = wiring.earlier()  # a store that cannot be read is better known before measuring
    fresh: tuple[Measurement, ...] = ()
    if request.measure and here:
        fresh = measure(
            wiring,
            tasks,
            budget_s=request.budget_s,
            seed=request.seed,
            provision=request.provision,
            progress=progress,
            stop=stop,
            model=about.given,
        )
    known = with_earlier(fresh, earlier, tasks)
    lacking = set(tasks) - {m.task for m in known if m.status not in NO_RESULT}
    nearby = {m.task: m for m in wiring.nearby() if m.task in lacking} if lacking else {}
    cut = cut_short(fresh)
    return Circumstances(wiring.host, wiring.now(), here, known, tuple(nearby.values()), cut)


def weights_for(scenario: Scenario, changed: Mapping[str, float]) -> dict[str, float]:
    """The scenario's weights with the user's in their place.

    Raises:
        KnownError: a criterion the scenario does not use, a negative or not finite weight, or
            no weight above zero.
    """
    weights = {p.criterion: p.weight for p in scenario.preferences}
    for criterion, value in changed.items():
        if criterion not in weights:
            raise KnownError(
                f"unknown criterion {criterion!r} in scenario {scenario.id}",
                hint=did_you_mean(criterion, weights),
            )
        if not 0 <= value < float("inf"):
            raise KnownError(
                f"the weight of {criterion} is {value:g}",
                hint="weights are numbers from 0 up; their ratios are what counts",
            )
    weights.update(changed)
    if sum(weights.values()) <= 0:
        raise KnownError("all weights are zero", hint="give at least one criterion a weight")
    return weights


def _people(request: Request, catalog: Catalog, scenario: Scenario) -> tuple[Stated, ...]:
    """What the people who decide have stated; nobody is asked about what precisions add."""
    if not request.weight_files:
        return ()
    if request.weights:
        raise KnownError(
            "--weight and --weights both say what matters", hint="leave one of them out"
        )
    from advisor.usecases.weights import read_stated
    from scoring.compared import completed, plain

    asked = plain(catalog, scenario)
    return tuple(
        completed(catalog, scenario, read_stated(file, asked)) for file in request.weight_files
    )


def _group(people: Sequence[Stated]) -> dict[str, float]:
    if not people:
        return {}
    from scoring.stakeholders import group_weights

    return group_weights(people)


def with_earlier(
    fresh: Sequence[Measurement], earlier: Sequence[Measurement], tasks: Sequence[Task]
) -> tuple[Measurement, ...]:
    """One measurement per task: today's result, or an earlier one where that is better evidence.

    Without samples, which the store keeps. Skipped and unavailable are no results. A time-out, a
    process that died and an inconclusive timing give way to an earlier clean timing of the same
    version: a busy machine or a killed process says little of the stack. A wrong result or a
    refused model always stands.
    """
    today = {m.task: m for m in fresh}
    past: dict[Task, Measurement] = {}
    for m in earlier:
        if m.task not in past or not _gives_way(m, past[m.task]):
            past[m.task] = m
    kept = []
    for task in tasks:
        now = today.get(task)
        if task in past and (now is None or _gives_way(now, past[task])):
            kept.append(past[task])
        elif now is not None:
            kept.append(now.without_samples)
    return tuple(kept)


def _gives_way(now: Measurement, before: Measurement) -> bool:
    if now.status in (Status.SKIPPED, Status.UNAVAILABLE):
        return True
    same = now.version in (None, before.version)
    return now.weak and same and before.status is Status.OK and not before.weak


def _tasks(scenario: Scenario, catalog: Catalog) -> tuple[Task, ...]:
    from probes.planner import tasks_for

    return tasks_for(scenario, catalog)


def _decide(
    request: Request,
    wiring: Wiring,
    about: Subject,
    weights: Mapping[str, float],
    known: Circumstances,
    people: tuple[Stated, ...] = (),
) -> Recommendation:
    import numpy as np

    from scoring.assess import assess
    from scoring.duplicates import merged, without
    from scoring.enumerate import stacks
    from scoring.expected import expected_values
    from scoring.frameworks import best_by_framework
    from scoring.information import next_measurement
    from scoring.rank import rank
    from scoring.relaxation import minimal_sets, relaxations, returning
    from scoring.robustness.all import robustness
    from scoring.screen import asked_of, screen
    from scoring.simulate import simulate
    from scoring.stakeholders import acceptabilities, concentration, stakeholders
    from scoring.veto import vetoed_below, vetoes

    scenario, now = about.scenario, wiring.now()
    world = assume(wiring.catalog, scenario, request.pin, known.measurements, known.moment)
    catalog, host = world.catalog, known.host
    tried = with_pinned(known.measurements, world.measurements)
    everything = stacks(catalog, scenario, host.cpu.device_class or "cpu")
    devices = asked_devices(scenario, host)
    screening = screen(
        catalog,
        scenario,
        everything,
        tried,
        about.operators,
        devices,
        today=known.moment.date(),
        weights_mib=about.weights_mib,
    )
    # What a relaxation would bring back is believed in together with what is kept.
    relaxable = {name for names in minimal_sets(screening.excluded).values() for name in names}
    back = [alternative for alternative in everything if alternative.id in relaxable]
    other_system = counts_less(catalog, scenario, host) if known.here else None
    # What was measured under another system is as far as what another machine measured.
    far = known.nearby if other_system is None else (*known.nearby, *known.measurements)
    whole = assess(
        catalog,
        scenario,
        weights,
        (*screening.kept, *back),
        tried if other_system is None else world.measurements,
        known.moment.date(),
        far,
    )
    vetoed, doubtful = vetoes(whole, scenario.preferences)
    excluded = (*screening.excluded, *vetoed)
    out = frozenset(relaxable) | {exclusion.alternative for exclusion in vetoed}
    matrix = without(whole, out)
    unverified = (*screening.unverified, *doubtful)
    same = merged(catalog, matrix, tuple(e for e in unverified if e.alternative not in out))
    out |= {one.alternative for one in same}
    untried = frozenset(one.alternative for one in same if one.untried)
    wider = without(whole, out - untried)
    matrix = without(matrix, out)
    unverified = tuple(e for e in unverified if e.alternative not in out)
    certainty = concentration(people) if people else scenario.weight_certainty
    rng = np.random.default_rng(request.seed)
    simulation = simulate(matrix, draws=DRAWS, rng=rng, certainty=certainty)
    ranking = rank(matrix, simulation)
    expected = expected_values(whole)
    reasons = tuple(why_key(scenario.id, index) for index in range(len(scenario.why)))
    keys = dict.fromkeys(
        key
        for part in (matrix.beliefs, excluded, unverified)
        for thing in part
        for key in thing.evidence
    ) | dict.fromkeys(reasons)
    ids = [m.id for m in (*known.measurements, *known.nearby)]
    inputs = digest(scenario, weights, list(request.pin), ids, request.seed, DRAWS, *people)
    run = f"{now:%Y%m%d-%H%M%S}-{digest(inputs, request.command(), now)[:6]}"
    return Recommendation(
        id=run,
        created=now,
        scenario=scenario.id,
        scenario_title=scenario.title,
        scenario_summary=scenario.summary,
        target=target_of(catalog, scenario, host),
        elsewhere=not known.here,
        other_system=other_system,
        measured_on=request.workload or (request.model.name if request.model else None),
        requirements=(
            *(one.title for one in asked_of(scenario, devices)),
            *vetoed_below(matrix.criteria, scenario.preferences),
        ),
        overlays=tuple(folder.name for folder in request.overlays),
        reasons=reasons,
        host=host,
        seed=request.seed,
        draws=DRAWS,
        weight_certainty=certainty,
        digests=Digests(knowledge=catalog.digest, code=code_digest(), inputs=inputs),
        version=__version__,
        ranking=ranking,
        matrix=matrix,
        frameworks=best_by_framework(catalog, everything, ranking),
        excluded=excluded,
        unverified=unverified,
        measurements=known.measurements,
        cut_short=known.cut_short,
        nearby=known.nearby,
        next_measurement=next_measurement(
            catalog,
            scenario,
            wider,
            # A precision that nobody measured is not ranked apart, but can be measured.
            simulate(wider, draws=DRAWS // 2, rng=rng, certainty=certainty)
            if untried
            else simulation,
            cost_s=_cost_s(catalog, known.measurements),
            command=about.command,
            unverified=unverified,
        )
        if known.here and other_system is None
        else None,
        evidence=_evidence(wiring, keys, known),
        assumptions=world.assumptions,
        relaxations=relaxations(excluded, expected),
        returning=returning(whole, excluded),
        merged=same,
        robustness=robustness(matrix, simulation),
        stakeholders=stakeholders(
            people,
            matrix,
            simulation.values,
            acceptabilities(people, matrix, DRAWS, request.seed),
        )
        if people
        else None,
        command=request.replaying(run).command(),
    )


def _cost_s(
    catalog: Catalog, measurements: Sequence[Measurement]
) -> Callable[[Task], float | None]:
    """Seconds a task takes: as an earlier run of it did, in as many processes. None where the
    stack's probe does not offer the task's precision.
    """
    from probes.precisions import lacking

    earlier = {m.task: m for m in measurements if m.status is Status.OK}

    def cost(task: Task) -> float | None:
        past = earlier.get(task)
        if past is not None:
            return max(1, past.processes) * expected_s(past)
        reduced = task.precision is not Precision.FP32
        _, mode = catalog.mode(task.stack)
        return None if reduced and lacking(task, mode.adapter or "") else TYPICAL_COST_S

    return cost


def _evidence(
    wiring: Wiring, keys: Mapping[str, None], known: Circumstances
) -> tuple[EvidenceItem, ...]:
    """What each key stands for: measured here or nearby, or cited in the knowledge base."""
    here = {measurement_key(m.id): m for m in known.measurements}
    nearby = {measurement_key(m.id): m for m in known.nearby}
    today = known.moment.date()
    return tuple(
        measurement_item(here[key])
        if key in here
        else measurement_item(nearby[key], here=False)
        if key in nearby
        else item(wiring.catalog, key, today)
        for key in keys
    )
