"""Earlier recommendations: a list of them, and any one again."""

from __future__ import annotations

import shlex
from itertools import pairwise
from typing import TYPE_CHECKING

from advisor.wiring import Wiring
from knowledge.schema.decision import Recommendation

if TYPE_CHECKING:
    from knowledge.schema.history import Summary

FILES = frozenset({"--weights", "--model", "--knowledge"})
"""Options whose values are paths."""
CHANGING = FILES | {
    "--weight",
    "--precision",
    "--require",
    "--exclude",
    "--veto",
    "--pin",
    "--workload",
    "--input-shape",
}
"""Options of `advisor recommend` that change what is asked."""


def history(wiring: Wiring, limit: int) -> tuple[Summary, ...]:
    """The newest `limit` recommendations, newest first."""
    return tuple(wiring.store.recommendations(limit))


def recall(wiring: Wiring, reference: str) -> Recommendation:
    """The recommendation `reference` names: an id, the unique start of one, or "latest".

    Raises:
        KnownError: none, or more than one, answers to it.
    """
    return wiring.store.recommendation(reference)


def asked_besides(command: str) -> str:
    """In what a question differs from its scenario as it stands: the options that say so, bare.

    Files are given by their names. How it was measured (budget, seed, replay) is left out.

    >>> asked_besides("advisor recommend --scenario edge-cv --weight latency=3 --seed 0")
    'weight latency=3'
    """
    words = shlex.split(command)
    found = [
        f"{option.removeprefix('--')} {value.rsplit('/', 1)[-1] if option in FILES else value}"
        for option, value in pairwise(words)
        if option in CHANGING
    ]
    return ", ".join(dict.fromkeys(found))
