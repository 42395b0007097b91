"""A parameter server against all-reduce among three processes: one exchange of gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RANKS, NUMBERS = 3, 2_000_000
"""Processes, and gradients that each of them has."""


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Start the processes and warm them up; a call is one exchange."""
    from ._ranks import together

    exchange = together(__file__, member, variant, RANKS, scratch)
    for _ in range(2):
        exchange()
    return exchange


def member(variant: str, rank: int, ranks: int) -> Callable[[], Any]:
    """One rank's share: all end up with the mean; rank 0 is the server where there is one."""
    import torch
    from torch import distributed

    mine = torch.full((NUMBERS,), float(rank))
    buffer = torch.empty_like(mine)

    def reduce() -> float:
        total = mine.clone()
        distributed.all_reduce(total)
        return _checked(float(total[-1]) / ranks)

    def serve() -> float:
        if rank:
            distributed.send(mine, 0)
            distributed.recv(buffer, 0)
            return _checked(float(buffer[-1]))
        mean = mine.clone()
        for other in range(1, ranks):
            distributed.recv(buffer, other)
            mean += buffer
        mean /= ranks
        for other in range(1, ranks):
            distributed.send(mean, other)
        return _checked(float(mean[-1]))

    return serve if variant == "server" else reduce


def _checked(mean: float) -> float:
    """The mean of the ranks' numbers, which all of them must have now.

    Raises:
        ValueError: it is another number.
    """
    if mean != (RANKS - 1) / 2:
        raise ValueError(f"the mean is {mean}")
    return mean
