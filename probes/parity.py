"""Agreement of a stack's outputs with the reference outputs, before anything is timed.

Thresholds for fp32: the largest error may be a thousandth of the reference's largest magnitude,
and the cosine between the two at least 0.9999. Summation order and fused or approximated
activations stay two orders of magnitude below; a wrong axis, padding or precision does not.

Integers and booleans are choices, of a TopK or a selection of boxes: numbers that are nearly equal
may swap places, and the choice between them is free. Nineteen of twenty rows must be the same.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.schema.probing import Parity

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

MAX_RELATIVE_ERROR = 1e-3
MIN_COSINE = 0.9999
MIN_AGREEMENT = 0.95
"""Share of the rows of an output of choices."""
INCOMPARABLE = Parity(max_abs_error=sys.float_info.max, cosine=-1.0, passed=False)
"""An output is missing, has another shape, or is not finite."""


def compare(outputs: Mapping[str, NDArray[Any]], reference: Mapping[str, NDArray[Any]]) -> Parity:
    """Compare outputs with the reference, name by name; the worst output decides.

    Returns:
        `max_abs_error` in the output's own unit and `cosine`, each the worst over the outputs.

    >>> right = {"y": np.array([3.0, 4.0])}
    >>> compare({"y": np.array([3.0, 4.0])}, right).passed
    True
    >>> compare({"y": np.array([4.0, 3.0])}, right)
    Parity(max_abs_error=1.0, cosine=0.96, passed=False)
    """
    if not reference:
        raise ValueError("there is nothing to compare with")
    found = [_compare(outputs.get(name), right) for name, right in reference.items()]
    return Parity(
        max_abs_error=max(parity.max_abs_error for parity in found),
        cosine=min(parity.cosine for parity in found),
        passed=all(parity.passed for parity in found),
    )


def _compare(output: NDArray[Any] | None, right: NDArray[Any]) -> Parity:
    if output is not None and output.dtype.kind == right.dtype.kind and right.dtype.kind in "iub":
        return _agreement(output, right)
    if output is None or output.shape != right.shape or not np.isfinite(output).all():
        return INCOMPARABLE
    got, want = output.astype(np.float64).ravel(), right.astype(np.float64).ravel()
    error = float(np.abs(got - want).max(initial=0.0))
    scale = float(np.abs(want).max(initial=0.0))
    cosine = _cosine(got, want)
    passed = error <= MAX_RELATIVE_ERROR * scale and cosine >= MIN_COSINE
    return Parity(max_abs_error=error, cosine=cosine, passed=passed)


def _agreement(output: NDArray[Any], right: NDArray[Any]) -> Parity:
    """Rows in common, in any order; how many there are may depend on the data.

    Returns:
        The share that differs as the error, and the share in common as the cosine.

    >>> _agreement(np.array([[0, 1], [0, 2]]), np.array([[0, 2], [0, 1]])).passed
    True
    >>> _agreement(np.array([3]), np.array([4])).passed
    False
    """
    if output.ndim != right.ndim or output.shape[1:] != right.shape[1:]:
        return INCOMPARABLE
    if not right.size and not output.size:
        return Parity(max_abs_error=0.0, cosine=1.0, passed=True)
    rows = [Counter(map(tuple, a.reshape(-1, a.shape[-1] if a.ndim > 1 else 1).tolist()))
            for a in (output, right)]  # fmt: skip
    share = (rows[0] & rows[1]).total() / max(rows[0].total(), rows[1].total())
    return Parity(max_abs_error=1 - share, cosine=share, passed=share >= MIN_AGREEMENT)


def _cosine(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Cosine of the angle between two vectors; two zero vectors agree.

    >>> _cosine(np.array([1.0, 0.0]), np.array([0.0, 2.0])), _cosine(np.zeros(2), np.zeros(2))
    (0.0, 1.0)
    """
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    if norm == 0.0:
        return 1.0 if np.array_equal(a, b) else 0.0
    return float(np.clip(a @ b / norm, -1.0, 1.0))
