"""Say that times were not taken together, under which loads, and how to compare like with like."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from knowledge.loads import Mixture, mixtures
from knowledge.schema.probing import Precision, RunMode
from reports import wording

if TYPE_CHECKING:
    from knowledge.schema.probing import Measurement
    from knowledge.texts import Texts

NAMED = 4
"""Stacks in the command: the fastest, between which the order is in doubt."""


def mixed(measurements: Iterable[Measurement], texts: Texts) -> tuple[str, bool] | None:
    """One paragraph on times of different runs, and whether their loads were alike.

    None where all times of each task come from one run.
    """
    found = mixtures(measurements)
    if not found:
        return None
    worst = next((each for each in found if not each.alike), found[0])
    if worst.foreign_cpu is None:
        loads = texts.t("report.loads.unknown")
    else:
        low, high = (texts.number(value, 2) for value in worst.foreign_cpu)
        loads = texts.t("report.loads.between", low=low, high=high)
    said = texts.t(
        "report.loads.mixed",
        tasks=wording.whole(texts, len(found)),
        workload=worst.workload,
        batch=wording.whole(texts, worst.batch),
        runs=wording.whole(texts, len(worst.runs)),
        oldest=texts.date(worst.runs[0]),
        newest=texts.date(worst.runs[-1]),
        loads=loads,
        command=command(worst),
    )
    return said, worst.alike


def command(mixture: Mixture) -> str:
    """What times the fastest of the stacks again, in one run.

    >>> from datetime import UTC, datetime
    >>> then = datetime(2026, 11, 30, tzinfo=UTC)
    >>> command(Mixture(workload="mlp", batch=8, precision="fp32", stacks=("a/m", "b/m"),
    ...                 runs=(then, then)))
    'advisor probe run --again --workload mlp --batch 8 --stack a/m --stack b/m'
    """
    words = ["advisor", "probe", "run", "--again", "--workload", mixture.workload]
    words += [] if mixture.batch == 1 else ["--batch", str(mixture.batch)]
    if mixture.precision is not Precision.FP32:
        words += ["--precision", mixture.precision]
    if mixture.mode is not RunMode.INFERENCE:
        words += ["--mode", mixture.mode]
    for stack in mixture.stacks[:NAMED]:
        words += ["--stack", stack]
    return shlex.join(words)
