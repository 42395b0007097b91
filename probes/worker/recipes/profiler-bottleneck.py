"""How many of five planted bottlenecks PyTorch's profiler puts first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._frameworks import torch_with
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """A small network in which one operator in turn is given far more work than the rest."""
    torch = torch_with(threads)
    bottlenecks = _bottlenecks(torch)
    heads = {name: _slowest(torch, work) for name, work in bottlenecks.items()}
    note = ", ".join(f"{name}: {heads[name]}" for name in heads)
    return Remarked(lambda: sum(name in heads[name] for name in heads), f"ranked first - {note}")


def _bottlenecks(torch: Any) -> dict[str, Callable[[Any], Any]]:
    """By part of the operator's name, work that takes a hundred times what the network takes."""
    large, long = torch.randn(1024, 1024), torch.randn(2_000_000)
    image, kernel = torch.randn(1, 32, 128, 128), torch.randn(64, 32, 3, 3)
    return {
        "mm": lambda x: x + (large @ large).mean(),
        "sort": lambda x: x + long.sort().values.mean(),
        "conv": lambda x: x + torch.nn.functional.conv2d(image, kernel).mean(),
        "cumsum": lambda x: x + long.double().view(200, -1).repeat(1, 4).cumsum(0).mean(),
        "sin": lambda x: x + long.sin_().sin_().sin_().sin_().mean(),
    }


def _slowest(torch: Any, work: Callable[[Any], Any]) -> str:
    """The operator with most time of its own."""
    from torch.profiler import ProfilerActivity, profile

    net = torch.nn.Sequential(torch.nn.Linear(64, 64), torch.nn.ReLU(), torch.nn.Linear(64, 64))
    x = torch.randn(8, 64)
    with torch.inference_mode():
        net(work(x))
        with profile(activities=[ProfilerActivity.CPU]) as seen:
            net(work(x))
    table = sorted(seen.key_averages(), key=lambda row: -row.self_cpu_time_total)
    return str(table[0].key)
