"""Recorded cases: for every rule one result it must speak of, and one it must not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from knowledge.schema.host import Cpu, Host
from knowledge.schema.machine import Bandwidth, Peak, Roofline, Work
from knowledge.schema.probing import Conversion, Estimate, Measurement, Sample, Status
from probes.diagnosis.known import SUBNORMAL, Known

DAY = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
ROOFLINE = Roofline(
    peaks=(Peak(flops_s=100e9, by="onnxruntime/cpu"),),
    bandwidth=Bandwidth(threads=2, kernel="copy", bytes_s=10e9),
)
TORCH = (
    "PyTorch built with:\n  - GCC 13.3\n  - Intel(R) MKL-DNN v3.12.0 (Git Hash 80afa71)\n"
    "  - OpenMP 201511 (a.k.a. OpenMP 4.5)\n"
)
PARALLEL = (
    "ATen/Parallel:\n\tat::get_num_threads() : 2\nOpenMP 201511 (a.k.a. OpenMP 4.5)\n"
    "\tomp_get_max_threads() : 2\n"
)
"""As torch 2.13 wrote them here."""


def host(isa: tuple[str, ...] = ("avx2",), cores: float = 2.0, **more: Any) -> Host:
    limits = ("cgroup-quota",) if cores < 2 else ()
    cpu = Cpu(model="m", machine="x86_64", isa=isa, caches_kib={"L3": 32768}, cores_online=2,
              cores_available=cores, limited_by=limits)  # fmt: skip
    return Host(id="h", hostname="h", os="Linux", kernel="6", cpu=cpu, memory_bytes=2**34, **more)


def result(seconds: float = 0.1, stack: str = "pytorch/eager", **changes: Any) -> Measurement:
    base: dict[str, Any] = {
        "id": f"{stack}-{seconds}",
        "stack": stack,
        "workload": "net",
        "batch": 1,
        "status": Status.OK,
        "latency": Estimate(point=seconds, low=0.9 * seconds, high=1.1 * seconds),
        "samples": samples([seconds] * 5, [seconds] * 5),
        "work": Work(flops=2 * 10**9, bytes=10**7, nodes=50),
        "threads": 2,
        "host": "h",
        "started": DAY,
    }
    return Measurement.model_construct(**{**Measurement(**base).__dict__, **changes})


def samples(*processes: list[float], contended: bool = False) -> tuple[Sample, ...]:
    return tuple(
        Sample(process=p, round=r, loops=1, seconds=s, contended=contended,
               foreign_cpu=0.9 * contended)
        for p, each in enumerate(processes) for r, s in enumerate(each)
    )  # fmt: skip


def known(measurement: Measurement, *siblings: Measurement, **more: Any) -> Known:
    return Known(measurement, **{"host": host(), "roofline": ROOFLINE, **more}, siblings=siblings)


SPUN = samples([2.6] * 4, contended=True)
QUIET = samples([0.09] * 4)
TINY = Work(flops=10**6, bytes=10**5, nodes=50)

CASES: dict[str, tuple[Known, Known]] = {
    "contended-cores": (
        # one of two cores taken: torch eager ResNet-50 went from 80-98 ms to 2,620 ms
        known(result(samples=SPUN, report={"torch.parallel": PARALLEL})),
        known(result(samples=QUIET + samples([0.1], contended=True))),
    ),
    "no-onednn": (
        known(result(report={"torch.config": "PyTorch built with:\n  - GCC 13.3\n"})),
        known(result(report={"torch.config": TORCH, "torch.onednn": "True"})),
    ),
    "threads-beyond-quota": (
        known(result(report={"torch.parallel": PARALLEL}, threads=1), host=host(cores=0.5)),
        known(result(report={"torch.parallel": PARALLEL})),
    ),
    "denormals": (
        known(result(report={SUBNORMAL: "0.2"})),
        known(result(report={SUBNORMAL: "1e-06"})),
    ),
    "dispatch-bound": (
        known(result(1e-3, work=TINY), result(1.5e-3, batch=8, work=TINY)),
        known(result(1e-3, work=TINY), result(7.9e-3, batch=8, work=TINY)),
    ),
    "retracing": (
        known(result(1.0, "tensorflow/function", first_call_s=1.2),
              result(0.1, "tensorflow/xla")),
        known(result(0.1, "tensorflow/function", first_call_s=1.2),
              result(0.02, "tensorflow/xla")),
    ),
    "portable-kernels": (
        known(result(conversion=Conversion(converter="executorch", delegated=0.0))),
        known(result(conversion=Conversion(converter="executorch", delegated=0.95))),
    ),
    "emulated-bf16": (
        known(result(precision="bf16"), result(0.05)),
        known(result(precision="bf16"), host=host(isa=("avx2", "amx_bf16"))),
    ),
    "int8-without-vnni": (
        known(result(precision="int8"), result(0.1)),
        known(result(precision="int8"), host=host(isa=("avx2", "vnni"))),
    ),
    "device-fallback": (
        known(result(stack="jax/jit-cuda", report={"jax.devices": "cpu"})),
        known(result(stack="jax/jit-cuda", report={"jax.devices": "gpu"})),
    ),
    "first-call-counted": (
        known(result(samples=samples([2.0, 0.1, 0.1, 0.1], [1.9, 0.1, 0.1, 0.1]))),
        known(result(samples=samples([2.0, 0.1, 0.1, 0.1], [0.1, 0.1, 0.1, 0.1],
                                     [0.1, 0.1, 0.1, 0.1]))),
    ),
    "drift": (
        known(result(samples=samples([1.0, 1.0, 1.2, 1.3])),
              result(stack="jax/jit", samples=samples([2.0, 2.0, 2.4, 2.4]))),
        known(result(samples=samples([1.0, 1.05, 1.0, 1.05]))),
    ),
    "slower-than-own-mode": (
        known(result(0.3, "tensorflow/xla"), result(0.1, "tensorflow/function")),
        known(result(0.1, "tensorflow/xla"), result(0.1, "tensorflow/function")),
    ),
    "far-from-roofline": (known(result(1.0)), known(result(0.05))),
}  # fmt: skip
