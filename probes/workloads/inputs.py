"""Seeded inputs of a plan: numbers an operator can live with, different in every set.

Floats are standard normal; images have coarse patches too, since pooling would make one image of
white noise as good as another, and a stack that confuses them would pass. Integers that are looked
up in a table are drawn below its length; 8-bit pixels below 256; other integers, masks among them,
are 0 or 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.errors import KnownError

if TYPE_CHECKING:
    from numpy.typing import NDArray

PASSING = frozenset(
    {"Reshape", "Flatten", "Squeeze", "Unsqueeze", "Transpose", "Identity", "Cast", "Concat"}
    | {"Slice", "Split", "Expand"}
)
"""Operators whose output holds the very numbers of their input."""
LOOKUPS = {"Gather": 1, "GatherElements": 1}
"""Operators that look up, and the input that holds the indices."""
PIXEL = 256
IMAGE = 32
"""Height and width from which a tensor of rank 4 is taken for an image."""
COARSE = np.float32(0.75)
"""Share of an image's variance that lies in its patches."""


def draw(plan: dict[str, Any], seed: int, sets: int) -> list[dict[str, NDArray[Any]]]:
    """`sets` sets of inputs; the seed and a set's number make its stream, so sets differ.

    Raises:
        KnownError: an input is of a type that cannot be drawn.
    """
    limits = {value["name"]: limit(plan, value) for value in plan["inputs"]}
    drawn: list[dict[str, NDArray[Any]]] = []
    for index in range(sets):
        rng = np.random.default_rng([seed, index + 1])
        drawn.append({v["name"]: _draw(rng, v, limits[v["name"]]) for v in plan["inputs"]})
    _tell_apart(drawn, limits)
    return drawn


def limit(plan: dict[str, Any], value: dict[str, Any]) -> int:
    """What integers of an input must stay below."""
    found = _lookups(plan, value["name"])
    if found:
        return max(1, min(found))
    return PIXEL if value["dtype"] in ("uint8", "int8") else 2


def _lookups(plan: dict[str, Any], name: str) -> list[int]:
    """Lengths of the axes that the numbers of a tensor index."""
    names, found = {name}, []
    for node in plan["nodes"]:
        position = LOOKUPS.get(node["op"])
        if position is not None and node["inputs"][position] in names:
            table = plan["shapes"][node["inputs"][0]]
            found.append(table[node["attributes"].get("axis", 0)])
        elif node["op"] in PASSING and names & set(node["inputs"]):
            names |= set(node["outputs"])
    return found


def _draw(rng: np.random.Generator, value: dict[str, Any], below: int) -> NDArray[Any]:
    shape, kind = tuple(value["shape"]), np.dtype(value["dtype"])
    if kind.kind == "f":
        x = rng.standard_normal(shape, dtype=np.float32)
        if len(shape) == 4 and min(shape[2:]) >= IMAGE:
            x = np.sqrt(1 - COARSE) * x + np.sqrt(COARSE) * _patches(rng, shape)
        return x.astype(kind, copy=False)
    if kind.kind == "b":
        return rng.random(shape) < 0.5
    if kind.kind in "iu":
        return rng.integers(0, min(below, int(np.iinfo(kind).max) + 1), shape).astype(kind)
    raise KnownError(
        f"input {value['name']!r} is {value['dtype']}",
        hint="inputs of floating-point, integer and boolean type can be drawn",
    )


def _patches(rng: np.random.Generator, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Two by two patches of one colour each; every image has mean 0 and variance 1.

    Otherwise one image would be much louder than the next, and a detector find all or nothing.
    """
    coarse = rng.standard_normal((*shape[:2], 2, 2), dtype=np.float32)
    coarse -= coarse.mean((1, 2, 3), keepdims=True)
    coarse /= coarse.std((1, 2, 3), keepdims=True)
    rows, columns = (np.arange(size) * 2 // size for size in shape[2:])
    return coarse[:, :, rows][:, :, :, columns]


def _tell_apart(drawn: list[dict[str, NDArray[Any]]], limits: dict[str, int]) -> None:
    """Change small integer inputs that came out alike: a call must not repeat the one before."""
    for index in range(1, len(drawn)):
        for name, array in drawn[index].items():
            if array.size and np.array_equal(array, drawn[index - 1][name]):
                if array.dtype.kind == "b":
                    drawn[index][name] = ~array
                elif array.dtype.kind in "iu" and limits[name] > 1:
                    drawn[index][name] = ((array.astype(np.int64) + 1) % limits[name]).astype(
                        array.dtype
                    )
