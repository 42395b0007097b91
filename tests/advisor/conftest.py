"""What tests of whole answers share."""

from __future__ import annotations

import pytest

from advisor.usecases import recommend

SOME = 2_000
"""Draws that tell the same as `recommend.DRAWS`, but for the third digit of a share."""


@pytest.fixture(autouse=True)
def some_draws(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer draws, since a hundred tests ask for an answer; `all_draws` marks those with all."""
    if request.node.get_closest_marker("all_draws") is None:
        monkeypatch.setattr(recommend, "DRAWS", SOME)
