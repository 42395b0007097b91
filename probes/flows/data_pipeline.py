"""Reading training images: files decoded, resized, normalised and batched, by the framework's own.

The files are uncompressed images (BMP), which advisor writes itself: of the frameworks compared,
PyTorch has no decoder of compressed ones without a further package. Each two by two pixels have a
whole number as their mean, so that halving gives the same in every way of interpolating.
"""

from __future__ import annotations

import re
import struct
from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.schema.base import LocalText
from knowledge.schema.probing import FlowUnit
from probes.flows.case import Moved
from probes.worker.flow import fingerprints

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from numpy.typing import NDArray

TITLE = LocalText(
    en="Data pipeline: 512 image files (BMP, 96x96) read, decoded, halved, normalised, batched; "
    "samples per second with 0, 1 and N workers",
    zh="数据管道：512 个图像文件（BMP，96x96）的读取、解码、缩小一半、归一化与组批；"
    "0、1、N 个工作者时的每秒样本数",
)
UNIT = FlowUnit.SAMPLES
ABSENT = "it runs models, and reads no training data by means of its own that is probed"
BATCH = 32
COUNT, SIDE, HEADER = 512, 96, 54
MEAN, SPREAD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
FOLDER = "images"


def settings(cores: int) -> tuple[str, ...]:
    """In the caller, by one worker, by as many as there are cores.

    >>> settings(2), settings(1)
    (('workers-0', 'workers-1', 'workers-2'), ('workers-0', 'workers-1'))
    """
    return tuple(f"workers-{number}" for number in sorted({0, 1, cores}))


def parameters(setting: str) -> dict[str, int] | None:
    """What a setting says; None where it is none.

    >>> parameters("workers-2"), parameters("workers-x")
    ({'workers': 2}, None)
    """
    found = re.fullmatch(r"workers-(\d{1,3})", setting)
    return {"workers": int(found[1])} if found else None


def moved(parameters: Mapping[str, int], batch: int) -> Moved:  # noqa: ARG001 - whatever they are
    """The samples of an epoch, read by one process and those it starts."""
    return Moved(COUNT)


def share(directory: Path, seed: int) -> None:
    """Write the files that all settings read."""
    folder = directory / FOLDER
    folder.mkdir(parents=True)
    for number, (image, _) in enumerate(_images(seed)):
        (folder / f"{number:05}.bmp").write_bytes(bitmap(image))


def plan(
    parameters: Mapping[str, int], batch: int, seed: int
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a worker is told, and what it must find."""
    half = [(small.astype(np.float64) / 255 - MEAN) / SPREAD for _, small in _images(seed)]
    told = {
        "count": COUNT,
        "side": SIDE,
        "header": HEADER,
        "batch": batch,
        "folder": FOLDER,
        "mean": MEAN,
        "spread": SPREAD,
        **parameters,
    }
    return told, {"fingerprints": fingerprints(np.stack(half))}


def bitmap(image: NDArray[np.uint8]) -> bytes:
    r"""An image as a BMP file of 24 bits per pixel; its rows must not need padding.

    Args:
        image: [height, width, 3], red, green, blue; the width a multiple of 4.

    >>> bitmap(np.zeros((2, 4, 3), np.uint8))[:6]
    b'BMN\x00\x00\x00'
    """
    height, width, _ = image.shape
    pixels = image[::-1, :, ::-1].tobytes()
    head = struct.pack("<2sIHHI", b"BM", HEADER + len(pixels), 0, 0, HEADER)
    info = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, 0, len(pixels), 2835, 2835, 0, 0)
    return head + info + pixels


def _images(seed: int) -> Iterator[tuple[NDArray[np.uint8], NDArray[np.uint8]]]:
    """The images, and what each is when it is halved."""
    rng, half = np.random.default_rng(seed), SIDE // 2
    signs = np.tile([[1, -1], [-1, 1]], (half, half))[:, :, None]
    for _ in range(COUNT):
        colour = rng.integers(64, 192, size=3)
        small = colour + rng.integers(-32, 33, size=(half, half, 3))
        detail = rng.integers(0, 32, size=(half, half, 3))
        large, wave = (values.repeat(2, 0).repeat(2, 1) for values in (small, detail))
        yield (large + signs * wave).astype(np.uint8), small.astype(np.uint8)
