"""A call with remarks: what a recipe returns where the reader should know more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = TypeVar("Answer")


class Remarked(Generic[Answer]):
    """A callable with `notes`; `stand_in` where something else of the same kind is run."""

    def __init__(self, call: Callable[[], Answer], *notes: str, stand_in: bool = False) -> None:
        self._call = call
        self.notes = notes
        self.stand_in = stand_in

    def __call__(self) -> Answer:
        """What the call gives."""
        return self._call()


def with_first_loss(step: Callable[[], float]) -> Remarked[float]:
    """A training step after its first, whose loss shows that two variants compute the same."""
    return Remarked(step, f"loss of the first step: {step():.3f}")
