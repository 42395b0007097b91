"""Run a recipe: each variant in processes of its own, taken in turn, disturbed rounds repeated.

Nothing a framework does is an exception here: what could not be run is a Trouble.
"""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import numpy as np

from knowledge.schema.environment import Environment
from knowledge.schema.host import Host
from knowledge.schema.probing import Estimate, Sample, Status
from knowledge.schema.progress import Progress
from knowledge.schema.recipe import Reading, Recipe, Variant
from probes.compiled import begin, finish, folder_of, trusted
from probes.contention import Watch, family_cpu_s, is_contended
from probes.interruption import Cancelled, Stop, orderly_end
from probes.launcher import Worker
from probes.protocol import Arranged, Taken, Trouble
from probes.run import Equipment
from probes.statistics import LEAST_ROUNDS, calibrate, estimate, ratio, used
from probes.surroundings import worker_environ

PROCESSES = 3
ROUNDS = 5
REPEATS = 5
"""Times a process may repeat disturbed rounds."""


@dataclass
class Findings:
    """What an experiment gave: readings of all variants, and why it ended early if it did."""

    readings: list[Reading] = field(default_factory=list)
    loops: dict[tuple[str, int, int], int] = field(default_factory=dict)
    trouble: Trouble | None = None
    notes: tuple[str, ...] = ()


def experiment(
    recipe: Recipe,
    environments: Mapping[str, Environment],
    *,
    host: Host,
    cache_dir: Path,
    code: str | None = None,
    budget_s: float = 120.0,
    processes: int = PROCESSES,
    equipment: Equipment | None = None,
    progress: Callable[[Progress], None] = lambda event: None,
    stop: Stop = lambda: False,
) -> Findings:
    """Run `recipe` in up to `processes` processes per variant, while the budget lasts.

    What is no time and comes out the same twice is not run again.

    Args:
        recipe: what to run.
        environments: by spec id, the interpreter of each environment the recipe names.
        host: this machine, for the number of threads.
        cache_dir: where frameworks keep what they compile.
        code: path of the recipe's file; by default recipes/<id>.py of the worker.
        budget_s: seconds after which no further process is begun; the first always runs.
        processes: processes per variant, aimed at.
        equipment: launcher, clock, watch and settings; tests bring their own.
        progress: told of every process, as it is prepared and as it is measured.
        stop: asked between rounds; what was read till then counts.
    """
    tools, findings = equipment or Equipment(watch=Watch(cpu_s=family_cpu_s)), Findings()
    started = tools.clock()
    progress(Progress(stage="begin", done=0, total=processes, budget_s=budget_s))
    with orderly_end():
        for number in range(processes):
            spent = tools.clock() - started
            if stop() or (number and spent + spent / number > budget_s):
                break
            if _repeats_itself(recipe, findings):
                break

            def tell(stage: Literal["prepare", "measure"], subject: str, at: int = number) -> None:
                progress(Progress(stage=stage, done=at + 1, total=processes, subject=subject))

            one = _Process(recipe, environments, host, cache_dir, code, tools, number, stop, tell)
            try:
                findings.trouble = one.run(findings)
            except Cancelled:
                break
            if findings.trouble is not None:
                break
    return findings


def _repeats_itself(recipe: Recipe, findings: Findings) -> bool:
    """Whether two processes gave the same numbers, and no times: a third would give them again."""
    if recipe.quantity == "seconds" or len({r.process for r in findings.readings}) < 2:
        return False
    return len({(r.variant, r.value) for r in findings.readings}) == len(recipe.variants)


def summary(
    recipe: Recipe, findings: Findings, rng: np.random.Generator
) -> tuple[Estimate | None, dict[str, Estimate]]:
    """The recipe's outcome and the estimate of each variant; None where too little was read."""
    by_variant = {}
    for variant in recipe.variants:
        taken = _samples(findings, variant.id)
        if taken:
            by_variant[variant.id] = _estimate(recipe, taken, rng)
    if len(by_variant) < len(recipe.variants):
        return None, by_variant
    if len(recipe.variants) == 1:
        return by_variant[recipe.variants[0].id], by_variant
    first, second = (_samples(findings, variant.id) for variant in recipe.variants)
    if recipe.quantity == "seconds":
        return ratio(first, second, rng), by_variant
    one, other = (by_variant[variant.id] for variant in recipe.variants)
    if other.low <= 0:
        return None, by_variant
    return Estimate(
        point=one.point / other.point, low=one.low / other.high, high=one.high / other.low
    ), by_variant


def _estimate(recipe: Recipe, taken: list[Sample], rng: np.random.Generator) -> Estimate:
    """Of seconds as of any timing; of a value that is no timing its median and its range."""
    if recipe.quantity == "seconds":
        kept = used(taken).items()
        return estimate({p: [s.seconds_per_call for s in samples] for p, samples in kept}, rng)
    values = [sample.seconds_per_call for sample in taken]
    return Estimate(point=float(np.median(values)), low=min(values), high=max(values))


