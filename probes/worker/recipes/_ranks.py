"""Several processes that work in step: this one is rank 0, the others are started here.

Each of the others loads the recipe's file, joins the group and does its share of the work each
time it is told to, until its input ends (see `rank_main`).
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..adapter import load
from ..crew import MAIN
from ..gloo import join_gloo

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
    command = [sys.executable, "-I", "-X", "utf8", str(MAIN), "recipes._ranks", file, variant]
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


def follow(file: str, variant: str, rank: str, ranks: str, scratch: str) -> None:
    """Be one of the others."""
    recipe = load(file)
    work = _joined(recipe.member, variant, int(rank), int(ranks), Path(scratch))
    for _ in sys.stdin:
        work()


def _joined(member: Member, variant: str, rank: int, ranks: int, scratch: Path) -> Work:
    join_gloo(rank, ranks, (scratch / "ranks").as_uri())
    return member(variant, rank, ranks)
