"""PaddlePaddle's flows: paddle.io.DataLoader, and paddle.distributed over gloo."""

from __future__ import annotations

import os
import time
import warnings
from typing import TYPE_CHECKING, Any

from ..crew import Crew, free_address
from ..exchange import AFRESH, arrays, numbers, rows_of, summed, updates
from ..flow import Pipeline

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from ..crew import Share
    from ..flow import Flow, Plan

FLOWS = {
    "data-pipeline": ("dynamic",),
    "all-reduce": ("dynamic",),
    "data-parallel-step": ("dynamic",),
}

_crews: dict[int, Crew] = {}


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001 - a rank has one
    """Start the flow that the plan names."""
    if plan.name == "data-pipeline":
        return _pipeline(plan)
    ranks = plan["ranks"]
    if ranks not in _crews:
        _crews[ranks] = Crew("paddle", ranks, " ".join(free_address() for _ in range(ranks)))
    return _crews[ranks].begin(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """A DataLoader over the files, in the main process or in worker processes that stay."""
    import numpy as np  # the interpreter may hold a framework that pins its numpy
    import paddle
    from paddle.io import DataLoader, Dataset
    from paddle.nn.functional import interpolate

    files = [str(path) for path in plan.files(plan["folder"])]
    side, header, workers = plan["side"], plan["header"], plan["workers"]
    mean, spread = (
        np.array(plan[name], np.float32)[:, None, None] * 255 for name in ("mean", "spread")
    )

    class Images(Dataset):  # type: ignore[misc]
        """Pixels of a BMP are plain bytes; the package's decoders are other packages' work."""

        def __len__(self) -> int:
            return len(files)

        def __getitem__(self, index: int) -> Any:
            with open(files[index], "rb") as file:  # noqa: PTH123 - the quickest way there is
                pixels = np.frombuffer(file.read(), np.uint8, offset=header)
            # Rows stand from the bottom up, and colours as blue, green, red.
            image = pixels.reshape(side, side, 3)[::-1, :, ::-1].transpose(2, 0, 1)
            whole = paddle.to_tensor(image.astype(np.float32), place=paddle.CPUPlace())
            half = interpolate(whole[None], scale_factor=0.5, mode="bilinear", align_corners=False)
            return (half[0].numpy() - mean) / spread

    loader = DataLoader(
        Images(),
        batch_size=plan["batch"],
        num_workers=workers,
        persistent_workers=workers > 0,
        worker_init_fn=_die_with_parent,
    )
    return Pipeline(
        plan,
        lambda: loader,
        lambda batch: batch.numpy(),
        channels_last=False,
        notes=(f"paddle.io.DataLoader, {workers} worker processes",),
    )


def _die_with_parent(_: int) -> None:
    from ..main import die_with_parent

    die_with_parent()


def join(rank: int, ranks: int, place: str) -> Rank:
    """Be one of several processes under paddle.distributed, with one thread."""
    addresses = place.split()
    os.environ.update(
        OMP_NUM_THREADS="1",
        MKL_NUM_THREADS="1",
        GLOG_v="0",
        GLOG_minloglevel="2",
        GLOO_SOCKET_IFNAME="lo",
        PADDLE_DISTRI_BACKEND="gloo",
        PADDLE_MASTER=addresses[0],
        PADDLE_TRAINER_ID=str(rank),
        PADDLE_TRAINERS_NUM=str(ranks),
        PADDLE_TRAINER_ENDPOINTS=",".join(addresses),
        PADDLE_CURRENT_ENDPOINT=addresses[rank],
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on ccache, which nothing here needs
        import paddle
        from paddle import distributed

    paddle.set_device("cpu")
    if ranks > 1:
        distributed.init_parallel_env()
    return Rank(paddle, rank, ranks)


class Rank:
    """A process that has joined the others."""

    def __init__(self, paddle: Any, rank: int, ranks: int) -> None:
        """Keep which one it is."""
        self.paddle, self.rank, self.ranks = paddle, rank, ranks

    def begin(self, flow: str, data: str, parameters: Mapping[str, Any]) -> Share:
        """This rank's part of a flow."""
        if flow == "all-reduce":
            return AllReduce(self, parameters["bytes"] // 4)
        return Step(self, data, parameters["rate"])


class AllReduce:
    """paddle.distributed.all_reduce of a float32 tensor, in place."""

    def __init__(self, rank: Rank, count: int) -> None:
        """Make the tensor."""
        from paddle import distributed

        self._distributed, self._ranks, self._paddle = distributed, rank.ranks, rank.paddle
        self._mine = rank.paddle.to_tensor(numbers(rank.rank, count))

    def check(self) -> Mapping[str, list[float]]:
        """Whether the sum is exact."""
        total = self._mine.clone()
        self._distributed.all_reduce(total)
        return summed(total.numpy(), self._ranks)

    def take(self, loops: int) -> float:
        """Seconds of so many exchanges, one after the other."""
        self._distributed.all_reduce(self._paddle.zeros([1]))  # all ranks begin together
        start = time.perf_counter()
        for number in range(loops):
            if number % AFRESH == 0:
                total = self._mine.clone()
            self._distributed.all_reduce(total)
        return time.perf_counter() - start


class Step:
    """A step of SGD under paddle.DataParallel; one process alone goes without."""

    def __init__(self, rank: Rank, data: str, rate: float) -> None:
        """Build the model with the weights that are given."""
        paddle, values = rank.paddle, arrays(data)
        self._given = [values[name] for name in sorted(values) if name.startswith("weight")]
        layers: list[Any] = []
        for weight in self._given:
            linear = paddle.nn.Linear(*weight.shape, bias_attr=False)
            linear.weight.set_value(weight)
            layers += [linear, paddle.nn.ReLU()]
        self._model = paddle.nn.Sequential(*layers[:-1])
        self._run = paddle.DataParallel(self._model) if rank.ranks > 1 else self._model
        self._optimizer = paddle.optimizer.SGD(rate, parameters=self._model.parameters())
        self._loss = paddle.nn.MSELoss()
        self._rate = rate
        mine = rows_of(values, rank.rank, rank.ranks)
        self._rows, self._targets = (paddle.to_tensor(each) for each in mine)

    def check(self) -> Mapping[str, list[float]]:
        """What the first step does to the weights."""
        self._step()
        return updates(self._given, [p.numpy() for p in self._model.parameters()], self._rate)

    def take(self, loops: int) -> float:
        """Seconds of so many steps."""
        start = time.perf_counter()
        for _ in range(loops):
            self._step()
        return time.perf_counter() - start

    def _step(self) -> None:
        self._loss(self._run(self._rows), self._targets).backward()
        self._optimizer.step()
        self._optimizer.clear_grad()
