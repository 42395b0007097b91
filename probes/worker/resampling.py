"""Where the pixels of a resized image come from, for every mode ONNX has.

Pure functions of sizes; formulae: ONNX operator specification, Resize. numpy is imported inside,
since the interpreter may hold a framework that pins it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .case import Unsupported

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .case import Node


def changed_axes(node: Node, source: tuple[int, ...], target: tuple[int, ...]) -> list[int]:
    """Axes that do not stay as they are."""
    scales = node.attributes["scales"]
    return [i for i, size in enumerate(source) if target[i] != size or scales[i] != 1]


def whole_factors(node: Node, source: tuple[int, ...], target: tuple[int, ...]) -> list[int] | None:
    """Factors per axis, if every pixel is just repeated; None otherwise."""
    factors = [to // size if size else 1 for to, size in zip(target, source)]  # noqa: B905 - 3.9
    whole = all(factors[i] * size == target[i] for i, size in enumerate(source))
    return factors if whole and _repeats(node.attributes) else None


def _repeats(attributes: Mapping[str, Any]) -> bool:
    """Enlarged by a whole number, both of these take the pixel that covers the position."""
    how = (attributes["coordinate_transformation_mode"], attributes["nearest_mode"])
    return attributes["mode"] == "nearest" and how in (
        ("asymmetric", "floor"), ("half_pixel", "round_prefer_floor"),
        ("half_pixel", "round_prefer_ceil"),
    )  # fmt: skip


def positions(attributes: Mapping[str, Any], size: int, target: int, scale: float) -> Any:
    """For each of `target` positions, where it lies among `size` pixels.

    >>> positions({"coordinate_transformation_mode": "half_pixel"}, 2, 4, 2.0).tolist()
    [-0.25, 0.25, 0.75, 1.25]
    """
    import numpy as np

    mode = attributes["coordinate_transformation_mode"]
    x = np.arange(target)
    if mode == "asymmetric":
        return x / scale
    if mode == "align_corners":
        return x * ((size - 1) / (target - 1)) if target > 1 else np.zeros(1)
    if mode == "pytorch_half_pixel":
        return (x + 0.5) / scale - 0.5 if target > 1 else np.zeros(1)
    if mode == "half_pixel_symmetric":
        adjusted = target / (scale * size)
        offset = size / 2 * (1 - adjusted)
        return offset + (x + 0.5) / scale - 0.5
    if mode == "half_pixel":
        return (x + 0.5) / scale - 0.5
    raise Unsupported(["Resize"], mode)


def nearest(attributes: Mapping[str, Any], size: int, target: int, scale: float) -> Any:
    """Index of the source pixel of each of `target` pixels."""
    import numpy as np

    x = positions(attributes, size, target, scale)
    rounding = {
        "floor": np.floor(x),
        "ceil": np.ceil(x),
        "round_prefer_floor": np.ceil(x - 0.5),
        "round_prefer_ceil": np.floor(x + 0.5),
    }
    return np.clip(rounding[attributes["nearest_mode"]], 0, size - 1).astype(np.int64)


def mixture(attributes: Mapping[str, Any], size: int, target: int, scale: float) -> Any:
    """Matrix [target, size] of float32: how much of each source pixel is in each target pixel.

    >>> how = {"mode": "linear", "coordinate_transformation_mode": "align_corners"}
    >>> mixture(how, 2, 3, 1.5).tolist()
    [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]]
    """
    import numpy as np

    if attributes.get("antialias", 0) or attributes.get("exclude_outside", 0):
        raise Unsupported(["Resize"], "antialias or exclude_outside")
    x = positions(attributes, size, target, scale)
    first = np.floor(x).astype(int)
    part = x - first
    if attributes["mode"] == "linear":
        taps = {0: 1 - part, 1: part}
    elif attributes["mode"] == "cubic":
        taps = _cubic(part, attributes.get("cubic_coeff_a", -0.75))
    else:
        raise Unsupported(["Resize"], attributes["mode"])
    matrix = np.zeros((target, size))
    for shift, weight in taps.items():
        np.add.at(matrix, (np.arange(target), np.clip(first + shift, 0, size - 1)), weight)
    return matrix.astype(np.float32)


def _cubic(t: Any, a: float) -> dict[int, Any]:
    """Weights of the four pixels around (Keys 1981, with parameter a)."""

    def near(x: Any) -> Any:
        return ((a + 2) * x - (a + 3)) * x * x + 1

    def far(x: Any) -> Any:
        return ((a * x - 5 * a) * x + 8 * a) * x - 4 * a

    return {-1: far(t + 1), 0: near(t), 1: near(1 - t), 2: far(2 - t)}
