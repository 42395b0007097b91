"""MindSpore's flows: mindspore.dataset, and its collectives between processes on a CPU.

Its ranks find each other through a scheduler, a process that computes nothing; rank 0 starts it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

from ..case import UnsupportedFlow
from ..crew import MAIN, SUSPENDED_S, Crew, free_address
from ..exchange import arrays, numbers, rows_of, summed, updates
from ..flow import Pipeline

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from ..crew import Share
    from ..flow import Flow, Plan

FLOWS = {
    "data-pipeline": ("graph",),
    "all-reduce": ("graph",),
    "data-parallel-step": ("graph",),
}

_crews: dict[int, Crew] = {}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001 - a rank has one
    """Start the flow that the plan names."""
    if plan.name == "data-pipeline":
        return _pipeline(plan)
    ranks = plan["ranks"]
    if ranks not in _crews:
        _crews[ranks] = Crew("mindspore", ranks, free_address())
    return _crews[ranks].begin(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """An ImageFolderDataset with the transforms of mindspore.dataset.vision, in order.

    Raises:
        UnsupportedFlow: without a worker thread.
    """
    from mindspore import dataset
    from mindspore.dataset import vision

    workers = plan["workers"]
    if not workers:
        raise UnsupportedFlow("mindspore.dataset does not read without a worker thread")
    half = plan["side"] // 2
    data = dataset.ImageFolderDataset(
        str(plan.data),
        num_parallel_workers=workers,
        shuffle=False,
        decode=True,
        extensions=[".bmp"],
    )
    steps = [
        vision.Resize((half, half), vision.Inter.LINEAR),
        vision.Normalize([255 * m for m in plan["mean"]], [255 * s for s in plan["spread"]]),
        vision.HWC2CHW(),
    ]
    data = data.map(steps, ["image"], num_parallel_workers=workers).project(["image"])
    data = data.batch(plan["batch"], num_parallel_workers=workers)

    def epoch() -> Iterator[Any]:
        for (batch,) in data.create_tuple_iterator(num_epochs=1):
            yield batch

    return Pipeline(
        plan,
        epoch,
        lambda batch: batch.asnumpy(),
        channels_last=False,
        notes=(f"mindspore.dataset, {workers} worker threads per step",),
    )


def join(rank: int, ranks: int, place: str) -> Rank:
    """Be one of several processes under mindspore.communication, on one CPU."""
    os.environ.update(GLOG_v="3")
    if hasattr(os, "sched_setaffinity"):
        # MindSpore computes with as many threads as it may use CPUs.
        allowed = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {allowed[rank % len(allowed)]})
    if ranks > 1:
        host, _, port = place.partition(":")
        os.environ.update(
            MS_SCHED_HOST=host,
            MS_SCHED_PORT=port,
            MS_WORKER_NUM=str(ranks),
            MS_NODE_TIMEOUT=str(SUSPENDED_S),
            MS_ROLE="MS_SCHED",
        )
        if rank == 0:
            command = [sys.executable, "-I", "-X", "utf8", str(MAIN), "scheduler"]
            subprocess.Popen(command, stdin=subprocess.DEVNULL)  # noqa: S603 - our own file
        os.environ.update(MS_ROLE="MS_WORKER", MS_NODE_ID=str(rank))
    import mindspore

    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    mindspore.set_device("CPU")
    if ranks > 1:
        mindspore.communication.init()
        mindspore.set_auto_parallel_context(
            parallel_mode=mindspore.ParallelMode.DATA_PARALLEL, gradients_mean=True
        )
    return Rank(mindspore, rank, ranks)


class Rank:
    """A process that has joined the others."""

    def __init__(self, mindspore: Any, rank: int, ranks: int) -> None:
        """Keep which one it is."""
        self.mindspore, self.rank, self.ranks = mindspore, rank, ranks

    def begin(self, flow: str, data: str, parameters: Mapping[str, Any]) -> Share:
        """This rank's part of a flow."""
        if flow == "all-reduce":
            return AllReduce(self, parameters["bytes"] // 4)
        return Step(self, data, parameters["rate"])


class AllReduce:
    """mindspore.ops.AllReduce of a float32 tensor, in a Cell that is compiled."""

    def __init__(self, rank: Rank, count: int) -> None:
        """Make the tensor, and the Cell."""
        mindspore: Any = rank.mindspore
        self._ranks = rank.ranks
        self._mine = mindspore.Tensor(numbers(rank.rank, count))

        class Reduce(mindspore.nn.Cell):  # type: ignore[misc]
            def __init__(self) -> None:
                super().__init__()
                self.reduce = mindspore.ops.AllReduce()

            def construct(self, value: Any) -> Any:
                return self.reduce(value)

        self._reduce, self._wait = Reduce(), mindspore.runtime.synchronize

    def check(self) -> Mapping[str, list[float]]:
        """Whether the sum is exact."""
        return summed(self._reduce(self._mine).asnumpy(), self._ranks)

    def take(self, loops: int) -> float:
        """Seconds of so many exchanges, one after the other."""
        self._one()  # all ranks begin together
        start = time.perf_counter()
        for _ in range(loops):
            self._one()
        return time.perf_counter() - start

    def _one(self) -> None:
        self._reduce(self._mine)
        self._wait()


class Step:
    """nn.TrainOneStepCell with nn.SGD, which averages the gradients of all ranks."""

    def __init__(self, rank: Rank, data: str, rate: float) -> None:
        """Build the model with the weights that are given."""
        mindspore, values = rank.mindspore, arrays(data)
        nn, self._rate = mindspore.nn, rate
        self._given = [values[name] for name in sorted(values) if name.startswith("weight")]
        layers: list[Any] = []
        for weight in self._given:
            start = mindspore.Tensor(weight.T.copy())
            layers += [nn.Dense(*weight.shape, weight_init=start, has_bias=False), nn.ReLU()]
        self._model = nn.SequentialCell(*layers[:-1])
        self._weights = self._model.trainable_params()
        sgd = nn.SGD(self._weights, learning_rate=rate)
        self._cell = nn.TrainOneStepCell(nn.WithLossCell(self._model, nn.MSELoss()), sgd)
        self._cell.set_train()
        self._own = [mindspore.Tensor(e) for e in rows_of(values, rank.rank, rank.ranks)]
        self._wait = mindspore.runtime.synchronize

    def check(self) -> Mapping[str, list[float]]:
        """What the first step does to the weights."""
        self._one()
        return updates(self._given, [each.asnumpy().T for each in self._weights], self._rate)

    def take(self, loops: int) -> float:
        """Seconds of so many steps."""
        start = time.perf_counter()
        for _ in range(loops):
            self._one()
        return time.perf_counter() - start

    def _one(self) -> None:
        self._cell(*self._own)
        self._wait()