def _samples(findings: Findings, variant: str) -> list[Sample]:
    """The readings of a variant as samples of one loop, for the statistics of timings.

    A round in which one variant was disturbed counts as disturbed for both: they are compared
    within rounds, so both must rest on the same ones.
    """
    foreign: dict[tuple[int, int], float] = defaultdict(float)
    contended: dict[tuple[int, int], bool] = defaultdict(bool)
    for r in findings.readings:
        foreign[r.process, r.round] = max(foreign[r.process, r.round], r.foreign_cpu)
        contended[r.process, r.round] |= r.contended
    return [
        Sample(
            process=r.process,
            round=r.round,
            loops=1,
            seconds=r.value,
            foreign_cpu=foreign[r.process, r.round],
            contended=contended[r.process, r.round],
        )
        for r in findings.readings
        if r.variant == variant
    ]


@dataclass
class _Process:
    """One process of each variant, and the rounds between them."""

    recipe: Recipe
    environments: Mapping[str, Environment]
    host: Host
    cache_dir: Path
    code: str | None
    tools: Equipment
    number: int
    stop: Stop
    tell: Callable[[Literal["prepare", "measure"], str], None]
    _known: dict[str, float] = field(default_factory=dict)

    def run(self, findings: Findings) -> Trouble | None:
        """Arrange every variant, then take them in turn; readings go to `findings`."""
        with ExitStack() as stack, tempfile.TemporaryDirectory(prefix="advisor-") as scratch:
            workers: dict[str, Worker] = {}
            for variant in self.recipe.variants:
                self.tell("prepare", f"{self.recipe.id} {variant.id}")
                worker = self._arranged(variant, Path(scratch) / variant.id, findings)
                if isinstance(worker, Trouble):
                    return worker
                stack.callback(worker.kill)
                worker.pause()
                workers[variant.id] = worker
            self.tell("measure", self.recipe.id)
            return self._rounds(workers, findings)

    def _arranged(self, variant: Variant, folder: Path, findings: Findings) -> Worker | Trouble:
        deadlines = self.tools.settings.deadlines
        folder.mkdir()
        compiled = folder_of(self.cache_dir, f"recipes/{self.recipe.id}-{variant.id}")
        trusted(compiled)
        worker = self.tools.launch(
            Path(self.environments[variant.environment].python),
            folder=folder,
            environ=worker_environ(self.tools.environ, compiled),
            stop=self.stop,
        )
        if isinstance(worker, Trouble):
            return worker
        try:
            hello = worker.greet(deadlines.start)
            if isinstance(hello, Trouble):
                return hello
            request = {
                "type": "arrange",
                "recipe": self.code or self.recipe.id,
                "variant": variant.id,
                "threads": self.host.cpu.threads,
                "scratch": str(folder),
            }
            begin(compiled, worker.pid)
            arranged = worker.ask(request, Arranged, deadlines.prepare)
            if isinstance(arranged, Arranged):
                findings.notes = tuple(dict.fromkeys((*findings.notes, *arranged.notes)))
                warm = self._take(worker, variant.id, 1)
                if worker.alive:
                    finish(compiled, worker.pid)
                if not isinstance(warm, Trouble):
                    return worker
                arranged = warm
        except Cancelled:
            worker.kill()
            raise
        worker.kill()
        return arranged

    def _rounds(self, workers: Mapping[str, Worker], findings: Findings) -> Trouble | None:
        timed = self.recipe.quantity == "seconds"
        repeats, number, done = REPEATS, 0, 0
        while done < (ROUNDS if timed else 1):
            if self.stop() and done >= LEAST_ROUNDS:
                break
            taken = []
            for name, worker in workers.items():
                reading = self._reading(name, worker, number)
                if isinstance(reading, Trouble):
                    return reading
                taken.append(reading)
            findings.readings += taken
            number += 1
            if timed and any(r.contended for r in taken) and repeats:
                repeats -= 1
            else:
                done += 1
        return None

    def _reading(self, name: str, worker: Worker, number: int) -> Reading | Trouble:
        watch, settings = self.tools.watch, self.tools.settings
        timed = self.recipe.quantity == "seconds"
        worker.resume()
        loops = 1
        if timed:
            loops = calibrate(self._known[name], settings.sample_s, 1, settings.longest_sample_s)
        mark = watch.mark(worker.pid)
        taken = self._take(worker, name, loops)
        foreign = watch.since(mark, worker.pid)
        if isinstance(taken, Trouble):
            return taken
        worker.pause()
        value = max(taken.seconds / taken.loops, 1e-9) if timed else taken.value
        if value is None:
            return Trouble(status=Status.FAILED, message=f"{name} gave no number")
        threads, limit = self.host.cpu.threads, settings.contended_cores
        return Reading(
            variant=name,
            process=self.number,
            round=number,
            value=value,
            foreign_cpu=round(foreign, 3),
            contended=timed and is_contended(foreign, watch.cores, threads, limit),
        )

    def _take(self, worker: Worker, name: str, loops: int) -> Taken | Trouble:
        known = self._known.get(name, 0.0)
        deadlines = self.tools.settings.deadlines
        limit = max(deadlines.prepare if not known else deadlines.sample, 20 * loops * known)
        taken = worker.ask({"type": "take", "loops": loops}, Taken, limit)
        if isinstance(taken, Taken):
            per_call = taken.seconds / taken.loops
            self._known[name] = min(known or per_call, per_call)
        return taken
