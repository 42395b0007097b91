"""Replicas against shards in PyTorch: memory of weights, gradients and optimiser per process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RANKS, WIDTH, BLOCKS = 2, 512, 8


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Two processes after a step of Adam; the call gives the MiB that the first one keeps."""
    from ._ranks import together

    return together(__file__, member, variant, RANKS, scratch)


def member(variant: str, rank: int, ranks: int) -> Callable[[], float]:  # noqa: ARG001
    """The model on one rank, whole or as its shard; a call trains a step and counts bytes."""
    import torch
    from torch import nn

    model = nn.Sequential(
        *[nn.Sequential(nn.Linear(WIDTH, WIDTH), nn.GELU()) for _ in range(BLOCKS)]
    )
    run: Any = model
    if variant == "sharded":
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.fsdp import fully_shard

        mesh = init_device_mesh("cpu", (ranks,))
        for block in model:
            fully_shard(block, mesh=mesh)
        fully_shard(model, mesh=mesh)
    else:
        run = nn.parallel.DistributedDataParallel(model)
    optimizer = torch.optim.Adam(model.parameters())
    x = torch.randn(16, WIDTH)

    def call() -> float:
        optimizer.zero_grad()
        run(x).square().mean().backward()
        optimizer.step()
        kept = [*model.parameters(), *(p.grad for p in model.parameters())]
        kept += [v for state in optimizer.state.values() for v in state.values()]
        return sum(_bytes(tensor) for tensor in kept) / 2**20

    return call


def _bytes(tensor: Any) -> int:
    """Bytes of what this process holds of a tensor."""
    local = tensor.to_local() if hasattr(tensor, "to_local") else tensor
    return int(local.numel() * local.element_size())
