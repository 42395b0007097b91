"""PyTorch's flows: torch.utils.data.DataLoader, and torch.distributed over gloo."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from ..crew import Crew
from ..exchange import AFRESH, arrays, numbers, rows_of, summed, updates
from ..flow import Pipeline
from ..gloo import join_gloo

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ..crew import Share
    from ..flow import Flow, Plan

FLOWS = {"data-pipeline": ("eager",), "all-reduce": ("eager",), "data-parallel-step": ("eager",)}

_crews: dict[int, Crew] = {}
"""By number of ranks: the sizes of an exchange share their processes."""


def begin(plan: Plan, threads: int, scratch: Path) -> Flow:  # noqa: ARG001 - a rank has one
    """Start the flow that the plan names."""
    if plan.name == "data-pipeline":
        return _pipeline(plan)
    ranks = plan["ranks"]
    if ranks not in _crews:
        _crews[ranks] = Crew("torch", ranks, (scratch / f"ranks-{ranks}").as_uri())
    return _crews[ranks].begin(plan)


def _pipeline(plan: Plan) -> Pipeline:
    """A DataLoader over the files, in the main process or in worker processes that stay."""
    import torch
    from torch.nn.functional import interpolate
    from torch.utils.data import DataLoader, Dataset

    files = [str(path) for path in plan.files(plan["folder"])]
    side, header, workers = plan["side"], plan["header"], plan["workers"]
    mean, spread = (torch.tensor(plan[name])[:, None, None] for name in ("mean", "spread"))

    class Images(Dataset):  # type: ignore[misc]
        """The package has no decoder of images, but of a BMP the pixels are plain bytes."""

        def __len__(self) -> int:
            return len(files)

        def __getitem__(self, index: int) -> Any:
            with open(files[index], "rb") as file:  # noqa: PTH123 - the quickest way there is
                content = bytearray(file.read())
            pixels = torch.frombuffer(content, dtype=torch.uint8, offset=header)
            # Rows stand from the bottom up, and colours as blue, green, red.
            image = pixels.view(side, side, 3).flip(0, 2).permute(2, 0, 1).float()
            half = interpolate(image[None], scale_factor=0.5, mode="bilinear", align_corners=False)
            return (half[0] / 255 - mean) / spread

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
        notes=(f"torch.utils.data.DataLoader, {workers} worker processes",),
    )


def _die_with_parent(_: int) -> None:
    from ..main import die_with_parent

    die_with_parent()


def join(rank: int, ranks: int, place: str) -> Rank:
    """Be one of several processes under torch.distributed, with one thread."""
    if ranks > 1:
        join_gloo(rank, ranks, place)
    else:
        import torch

        torch.set_num_threads(1)
    return Rank(rank, ranks)


class Rank:
    """A process that has joined the others."""

    def __init__(self, rank: int, ranks: int) -> None:
        """Keep which one it is."""
        self._rank, self._ranks = rank, ranks

    def begin(self, flow: str, data: str, parameters: Mapping[str, Any]) -> Share:
        """This rank's part of a flow."""
        if flow == "all-reduce":
            return AllReduce(self._rank, self._ranks, parameters["bytes"] // 4)
        return Step(self._rank, self._ranks, data, parameters["rate"])


class AllReduce:
    """torch.distributed.all_reduce of a float32 tensor, in place."""

    def __init__(self, rank: int, ranks: int, count: int) -> None:
        """Make the tensor."""
        import torch
        from torch import distributed

        self._reduce: Callable[[Any], object] = distributed.all_reduce
        self._barrier: Callable[[], object] = distributed.barrier
        self._ranks = ranks
        self._mine = torch.from_numpy(numbers(rank, count))
        self._buffer = self._mine.clone()

    def check(self) -> Mapping[str, list[float]]:
        """Whether the sum is exact."""
        self._buffer.copy_(self._mine)
        self._reduce(self._buffer)
        return summed(self._buffer.numpy(), self._ranks)

    def take(self, loops: int) -> float:
        """Seconds of so many exchanges, one after the other."""
        self._barrier()
        start = time.perf_counter()
        for number in range(loops):
            if number % AFRESH == 0:
                self._buffer.copy_(self._mine)
            self._reduce(self._buffer)
        return time.perf_counter() - start


class Step:
    """A step of SGD under DistributedDataParallel; one process alone goes without."""

    def __init__(self, rank: int, ranks: int, data: str, rate: float) -> None:
        """Build the model with the weights that are given."""
        import torch
        from torch import nn
        from torch.nn.parallel import DistributedDataParallel

        values = arrays(data)
        self._weights = [values[name] for name in sorted(values) if name.startswith("weight")]
        layers: list[Any] = []
        for weight in self._weights:
            linear = nn.Linear(*weight.shape, bias=False)
            with torch.no_grad():
                linear.weight.copy_(torch.from_numpy(weight.T.copy()))
            layers += [linear, nn.ReLU()]
        self._model = nn.Sequential(*layers[:-1])
        self._run = DistributedDataParallel(self._model) if ranks > 1 else self._model
        self._optimizer = torch.optim.SGD(self._model.parameters(), lr=rate)
        self._loss = nn.MSELoss()
        self._rate = rate
        self._rows, self._targets = map(torch.from_numpy, rows_of(values, rank, ranks))

    def check(self) -> Mapping[str, list[float]]:
        """What the first step does to the weights."""
        self._step()
        now = [p.detach().numpy().T for p in self._model.parameters()]
        return updates(self._weights, now, self._rate)

    def take(self, loops: int) -> float:
        """Seconds of so many steps."""
        start = time.perf_counter()
        for _ in range(loops):
            self._step()
        return time.perf_counter() - start

    def _step(self) -> None:
        self._optimizer.zero_grad()
        self._loss(self._run(self._rows), self._targets).backward()
        self._optimizer.step()
