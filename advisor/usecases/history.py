"""Earlier recommendations: a list of them, and any one again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from advisor.wiring import Wiring
from knowledge.schema.decision import Recommendation

if TYPE_CHECKING:
    from knowledge.schema.history import Summary


def history(wiring: Wiring, limit: int) -> tuple[Summary, ...]:
    """The newest `limit` recommendations, newest first."""
    return tuple(wiring.store.recommendations(limit))


def recall(wiring: Wiring, reference: str) -> Recommendation:
    """The recommendation `reference` names: an id, the unique start of one, or "latest".

    Raises:
        KnownError: none, or more than one, answers to it.
    """
    return wiring.store.recommendation(reference)
