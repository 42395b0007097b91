"""Several processes that work in step: this one is rank 0, the others are started here.

Run as a file it is one of the others: it loads the recipe's file, joins the group and does its
share of the work each time it is told to, until its input ends.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

LIMIT_S = 60
"""How long a rank waits for the others."""

Work = Callable[[], Any]
Member = Callable[[str, int, int], Work]
"""Of a variant, a rank and the number of ranks: that rank's share of a call, in PyTorch."""


def together(file: str, member: Member, variant: str, ranks: int, scratch: Path) -> Work:
    """A call that all ranks do together, each with one thread, over the loopback.

    Args:
        file: the recipe's file, which has `member` at its top level.
        member: makes a rank's share.
        variant: passed to `member`.
        ranks: how many.
        scratch: a folder in which they find each other.
    """
    command = [sys.executable, "-I", "-X", "utf8", __file__, file, variant]
    others = [
        subprocess.Popen(  # noqa: S603 - this very file
            [*command, str(rank), str(ranks), str(scratch)], stdin=subprocess.PIPE
        )
        for rank in range(1, ranks)
    ]
    work = _joined(member, variant, 0, ranks, scratch)

    def call() -> Any:
        for other in others:
            if other.stdin is not None:
                other.stdin.write(b"\n")
                other.stdin.flush()
        return work()

    return call


def _joined(member: Member, variant: str, rank: int, ranks: int, scratch: Path) -> Work:
    if sys.platform == "linux":
        os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    import torch
    from torch import distributed

    torch.manual_seed(0)
    torch.set_num_threads(1)
    place = (scratch / "ranks").as_uri()
    limit = timedelta(seconds=LIMIT_S)
    distributed.init_process_group(
        "gloo", init_method=place, rank=rank, world_size=ranks, timeout=limit
    )
    return member(variant, rank, ranks)


def _follow(file: str, variant: str, rank: str, ranks: str, scratch: str) -> None:
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("recipe", file)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(file)
    recipe = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(recipe)
    work = _joined(recipe.member, variant, int(rank), int(ranks), Path(scratch))
    for _ in sys.stdin:
        work()


if __name__ == "__main__":
    _follow(*sys.argv[1:])
