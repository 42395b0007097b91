"""Flows: what is measured that is no call of a graph, such as reading data or exchanging numbers.

Which of its modes have which flows a framework's file in flows/ says (`FLOWS`), and `begin` of it
starts one. A flow times its own loops: its work may be done in other processes.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from .adapter import load
from .memory import peak_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

FLOWS = Path(__file__).resolve().parent / "flows"


class Flow(Protocol):
    """A flow that was begun."""

    notes: tuple[str, ...]

    def check(self) -> list[Any]:
        """What it computes, in the order of the plan's outputs; as NumPy arrays."""

    def take(self, loops: int) -> float:
        """Do it `loops` times; the seconds that took."""

    def peak_bytes(self) -> int:
        """Peak resident memory of all the processes it uses."""


@dataclass(frozen=True)
class Output:
    """Something it computes, by which it is checked."""

    name: str


@dataclass(frozen=True)
class Plan:
    """What a flow is to do."""

    name: str
    data: Path
    """The folder of the files it reads, if it reads any."""
    outputs: tuple[Output, ...]
    parameters: Mapping[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        """A parameter."""
        return self.parameters[name]

    def files(self, folder: str) -> list[Path]:
        """The files in a folder of the data, in order."""
        return sorted(path for path in (self.data / folder).iterdir() if path.is_file())


def plan_in(directory: Path) -> Plan | None:
    """The flow whose case lies in `directory`; None where that is a graph's.

    Raises:
        OSError: there is no plan.
    """
    plan = json.loads((directory / "plan.json").read_text(encoding="utf-8"))
    if "flow" not in plan:
        return None
    outputs = tuple(Output(name) for name in plan["outputs"])
    data = (directory / plan["data"]).resolve()
    return Plan(plan["flow"], data, outputs, plan["parameters"])


def begin(plan: Plan, adapter: str, threads: int, scratch: Path) -> Flow:
    """Start a flow in the framework of `adapter`.

    Args:
        plan: what to do.
        adapter: a file in flows/, or (with a slash) the path of a file.
        threads: that the framework has in all.
        scratch: a folder of its own.
    """
    flow: Flow = load(adapter, FLOWS).begin(plan, threads, scratch)
    return flow


class Pipeline:
    """Reads the files of a case in order, epoch after epoch; an epoch begins when it is asked for.

    So nothing is prepared ahead of the clock, and what beginning one costs is counted.
    """

    def __init__(
        self,
        plan: Plan,
        epoch: Callable[[], Iterable[Any]],
        numpy: Callable[[Any], Any],
        *,
        channels_last: bool,
        notes: Sequence[str] = (),
    ) -> None:
        """Keep what gives an epoch's batches of images, and what makes arrays of them."""
        self._count: int = plan["count"]
        self._epoch, self._numpy = epoch, numpy
        self._channels_last = channels_last
        self.notes = tuple(notes)

    def check(self) -> list[Any]:
        """The fingerprints of the images, in the order they came."""
        import numpy as np  # the interpreter may hold a framework that pins its numpy

        batches = [np.asarray(self._numpy(batch)) for batch in self._epoch()]
        if not self._channels_last:
            batches = [np.moveaxis(batch, 1, -1) for batch in batches]
        return [fingerprints(np.concatenate(batches))]

    def take(self, loops: int) -> float:
        """Seconds of `loops` epochs, every batch of which was waited for.

        Raises:
            ValueError: images are missing.
        """
        start = time.perf_counter()
        for _ in range(loops):
            seen = sum(len(batch) for batch in self._epoch())
            if seen != self._count:
                raise ValueError(f"an epoch gave {seen} of {self._count} images")
        return time.perf_counter() - start

    def peak_bytes(self) -> int:
        """Of this process, and of those that read for it."""
        return peak_bytes(family=True)


def fingerprints(images: Any) -> Any:
    """Five numbers per image: its mean colour, and how bright it is to the right and below.

    Args:
        images: [n, height, width, 3].

    Returns:
        [n, 5], in which no two images, nor an image and its mirror image, look alike.
    """
    import numpy as np  # see check

    count, height, width, _ = images.shape
    values = images.astype(np.float64)
    right = np.linspace(-1, 1, width)[None, None, :, None]
    below = np.linspace(-1, 1, height)[None, :, None, None]
    return np.concatenate(
        [
            values.mean(axis=(1, 2)),
            (values * right).mean(axis=(1, 2, 3)).reshape(count, 1),
            (values * below).mean(axis=(1, 2, 3)).reshape(count, 1),
        ],
        axis=1,
    ).astype(np.float32)
