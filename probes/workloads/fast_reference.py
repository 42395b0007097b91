"""ONNX's reference operators, with another loop for images: the same sums, in numpy and not Python.

Small tensors go to the onnx package's own implementation, so that what adapters are checked against
operator by operator is not ours; tests hold the two against each other.
"""

from __future__ import annotations

import math
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx.reference.ops import (
    op_conv,
    op_conv_transpose,
    op_erf,
    op_log_softmax,
    op_max_pool,
    op_resize,
    op_softmax,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

AXIS_ALONE = 13
"""The opset from which a softmax is over one axis."""
LARGE = 20_000
"""Output elements from which the own loop is used."""


def _offsets(kernel: tuple[int, ...]) -> Iterator[Any]:
    return product(*map(range, kernel))


def _package(operator: Any) -> Any:
    """The onnx package's own operator, whose functions have no types."""
    return operator


def _padded(x: NDArray[Any], pads: list[int], value: float) -> NDArray[Any]:
    rank = len(pads) // 2
    around = [(0, 0), (0, 0), *((pads[i], pads[i + rank]) for i in range(rank))]
    return np.pad(x, around, constant_values=value) if any(pads) else x


class Conv(op_conv.Conv):
    """y = sum over the kernel's cells of W[cell] · x[shifted]: one matrix product per cell."""

    def _run(self, *inputs: Any, **attributes: Any) -> Any:
        x, w, b = (*inputs, None)[:3]
        if attributes.get("auto_pad") not in (None, "NOTSET") or x.size < LARGE:
            return _package(super())._run(*inputs, **attributes)
        rank = x.ndim - 2
        kernel = w.shape[2:]
        strides = attributes.get("strides") or [1] * rank
        dilations = attributes.get("dilations") or [1] * rank
        group = attributes.get("group") or 1
        x = _padded(x, list(attributes.get("pads") or [0] * (2 * rank)), 0.0)
        reach = [1 + (k - 1) * dilations[i] for i, k in enumerate(kernel)]
        size = [(x.shape[2 + i] - reach[i]) // strides[i] + 1 for i in range(rank)]
        parts = x.reshape(x.shape[0], group, x.shape[1] // group, *x.shape[2:])
        weight = w.reshape(group, w.shape[0] // group, *w.shape[1:])
        y = np.zeros((x.shape[0], group, w.shape[0] // group, prod(size)), x.dtype)
        for cell in _offsets(kernel):
            window: Any = tuple(
                slice(at * dilations[i], at * dilations[i] + (size[i] - 1) * strides[i] + 1,
                      strides[i])
                for i, at in enumerate(cell)
            )  # fmt: skip
            seen = parts[(..., *window)].reshape(*parts.shape[:3], -1)
            y += np.matmul(weight[(..., *cell)], seen)
        y = y.reshape(x.shape[0], w.shape[0], *size)
        return (y if b is None else y + b.reshape(-1, *[1] * rank),)


class ConvTranspose(op_conv_transpose.ConvTranspose):
    """Every input element adds its multiple of the kernel to the output."""

    def _run(self, *inputs: Any, **attributes: Any) -> Any:
        x, w, b = (*inputs, None)[:3]
        plain = not any(attributes.get(n) for n in ("output_padding", "output_shape"))
        plain &= attributes.get("auto_pad") in (None, "NOTSET")
        if not plain or attributes.get("group") not in (None, 1) or x.size < LARGE:
            return _package(super())._run(*inputs, **attributes)
        rank = x.ndim - 2
        kernel = w.shape[2:]
        strides = attributes.get("strides") or [1] * rank
        dilations = attributes.get("dilations") or [1] * rank
        pads = list(attributes.get("pads") or [0] * (2 * rank))
        full = [
            (x.shape[2 + i] - 1) * strides[i] + 1 + (k - 1) * dilations[i]
            for i, k in enumerate(kernel)
        ]
        y = np.zeros((x.shape[0], w.shape[1], *full), x.dtype)
        flat = x.reshape(*x.shape[:2], -1)
        for cell in _offsets(kernel):
            window: Any = tuple(
                slice(at * dilations[i],
                      at * dilations[i] + (x.shape[2 + i] - 1) * strides[i] + 1, strides[i])
                for i, at in enumerate(cell)
            )  # fmt: skip
            part = np.matmul(w[(..., *cell)].T, flat)
            y[(..., *window)] += part.reshape(*part.shape[:2], *x.shape[2:])
        inner: Any = tuple(slice(pads[i], full[i] - pads[i + rank]) for i in range(rank))
        y = y[(..., *inner)]
        return (y if b is None else y + b.reshape(-1, *[1] * rank),)


class MaxPool(op_max_pool.MaxPool):
    """The greatest of the shifted images."""

    def _run(self, *inputs: Any, **attributes: Any) -> Any:
        x = inputs[0]
        plain = not attributes.get("ceil_mode") and len(self.onnx_node.output) == 1
        plain &= attributes.get("auto_pad") in (None, "NOTSET")
        if not plain or x.size < LARGE:
            return _package(super())._run(*inputs, **attributes)
        kernel = tuple(attributes["kernel_shape"])
        rank = len(kernel)
        strides = attributes.get("strides") or [1] * rank
        dilations = attributes.get("dilations") or [1] * rank
        x = _padded(x, list(attributes.get("pads") or [0] * (2 * rank)), -np.inf)
        reach = [1 + (k - 1) * dilations[i] for i, k in enumerate(kernel)]
        size = [(x.shape[2 + i] - reach[i]) // strides[i] + 1 for i in range(rank)]
        y: NDArray[Any] | None = None
        for cell in _offsets(kernel):
            window: Any = tuple(
                slice(at * dilations[i], at * dilations[i] + (size[i] - 1) * strides[i] + 1,
                      strides[i])
                for i, at in enumerate(cell)
            )  # fmt: skip
            seen = x[(..., *window)]
            y = seen.copy() if y is None else np.maximum(y, seen, out=y)
        return (y,)


class Resize(op_resize.Resize):
    """Nearest neighbours at floor(i / scale): the upsampling of detectors."""

    def _run(self, *inputs: Any, **attributes: Any) -> Any:
        x, _, scales = (*inputs, None, None)[:3]
        plain = (
            attributes.get("mode") == "nearest"
            and attributes.get("coordinate_transformation_mode") == "asymmetric"
            and attributes.get("nearest_mode") == "floor"
            and scales is not None
            and not attributes.get("axes")
        )
        if not plain or x.size < LARGE:
            return _package(super())._run(*inputs, **attributes)
        for axis, scale in enumerate(scales):
            if scale != 1:
                size = int(np.floor(x.shape[axis] * scale))
                source = np.floor(np.arange(size) / scale).astype(int)
                x = np.take(x, source, axis)
        return (x,)


def _over_the_rest(x: NDArray[Any], axis: int) -> NDArray[Any]:
    """Softmax as before opset 13: over all axes from `axis` on, joined.

    The onnx package computes every version as the last one.
    """
    flat = x.reshape(*x.shape[: axis % x.ndim], -1)
    y = np.exp(flat - flat.max(-1, keepdims=True))
    joined: NDArray[Any] = (y / y.sum(-1, keepdims=True)).reshape(x.shape)
    return joined


class Softmax(op_softmax.Softmax):
    """Exponentials divided by their sum."""

    axis: int

    def _run(self, *inputs: Any, **attributes: Any) -> Any:
        if self.run_params["opsets"][""] < AXIS_ALONE:
            return (_over_the_rest(inputs[0], self.axis),)
        return _package(super())._run(*inputs, **attributes)


class LogSoftmax(op_log_softmax.LogSoftmax):
    """The logarithm of a softmax."""

    axis: int

    def _run(self, *inputs: Any, **attributes: Any) -> Any:
        if self.run_params["opsets"][""] < AXIS_ALONE:
            return (np.log(_over_the_rest(inputs[0], self.axis)),)
        return _package(super())._run(*inputs, **attributes)


_ERF = np.vectorize(math.erf, otypes=["d"])


class Erf(op_erf.Erf):
    """The error function, of doubles in double precision; the onnx package rounds to fp32."""

    def _run(self, x: Any) -> Any:
        return (_ERF(x),) if x.dtype == np.float64 else _package(super())._run(x)


OPERATORS = (Conv, ConvTranspose, Erf, LogSoftmax, MaxPool, Resize, Softmax)
