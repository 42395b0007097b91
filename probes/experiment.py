"""Run a recipe: each variant in processes of its own, taken in turn, disturbed rounds repeated.

Nothing a framework does is an exception here: what could not be run is a Trouble. One that meets a
variant of the comparison ends the experiment; one that meets a further variant is noted, and the
others go on without it. What the readings say is `outcomes`' business.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from knowledge.schema.environment import Environment
from knowledge.schema.host import Host
from knowledge.schema.probing import Status
from knowledge.schema.progress import Progress
from knowledge.schema.recipe import Reading, Recipe, Variant
from probes.compiled import begin, finish, folder_of, trusted
from probes.contention import Watch, family_cpu_s, is_contended
from probes.interruption import Cancelled, Stop, orderly_end
from probes.launcher import Worker
from probes.protocol import Arranged, Taken, Trouble
from probes.run import Equipment
from probes.statistics import LEAST_ROUNDS, calibrate
from probes.surroundings import worker_environ

PROCESSES = 3
ROUNDS = 5
REPEATS = 5
"""Times a process may repeat disturbed rounds."""


@dataclass
class Findings:
    """What an experiment gave: readings of all variants, and why it ended early if it did."""

    readings: list[Reading] = field(default_factory=list)
    trouble: Trouble | None = None
    lost: dict[str, Trouble] = field(default_factory=dict)
    """Further variants that could not be run, and why."""
    notes: tuple[str, ...] = ()
    stand_in: bool = False
    """A variant of the comparison is something else of the same kind."""


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
    values = {(r.variant, r.value) for r in findings.readings}
    return len(values) == len({variant for variant, _ in values})


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
                if variant.id in findings.lost:
                    continue
                self.tell("prepare", f"{self.recipe.id} {variant.id}")
                worker = self._arranged(variant, Path(scratch) / variant.id, findings)
                if isinstance(worker, Trouble):
                    if variant not in self.recipe.beside:
                        return worker
                    findings.lost[variant.id] = worker
                    continue
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
                findings.stand_in |= arranged.stand_in and variant in self.recipe.compared
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

    def _rounds(self, workers: dict[str, Worker], findings: Findings) -> Trouble | None:
        further = {variant.id for variant in self.recipe.beside}
        timed = self.recipe.quantity == "seconds"
        repeats, number, done = REPEATS, 0, 0
        while done < (ROUNDS if timed else 1):
            if self.stop() and done >= LEAST_ROUNDS:
                break
            taken = []
            for name, worker in tuple(workers.items()):
                reading = self._reading(name, worker, number)
                if isinstance(reading, Reading):
                    taken.append(reading)
                elif name in further:
                    findings.lost[name] = reading
                    workers.pop(name).kill()
                else:
                    return reading
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
