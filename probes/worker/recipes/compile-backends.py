"""How many back ends torch.compile lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._frameworks import torch_with
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """The list, as torch.compiler gives it to a user."""
    torch = torch_with(threads)
    names = torch.compiler.list_backends()
    return Remarked(lambda: len(torch.compiler.list_backends()), f"listed: {', '.join(names)}")
