"""JAX's flows: several processes on the CPU, with its collectives over gloo."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

from ..crew import SUSPENDED_S, Crew, free_address
from ..exchange import arrays, numbers, rows_of, summed, updates

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ..crew import Share
    from ..flow import Flow, Plan

FLOWS = {"all-reduce": ("jit",), "data-parallel-step": ("jit",)}
LACKS = {"data-pipeline": "JAX reads no data itself; its users take tf.data, Grain or DataLoader"}

_crews: dict[int, Crew] = {}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001 - a rank has one
    """Start the flow that the plan names."""
    ranks = plan["ranks"]
    if ranks not in _crews:
        _crews[ranks] = Crew("jax", ranks, free_address())
    return _crews[ranks].begin(plan)


def join(rank: int, ranks: int, place: str) -> Rank:
    """Be one of several processes, with one thread."""
    os.environ["NPROC"] = "1"  # read once, when XLA's CPU client starts
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax

    if ranks > 1:
        jax.config.update("jax_cpu_collectives_implementation", "gloo")
        jax.distributed.initialize(place, ranks, rank, heartbeat_timeout_seconds=SUSPENDED_S)
    return Rank(jax, rank, ranks)


class Rank:
    """A process that has joined the others."""

    def __init__(self, jax: Any, rank: int, ranks: int) -> None:
        """Lay the ranks out in a row."""
        from jax.sharding import NamedSharding, PartitionSpec

        self.jax, self.rank, self.ranks = jax, rank, ranks
        self.mesh = jax.make_mesh((ranks,), ("ranks",))
        self.split_spec = PartitionSpec("ranks")
        self._split = NamedSharding(self.mesh, self.split_spec)
        self._whole = NamedSharding(self.mesh, PartitionSpec())

    def split(self, mine: Any) -> Any:
        """An array along whose first axis every rank has a part; this one's is given."""
        return self.jax.make_array_from_process_local_data(self._split, mine)

    def whole(self, value: Any) -> Any:
        """An array that every rank has."""
        return self.jax.make_array_from_process_local_data(self._whole, value)

    def begin(self, flow: str, data: str, parameters: Mapping[str, Any]) -> Share:
        """This rank's part of a flow."""
        if flow == "all-reduce":
            return AllReduce(self, parameters["bytes"] // 4)
        return Step(self, data, parameters["rate"])


class AllReduce:
    """jax.lax.psum of a float32 array over the ranks, jitted."""

    def __init__(self, rank: Rank, count: int) -> None:
        """Make the array, and compile."""
        jax = rank.jax
        self._ranks = rank.ranks
        self._mine = rank.split(numbers(rank.rank, count)[None])
        summed_up = jax.shard_map(
            lambda x: jax.lax.psum(x, "ranks"),
            mesh=rank.mesh,
            in_specs=rank.split_spec,
            out_specs=rank.split_spec,
        )
        self._reduce: Callable[[Any], Any] = jax.jit(summed_up)

    def check(self) -> Mapping[str, list[float]]:
        """Whether the sum is exact."""
        import numpy as np  # the interpreter may hold a framework that pins its numpy

        total = self._reduce(self._mine)
        return summed(np.asarray(total.addressable_data(0))[0], self._ranks)

    def take(self, loops: int) -> float:
        """Seconds of so many exchanges, one after the other."""
        self._reduce(self._mine).block_until_ready()  # all ranks begin together
        start = time.perf_counter()
        for _ in range(loops):
            self._reduce(self._mine).block_until_ready()
        return time.perf_counter() - start


class Step:
    """A step of SGD: rows divided among the ranks, weights on all of them, jitted as a whole."""

    def __init__(self, rank: Rank, data: str, rate: float) -> None:
        """Place weights and rows, and compile."""
        jax = rank.jax
        values = arrays(data)
        self._given = [values[name] for name in sorted(values) if name.startswith("weight")]
        self._weights = [rank.whole(weight) for weight in self._given]
        self._rate, self._jax = rate, jax
        self._rows, self._targets = map(rank.split, rows_of(values, rank.rank, rank.ranks))

        def loss(weights: list[Any], rows: Any, targets: Any) -> Any:
            for weight in weights[:-1]:
                rows = jax.nn.relu(rows @ weight)
            return ((rows @ weights[-1] - targets) ** 2).mean()

        def step(weights: list[Any], rows: Any, targets: Any) -> list[Any]:
            moves = jax.grad(loss)(weights, rows, targets)
            return [w - rate * move for w, move in zip(weights, moves)]  # noqa: B905 - 3.9

        same = [weight.sharding for weight in self._weights]
        self._step: Callable[..., Any] = jax.jit(step, out_shardings=same)

    def check(self) -> Mapping[str, list[float]]:
        """What the first step does to the weights."""
        import numpy as np  # see AllReduce

        self._one()
        now = [np.asarray(weight.addressable_data(0)) for weight in self._weights]
        return updates(self._given, now, self._rate)

    def take(self, loops: int) -> float:
        """Seconds of so many steps."""
        start = time.perf_counter()
        for _ in range(loops):
            self._one()
        return time.perf_counter() - start

    def _one(self) -> None:
        self._weights = self._step(self._weights, self._rows, self._targets)
        self._jax.block_until_ready(self._weights)
