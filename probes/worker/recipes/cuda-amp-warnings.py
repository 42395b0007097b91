"""How many deprecation warnings the recipe with torch.cuda.amp sets off."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from ._frameworks import torch_with

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Make the scaler and the context manager of the recipe; no GPU is needed for that."""
    torch = torch_with(threads)

    def call() -> int:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            torch.cuda.amp.GradScaler(enabled=False)
            torch.cuda.amp.autocast(enabled=False)
        return sum("deprecated" in str(warning.message) for warning in caught)

    return call
