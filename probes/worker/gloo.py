"""Joining PyTorch's processes of one machine over gloo: for flows and for recipes."""

from __future__ import annotations

import os
import sys
from datetime import timedelta

LIMIT_S = 60
"""How long a rank waits for the others."""


def join_gloo(rank: int, ranks: int, place: str) -> None:
    """Be one rank of several over the loopback, seeded, with one thread.

    Args:
        rank: which one.
        ranks: how many.
        place: URI of a file that is not there yet, in which they find each other.
    """
    if sys.platform == "linux":
        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    import torch
    from torch import distributed

    torch.manual_seed(0)
    torch.set_num_threads(1)
    limit = timedelta(seconds=LIMIT_S)
    distributed.init_process_group(
        "gloo", init_method=place, rank=rank, world_size=ranks, timeout=limit
    )
