"""A wiring without probes: the real knowledge base, a made-up host, canned measurements."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path

from advisor.wiring import Narrate, Wiring
from knowledge.catalog import Catalog
from knowledge.paths import data_dir
from knowledge.schema.environment import Environment, Origin
from knowledge.schema.host import Cpu, Host
from knowledge.schema.machine import Bandwidth, Baseline, Noise, Peak, Work
from knowledge.schema.probing import Estimate, Measurement, Parity, Sample, Status, Task
from knowledge.schema.progress import Progress
from probes.calibration import Calibration
from probes.environments import Unavailable
from probes.workloads.model_file import GivenModel
from tests.conftest import own_facts

DATA = data_dir()
"""Advisor's own data, whatever a test puts in its place."""
NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)

HOST = Host(
    id="fakehost00000000",
    hostname="bench",
    os="Linux",
    kernel="6.1",
    cpu=Cpu(
        model="Fake CPU",
        machine="x86_64",
        isa=("avx2",),
        caches_kib={"L1d": 32},
        cores_online=2,
        cores_available=2.0,
    ),
    memory_bytes=24 * 2**30,
)

NOISE = Noise(within=0.01, between=0.05, processes=3, repeats=10)
BASELINE = Baseline(
    id="fakebaseline",
    host=HOST.id,
    threads=2,
    peak=Peak(flops_s=50e9, by="NumPy 2.4"),
    bandwidths=(Bandwidth(threads=2, kernel="copy", bytes_s=10e9),),
    started=NOW,
)

# Milliseconds per call at batch 1; batch n takes n times as long. None: the stack fails.
LATENCIES: dict[str, float | None] = {
    "pytorch/eager": 25.0,
    "pytorch/compile": 13.0,
    "tensorflow/function": 25.0,
    "tensorflow/xla": 136.0,
    "jax/jit": 94.0,
    "mindspore/graph": 50.0,
    "mindspore/pynative": None,
    "onnxruntime/cpu": 7.0,
    "openvino/cpu": 8.0,
}


def canned(task: Task) -> Measurement:
    """What the fake runner answers to `task`."""
    latency = LATENCIES.get(task.stack)
    name = f"{task.lane.replace('/', '-')}-{task.workload}-{task.batch}"
    if latency is None:
        return Measurement(
            id=name,
            stack=task.stack,
            workload=task.workload,
            batch=task.batch,
            precision=task.precision,
            mode=task.mode,
            status=Status.FAILED,
            message="parity: wrong numbers",
            host=HOST.id,
            started=NOW,
        )
    seconds = latency / 1e3 * task.batch
    return Measurement(
        id=name,
        stack=task.stack,
        workload=task.workload,
        batch=task.batch,
        precision=task.precision,
        mode=task.mode,
        status=Status.OK,
        latency=Estimate(point=seconds, low=seconds * 0.93, high=seconds * 1.08),
        memory=Estimate(point=300, low=290, high=310),
        rounds=5,
        processes=1,
        samples=(Sample(process=0, round=0, loops=3, seconds=3 * seconds),),
        parity=Parity(max_abs_error=1e-6, cosine=1.0, passed=True),
        work=Work(flops=10**8 * task.batch, bytes=10**7, nodes=100),
        version="1.0",
        threads=2,
        host=HOST.id,
        started=NOW,
    )


@dataclass(frozen=True)
class FakeWiring(Wiring):
    """Frameworks in `present` are on the machine; the others are not."""

    present: frozenset[str] = frozenset(
        {"torch", "tensorflow", "jax", "mindspore", "onnxruntime", "openvino"}
    )
    asked: list[tuple[Task, ...]] = field(default_factory=list)
    calibrated: list[bool] = field(default_factory=list)
    moment: datetime = NOW

    def now(self) -> datetime:
        return self.moment

    @cached_property
    def host(self) -> Host:
        return HOST

    def load(self, folders: Sequence[Path]) -> Catalog:
        return own_facts() if tuple(folders) == (DATA,) else super().load(folders)

    def environments(self) -> tuple[Environment, ...]:
        return tuple(
            Environment(
                id=f"provisioned:{spec}",
                spec=spec,
                python=f"/envs/{spec}/bin/python",
                python_version="3.11.7",
                version="1.0",
                origin=Origin.PROVISIONED,
            )
            for spec in sorted(self.present)
        )

    def provision(
        self,
        spec: str,
        narrate: Callable[[str], None],
        stop: Callable[[], bool] = lambda: False,
    ) -> Unavailable:
        narrate("making")
        return Unavailable(spec=spec, message=f"no interpreter for {spec}", hint="install one")

    def calibrate(
        self,
        *,
        ceilings: bool,
        progress: Narrate,
        stop: Callable[[], bool],
        unless_loud: bool = False,
        limit_s: float = math.inf,
    ) -> Calibration:
        self.calibrated.append(ceilings)
        if ceilings:
            self.store.save_baseline(BASELINE)
        return Calibration(noise=NOISE, baseline=BASELINE if ceilings else None, seconds=5.0)

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
        self.asked.append(tuple(tasks))
        results = []
        for done, task in enumerate(tasks):
            result = canned(task)
            if task.stack not in environments:
                result = result.model_copy(
                    update={"status": Status.UNAVAILABLE, "latency": None, "memory": None}
                )
            subject = f"{task.stack} {task.workload} batch {task.batch}"
            progress(
                Progress(
                    stage="measure",
                    done=done + 1,
                    total=len(tasks),
                    subject=subject,
                    status=result.status,
                    latency=result.latency,
                )
            )
            results.append(result)
            keep(result)
        return tuple(results)


def fake_wiring(folder: Path, **settings: object) -> FakeWiring:
    """A FakeWiring whose cache and state live under `folder`."""
    return FakeWiring(cache_dir=folder / "cache", state_dir=folder / "state", **settings)  # type: ignore[arg-type]
