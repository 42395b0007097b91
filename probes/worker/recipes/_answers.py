"""That all variants of a recipe answer alike: nothing is timed that computes something else.

The first variant to be arranged leaves its answer beside the folders of the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LIMIT = 1e-3
"""Of the largest value: single precision in another order of summation stays well below."""
WARM = 3


def agreeing(call: Callable[[], Any], scratch: Path, *, limit: float = LIMIT) -> Remarked[Any]:
    """The call, warmed up, once its answer agrees with that of the first variant.

    Args:
        call: gives an array on the host.
        scratch: the variant's own folder.
        limit: largest difference that passes, as a share of the largest value.

    Raises:
        ValueError: it answers otherwise.
    """
    import numpy as np

    for _ in range(WARM - 1):
        call()
    kept, got = scratch.parent / "answer.npy", np.asarray(call())
    if not kept.exists():
        np.save(kept, got)
        return Remarked(call)
    wanted = np.load(kept)
    if got.shape != wanted.shape:
        raise ValueError(f"an answer of shape {got.shape} instead of {wanted.shape}")
    worst = float(np.abs(got - wanted).max() / max(np.abs(wanted).max(), 1e-9))
    if not worst <= limit:
        raise ValueError(f"it answers otherwise, by {worst:.1e} of the largest value")
    return Remarked(call, f"{scratch.name}: differs by {worst:.0e} of the largest value at most")
