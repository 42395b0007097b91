"""Agreement of a stack's outputs with the reference outputs, before anything is timed.

Thresholds for fp32: the largest error may be a thousandth of the reference's largest magnitude,
and the cosine between the two at least 0.9999. Summation order and fused or approximated
activations stay two orders of magnitude below; a wrong axis, padding or precision does not.

A reduced precision is not right or wrong at that: what it costs is told (cosine, largest relative
error, top-1 agreement of a classifier), and only below `LEAST_COSINE` it counts as computed wrong.
One that is as exact as fp32 was not computed in.

Integers and booleans are choices, of a TopK or a selection of boxes: numbers that are nearly equal
may swap places, and the choice between them is free. Nineteen of twenty rows must be the same.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from knowledge.schema.probing import Parity, Precision

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

MAX_RELATIVE_ERROR = 1e-3
MIN_COSINE = 0.9999
MIN_AGREEMENT = 0.95
"""Share of the rows of an output of choices."""
LEAST_COSINE = {Precision.BF16: 0.99, Precision.FP16: 0.999, Precision.INT8: 0.9}
"""Judgement: below what rounding costs, above what a wrong axis, weight or scale leaves."""
LEAST_AGREEMENT = 0.5
"""The same for choices, which small differences of scores turn over."""
AS_EXACT = {Precision.BF16: 1e-4, Precision.FP16: 2e-5, Precision.INT8: 1e-4}
"""Largest relative error of what was computed in fp32 whatever was asked for. Rounding the outputs
alone costs up to 2e-3 in bf16, 2.4e-4 in fp16 and 2e-3 in 256 steps; fp32 stays below 1e-5."""
INCOMPARABLE = Parity(max_abs_error=sys.float_info.max, cosine=-1.0, passed=False)
"""An output is missing, has another shape, or is not finite."""


class _Found(NamedTuple):
    """One output: its parity in fp32, and its largest error over its largest magnitude."""

    parity: Parity
    relative: float | None = None
    """None for choices, and for what cannot be compared."""


def compare(outputs: Mapping[str, NDArray[Any]], reference: Mapping[str, NDArray[Any]]) -> Parity:
    """Compare outputs with the reference, name by name; the worst output decides.

    Returns:
        `max_abs_error` in the output's own unit and `cosine`, each the worst over the outputs.

    >>> right = {"y": np.array([3.0, 4.0])}
    >>> compare({"y": np.array([3.0, 4.0])}, right).passed
    True
    >>> compare({"y": np.array([4.0, 3.0])}, right)
    Parity(max_abs_error=1.0, cosine=0.96, passed=False, max_relative_error=0.25, top1=None, \
rows=None, least_cosine=None, ignored=False)
    """
    return _worst(_each(outputs, reference))


def cost(
    outputs: Mapping[str, NDArray[Any]],
    reference: Mapping[str, NDArray[Any]],
    precision: Precision,
    *,
    classifies: bool = False,
) -> Parity:
    """What a reduced precision costs against the fp32 reference, and whether it was computed in.

    Args:
        outputs: of the stack, as fp32.
        reference: the right ones, in fp32.
        precision: bf16, fp16 or int8.
        classifies: whether the outputs of rank 2 are scores of classes.

    >>> right = {"y": np.array([[3.0, 4.0]])}
    >>> found = cost({"y": np.array([[3.0, 4.1]])}, right, Precision.INT8, classifies=True)
    >>> found.passed, found.top1, found.rows, found.ignored
    (True, 1.0, 1, False)
    >>> cost(right, right, Precision.INT8).ignored
    True
    """
    found = _each(outputs, reference)
    worst, least = _worst(found), LEAST_COSINE[precision]
    if INCOMPARABLE in [each.parity for each in found]:
        return worst
    relative = [each.relative for each in found if each.relative is not None]
    ignored = bool(relative) and max(relative) <= AS_EXACT[precision]
    enough = all(
        each.parity.cosine >= (LEAST_AGREEMENT if each.relative is None else least)
        for each in found
    )
    update: dict[str, Any] = {"passed": enough and not ignored, "least_cosine": least}
    if classifies:
        update.update(_top1(outputs, reference))
    return worst.model_copy(update={**update, "ignored": ignored})


def _each(
    outputs: Mapping[str, NDArray[Any]], reference: Mapping[str, NDArray[Any]]
) -> list[_Found]:
    if not reference:
        raise ValueError("there is nothing to compare with")
    return [_compare(outputs.get(name), right) for name, right in reference.items()]


def _worst(found: Sequence[_Found]) -> Parity:
    relative = [each.relative for each in found if each.relative is not None]
    whole = all(each.parity != INCOMPARABLE for each in found)
    return Parity(
        max_abs_error=max(each.parity.max_abs_error for each in found),
        cosine=min(each.parity.cosine for each in found),
        passed=all(each.parity.passed for each in found),
        max_relative_error=max(relative) if relative and whole else None,
    )


def _compare(output: NDArray[Any] | None, right: NDArray[Any]) -> _Found:
    if output is not None and output.dtype.kind == right.dtype.kind and right.dtype.kind in "iub":
        return _Found(_agreement(output, right))
    if output is None or output.shape != right.shape or not np.isfinite(output).all():
        return _Found(INCOMPARABLE)
    got, want = output.astype(np.float64).ravel(), right.astype(np.float64).ravel()
    error = float(np.abs(got - want).max(initial=0.0))
    scale = float(np.abs(want).max(initial=0.0))
    cosine = _cosine(got, want)
    passed = error <= MAX_RELATIVE_ERROR * scale and cosine >= MIN_COSINE
    relative = error / scale if scale else (0.0 if error == 0.0 else sys.float_info.max)
    return _Found(Parity(max_abs_error=error, cosine=cosine, passed=passed), relative)


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


def _top1(
    outputs: Mapping[str, NDArray[Any]], reference: Mapping[str, NDArray[Any]]
) -> dict[str, Any]:
    """How many rows of scores have their highest at the same place; empty where there are none."""
    same = [
        outputs[name].argmax(1) == right.argmax(1)
        for name, right in reference.items()
        if right.ndim == 2 and right.dtype.kind == "f"
    ]
    if not same:
        return {}
    rows = np.concatenate(same)
    return {"top1": float(rows.mean()), "rows": len(rows)}


def _cosine(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Cosine of the angle between two vectors; two zero vectors agree.

    >>> _cosine(np.array([1.0, 0.0]), np.array([0.0, 2.0])), _cosine(np.zeros(2), np.zeros(2))
    (0.0, 1.0)
    """
    norm = float(np.linalg.norm(a) * np.linalg.norm(b))
    if norm == 0.0:
        return 1.0 if np.array_equal(a, b) else 0.0
    return float(np.clip(a @ b / norm, -1.0, 1.0))
