"""The sum of an array over processes: how a framework's collectives move numbers on one machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from knowledge.schema.base import LocalText
from knowledge.schema.probing import FlowUnit
from probes.flows import ranks
from probes.flows.case import Moved
from probes.worker.exchange import PERIOD

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

TITLE = LocalText(
    en="All-reduce of 1 KiB to 64 MiB over 2 to N processes of one thread each; "
    "bytes of the array per second",
    zh="2 至 N 个单线程进程间对 1 KiB 至 64 MiB 数组做 all-reduce；每秒处理的数组字节数",
)
UNIT = FlowUnit.BYTES
ABSENT = "no collective of it between processes on a CPU is probed"
BATCH = 1
SIZES = {"1kib": 2**10, "32kib": 2**15, "1mib": 2**20, "8mib": 2**23, "64mib": 2**26}


def settings(cores: int) -> tuple[str, ...]:
    """Every size with every number of processes.

    >>> settings(2)
    ('1kib-x2', '32kib-x2', '1mib-x2', '8mib-x2', '64mib-x2')
    """
    return tuple(f"{size}-x{number}" for number in ranks.several(cores) for size in SIZES)


def parameters(setting: str) -> dict[str, int] | None:
    """What a setting says; None where it is none.

    >>> parameters("1mib-x2"), parameters("1mib-x1"), parameters("3mib-x2")
    ({'bytes': 1048576, 'ranks': 2}, None, None)
    """
    size, _, many = setting.partition("-")
    number = ranks.number(many)
    if size not in SIZES or number is None or number < 2:
        return None
    return {"bytes": SIZES[size], "ranks": number}


def moved(parameters: Mapping[str, int], batch: int) -> Moved:  # noqa: ARG001 - it has none
    """The bytes of the array."""
    return Moved(parameters["bytes"], parameters["ranks"])


def plan(
    parameters: Mapping[str, int],
    batch: int,  # noqa: ARG001 - it has none
    seed: int,  # noqa: ARG001 - the numbers are chosen so that their sum is known
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What a worker is told, and what it must find: no wrong number, on any rank."""
    many, last = parameters["ranks"], (parameters["bytes"] // 4 - 1) % PERIOD
    total = many * last + many * (many - 1) // 2
    return dict(parameters), {
        "wrong": np.zeros((many, 1), np.float32),
        "last": np.full((many, 1), total, np.float32),
    }
