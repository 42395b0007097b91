"""The one place where use cases meet the world: folders, clock, store, probes.

Everything is imported when it is first needed, so that a command loads only what it uses. Tests
replace the whole object.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from knowledge.errors import KnownError
from knowledge.schema.progress import Progress

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.environment import Environment
    from knowledge.schema.host import Host
    from knowledge.schema.machine import Baseline
    from knowledge.schema.operators import Registry
    from knowledge.schema.probing import Measurement, Task
    from knowledge.schema.recipe import Recipe
    from knowledge.store.journal import Journal
    from knowledge.store.store import Store
    from probes.calibration import Calibration
    from probes.environments import Unavailable
    from probes.experiment import Findings
    from probes.node_cases import NodeCase, Tried
    from probes.protocol import Trouble
    from probes.workloads.model_file import GivenModel

Narrate = Callable[[Progress], None]
_BUILD_SHARES = (0.5, 0.25)
"""Of what is left of a budget, what building the first and any further model may take; they are
kept for the next run."""
_RUNNING = "running"
"""Folder of the journals of the runs that go on, or were killed."""
_TURN_S = 3600.0
"""How long to wait for another process of this user that measures."""


def _cache_dir() -> Path:
    return platformdirs.user_cache_path("advisor")


def _state_dir() -> Path:
    return platformdirs.user_state_path("advisor")


@dataclass(frozen=True)
class Wiring:
    """Real folders, clock, store and probes, with the settings a front end was given."""

    overlays: tuple[Path, ...] = ()
    """Folders of the user's own facts, laid over the knowledge base in order."""
    pythons: tuple[Path, ...] = ()
    """Interpreters the user named by hand."""
    cache_dir: Path = field(default_factory=_cache_dir)
    state_dir: Path = field(default_factory=_state_dir)
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))

    def now(self) -> datetime:
        """The current time, with its zone."""
        return datetime.now(UTC)

    @cached_property
    def catalog(self) -> Catalog:
        """The knowledge base with its overlays; KnowledgeError lists what is wrong in it."""
        return self.load(self.folders)

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folder of advisor's own facts, then the overlays in order."""
        from knowledge.paths import data_dir

        return (data_dir(), *self.overlays)

    def load(self, folders: Sequence[Path]) -> Catalog:
        """What other folders make up, from the cache where nothing in them has changed."""
        from knowledge.snapshot import load_kept

        return load_kept(folders, self.cache_dir / "knowledge")

    def kept(self, name: str) -> bytes | None:
        """What `keep` put under `name`; None where it is not there or damaged."""
        from knowledge import cache

        return cache.read(self.cache_dir / "knowledge", name)

    def keep(self, name: str, content: bytes) -> None:
        """Keep `content`, where possible, under a name that says all it was computed from."""
        from knowledge import cache

        cache.write(self.cache_dir / "knowledge", name, content)

    @cached_property
    def host(self) -> Host:
        """This machine, with the CPU class of the catalog that it belongs to."""
        from probes.host import detect, match_class

        host = detect()
        found = match_class(host.cpu, self.catalog.devices.values())
        return host.model_copy(update={"cpu": host.cpu.model_copy(update={"device_class": found})})

    @cached_property
    def store(self) -> Store:
        """The history in the user's state folder, made on first use.

        What runs have left that were killed is in it too.
        """
        from knowledge.store.journal import take_over
        from knowledge.store.store import Store

        store = Store(self.state_dir / "advisor.sqlite")
        take_over(self.state_dir / _RUNNING, store)
        return store

    def journal(self) -> Journal:
        """A new journal, for what a run measures before it has come to its end.

        Raises:
            OSError: nothing can be written.
        """
        from knowledge.store.journal import Journal

        return Journal(self.state_dir / _RUNNING)

    def clock(self) -> float:
        """Seconds, for what a run has taken so far."""
        return time.monotonic()

    def earlier(self) -> tuple[Measurement, ...]:
        """What this host's store holds of inference, by the probes as they are now, oldest first.

        Every answer is made of these: what a training step takes says nothing of inference.
        """
        return _of_inference(self.of_all_modes())

    def of_all_modes(self) -> tuple[Measurement, ...]:
        """The same, with the training steps that were measured."""
        from probes.version import PROBE_VERSION

        return self.store.measurements(self.host.id, PROBE_VERSION)

    def baselines(self) -> tuple[Baseline, ...]:
        """What this host was seen to reach without any framework, oldest first."""
        return self.store.baselines(self.host.id, self.host.cpu.threads)

    def calibrate(
        self,
        *,
        ceilings: bool,
        progress: Narrate,
        stop: Callable[[], bool],
        unless_loud: bool = False,
        limit_s: float = math.inf,
    ) -> Calibration:
        """Tell the machine's noise and, if asked, measure its ceilings and keep them.

        With `unless_loud` the ceilings wait for a time when other programs leave it alone. What
        would take longer than `limit_s` is left out.

        Raises:
            KnownError: somebody else has been measuring for too long.
        """
        from probes.calibration import calibrate

        with self._turn(progress, stop):
            found = calibrate(
                self.host, self.now, ceilings=ceilings, unless_loud=unless_loud, limit_s=limit_s
            )
        if found.baseline is not None:
            self.store.save_baseline(found.baseline)
        return found

    def nearby(self) -> tuple[Measurement, ...]:
        """What the store holds of other hosts with this one's class of CPU, oldest first."""
        from probes.version import PROBE_VERSION

        class_ = self.host.cpu.device_class
        others = [
            host.id
            for host in self.store.hosts()
            if host.id != self.host.id and class_ and host.cpu.device_class == class_
        ]
        found = [m for other in others for m in self.store.measurements(other, PROBE_VERSION)]
        return tuple(sorted(_of_inference(found), key=lambda m: (m.started, m.id)))

    def environments(self) -> tuple[Environment, ...]:
        """Every environment on this machine that holds a framework of the catalog."""
        from probes.environments import discover

        return discover(
            tuple(self.catalog.environments.values()),
            given=self.pythons,
            cache_dir=self.cache_dir,
            environ=self.environ,
        )

    def provision(
        self,
        spec: str,
        narrate: Callable[[str], None],
        stop: Callable[[], bool] = lambda: False,
    ) -> Environment | Unavailable:
        """Make (or find made) the environment `spec`, or say why it cannot be had."""
        from probes.environments import provision

        found = self.catalog.environment(spec)
        return provision(found, self.cache_dir, narrate, self.environ, stop=stop)

    def remove(self, spec: str) -> bool:
        """Delete the provisioned environment `spec`; False when there was none."""
        from probes.environments import remove

        return remove(self.catalog.environment(spec).id, self.cache_dir)

    def measure(
        self,
        tasks: Sequence[Task],
        environments: Mapping[str, Environment],
        *,
        converting: Mapping[str, Environment] | None = None,
        budget_s: float,
        seed: int,
        progress: Narrate,
        stop: Callable[[], bool],
        model: GivenModel | None = None,
        keep: Callable[[Measurement], None] = lambda measurement: None,
        spent_s: float = 0.0,
    ) -> tuple[Measurement, ...]:
        """Run `tasks` on this host; every task comes back, whatever became of it.

        By stack `environments` hold what runs it, by lane `converting` what makes artefacts. With
        a `model` of the user the tasks are on that. `keep` is given what is finished meanwhile.
        Of the budget `spent_s` is spent already.

        One run at a time: a second one waits for its turn, since each would spoil the other.

        Raises:
            KnownError: the turn did not come.
        """
        from knowledge.schema.probing import RunMode
        from probes.contention import Watch, family_cpu_s
        from probes.flows.catalog import flow_case, flow_of
        from probes.planner import adapters_for, converters_for
        from probes.run import Equipment
        from probes.runner import measure
        from probes.workloads.case import CaseFiles, case_for
        from probes.workloads.deadline import within
        from probes.workloads.model_file import case_of
        from probes.workloads.training import step_for

        asked: list[str] = []

        def cases(workload: str, batch: int, mode: RunMode) -> CaseFiles:
            if flow_of(workload) is not None:
                return flow_case(workload, batch, seed, self.cache_dir)
            share = _BUILD_SHARES[1 if asked else 0]
            asked.append(workload)
            with within(share * (end - time.monotonic())):
                if model is not None:
                    return case_of(model, seed, self.cache_dir)
                made = step_for if mode is RunMode.TRAINING else case_for
                return made(workload, batch, seed, self.cache_dir)

        flows = any(flow_of(task.workload) for task in tasks)
        with self._turn(progress, stop):
            end = time.monotonic() + budget_s - spent_s
            return measure(
                tasks,
                environments,
                adapters=adapters_for(tasks, self.catalog),
                host=self.host,
                cases=cases,
                cache_dir=self.cache_dir,
                converters=converters_for(tasks, self.catalog, converting or {}),
                budget_s=budget_s,
                spent_s=spent_s,
                seed=seed,
                progress=progress,
                stop=stop,
                # The processes that a flow starts are no other programs.
                equipment=Equipment(watch=Watch(cpu_s=family_cpu_s)) if flows else None,
                keep=keep,
            )

    def experiment(
        self,
        recipe: Recipe,
        environments: Mapping[str, Environment],
        *,
        budget_s: float,
        progress: Narrate,
        stop: Callable[[], bool],
    ) -> Findings:
        """Run a recipe on this host, one run at a time as in `measure`."""
        from probes.experiment import experiment

        with self._turn(progress, stop):
            return experiment(
                recipe,
                environments,
                host=self.host,
                cache_dir=self.cache_dir,
                budget_s=budget_s,
                progress=progress,
                stop=stop,
            )

    def operators(self, environment: Environment, framework: str) -> Registry | Trouble:
        """What the registry in an environment says, or why it does not."""
        from probes.registry import extract

        return extract(environment, framework, self.cache_dir, self.environ)

    def node_cases(
        self,
        environment: Environment,
        operators: Sequence[str],
        *,
        progress: Narrate,
        stop: Callable[[], bool],
    ) -> tuple[tuple[NodeCase, ...], Tried]:
        """Write ONNX's node cases and run them in an environment."""
        import tempfile

        from probes.node_cases import run_cases, write_cases

        with tempfile.TemporaryDirectory(prefix="advisor-") as folder:
            cases = write_cases(Path(folder), operators)
            tried = run_cases(
                environment, cases, self.cache_dir, self.environ, progress=progress, stop=stop
            )
        return cases, tried

    @contextmanager
    def _turn(self, progress: Narrate, stop: Callable[[], bool]) -> Iterator[None]:
        """Wait until nobody else of this user measures on this machine, and hold them off.

        Raises:
            KnownError: the turn did not come.
        """
        from probes.lock import exclusive

        with exclusive(
            self.cache_dir / "measuring.lock",
            timeout_s=_TURN_S,
            waiting=lambda: progress(Progress(stage="wait", done=0, total=1)),
            stop=stop,
        ) as turn:
            if turn is None and not stop():
                raise KnownError(
                    "another advisor has been measuring on this machine for too long",
                    hint="two at once would spoil both; end it, or use --no-measure",
                )
            yield


def _of_inference(measurements: Sequence[Measurement]) -> tuple[Measurement, ...]:
    from knowledge.schema.probing import RunMode

    return tuple(m for m in measurements if m.mode is RunMode.INFERENCE)
