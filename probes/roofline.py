"""What this machine reaches without any framework: a matrix product and memory bandwidth.

In advisor's own interpreter, by NumPy and the BLAS it brings. That is a lower bound of what the
machine can do; `knowledge.roofline.ceiling` takes a stack's matrix product where it is better.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.base import Noun
from knowledge.schema.machine import Bandwidth, Peak, Work
from probes.workloads.cost import cost

if TYPE_CHECKING:
    from probes.workloads.case import CaseFiles

Array = NDArray[np.float32]
Kernel = Literal["copy", "scale", "add"]
STREAMS: dict[Kernel, int] = {"copy": 2, "scale": 2, "add": 3}
"""Arrays that a kernel reads and writes, as STREAM counts them (McCalpin 1995). Its fourth kernel,
triad, moves what add moves; NumPy has no single pass for it."""
SIZE = 1024
CACHES = 4
"""Times the last-level cache that each array is large, as STREAM's rules ask, ..."""
LEAST_BYTES, MOST_BYTES = 2**25, 2**28
"""... within these bounds."""
REPEATS = 5
"""Each rate is the best of so many, since a ceiling is what is asked for."""
GEMM_S, KERNEL_S = 0.6, 0.5
"""Seconds after which no further repeat is begun."""
THREADS = ("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
DEADLINE_S = 60.0


class Ceilings(Noun):
    """What was reached."""

    peak: Peak
    bandwidths: tuple[Bandwidth, ...]


def reach(threads: int, cache_kib: int, limit_s: float = DEADLINE_S) -> Ceilings | None:
    """Measure both ceilings with `threads` threads, the bandwidth also with fewer.

    In a process of its own: a BLAS takes its threads when it is loaded, and the arrays are large.

    Args:
        threads: as a probe uses them.
        cache_kib: the largest cache that one core sees.
        limit_s: seconds it may take.

    Returns:
        None where the process gave no answer in time.
    """
    environ = {**os.environ, **dict.fromkeys(THREADS, str(threads))}
    words = [sys.executable, "-I", "-m", __name__, str(threads), str(cache_kib)]
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and our own module
            words, capture_output=True, timeout=min(DEADLINE_S, limit_s), check=True, env=environ
        )
        return Ceilings.model_validate_json(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def matrix_product(clock: Callable[[], float] = time.perf_counter) -> Peak:
    """The best fp32 matrix product of 1024 x 1024 in a good half second, as the BLAS is set."""
    rng = np.random.default_rng(0)
    a, b = (rng.standard_normal((SIZE, SIZE), dtype=np.float32) for _ in range(2))
    out = np.empty_like(a)
    best, start = float("inf"), clock()
    for number in range(200):
        began = clock()
        np.matmul(a, b, out=out)
        ended = clock()
        best = min(best, max(ended - began, 1e-9)) if number else best
        if number >= REPEATS and ended - start > GEMM_S:
            break
    name = f"NumPy {np.__version__}"
    return Peak(flops_s=2 * SIZE**3 / best, by=name)


def bandwidths(
    threads: int, cache_kib: int, clock: Callable[[], float] = time.perf_counter
) -> tuple[Bandwidth, ...]:
    """The best kernel with 1, 2, 4, ... and all threads, each on its part of the arrays."""
    bytes_ = array_bytes(cache_kib)
    length = bytes_ // 4
    x, y, z = (np.full(length, value, dtype=np.float32) for value in (1.0, 2.0, 0.0))
    found = []
    for count in thread_counts(threads):
        with ThreadPoolExecutor(count) as pool:
            kernels: tuple[Kernel, ...] = ("copy", "scale", "add")
            rates = {
                kernel: STREAMS[kernel] * bytes_ / _best(kernel, (x, y, z), count, pool, clock)
                for kernel in kernels
            }
        kernel = max(rates, key=lambda name: rates[name])
        found.append(Bandwidth(threads=count, kernel=kernel, bytes_s=rates[kernel]))
    return tuple(found)


def thread_counts(threads: int) -> tuple[int, ...]:
    """Powers of two below `threads`, and `threads`.

    >>> thread_counts(1), thread_counts(2), thread_counts(12)
    ((1,), (1, 2), (1, 2, 4, 8, 12))
    """
    counts, count = [], 1
    while count < threads:
        counts.append(count)
        count *= 2
    return (*counts, max(1, threads))


def array_bytes(cache_kib: int) -> int:
    """Bytes of each array: four caches, within bounds.

    >>> array_bytes(0) == LEAST_BYTES, array_bytes(32768) // 2**20, array_bytes(10**6) == MOST_BYTES
    (True, 128, True)
    """
    return min(MOST_BYTES, max(LEAST_BYTES, CACHES * cache_kib * 1024))


def _best(
    kernel: Kernel,
    arrays: Sequence[Array],
    count: int,
    pool: ThreadPoolExecutor,
    clock: Callable[[], float],
) -> float:
    """Seconds of the fastest pass over the whole arrays."""
    parts = list(zip(*(np.array_split(array, count) for array in arrays), strict=True))
    best, begun = float("inf"), clock()
    for number in range(REPEATS):
        if number > 1 and clock() - begun > KERNEL_S:
            break
        start = clock()
        # NumPy gives the interpreter lock back while it works on large arrays.
        list(pool.map(lambda part: _pass(kernel, *part), parts))
        best = min(best, max(clock() - start, 1e-9))
    return best


def _pass(kernel: Kernel, x: Array, y: Array, z: Array) -> None:
    if kernel == "copy":
        np.copyto(z, x)
    elif kernel == "scale":
        np.multiply(x, np.float32(3.0), out=z)
    else:
        np.add(x, y, out=z)


def work_of(case: CaseFiles) -> Work | None:
    """What a call of a case takes at least; None where its plan cannot be read."""
    try:
        plan = json.loads((case.directory / "plan.json").read_text(encoding="utf-8"))
        found = cost(plan)
    except (OSError, ValueError, KeyError, TypeError, IndexError):
        return None
    return Work(flops=found.flops, bytes=found.bytes, nodes=found.nodes)


if __name__ == "__main__":
    wanted, cache = (int(word) for word in sys.argv[1:])
    reached = Ceilings(peak=matrix_product(), bandwidths=bandwidths(wanted, cache))
    sys.stdout.write(reached.model_dump_json())
