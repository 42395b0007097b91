"""Handing arrays over where a case is in channels-last order (see `layout`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from .case import Value


def inwards(values: Sequence[Value], arrays: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Graph inputs in the order the rewritten case takes them, contiguous."""
    import numpy as np  # the interpreter may hold a framework that pins its numpy

    return [
        np.ascontiguousarray(np.moveaxis(arrays[i], 1, -1)) if value.channels_last else arrays[i]
        for i, value in enumerate(values)
    ]


def outwards(values: Sequence[Value], arrays: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """Graph outputs in the order of the original case, as views: no element is copied."""
    import numpy as np  # see inwards

    return [
        np.moveaxis(arrays[i], -1, 1) if value.channels_last else arrays[i]
        for i, value in enumerate(values)
    ]
