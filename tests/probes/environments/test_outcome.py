"""Hints for what uv says."""

from __future__ import annotations

import pytest

from probes.environments.outcome import hint_for


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("No space left on device (os error 28)", "disk is full"),
        ("invalid peer certificate: UnknownIssuer\nclient error (Connect)", "not trusted"),
        ("error: No solution found when resolving dependencies", "pinned versions"),
        ("failed to lookup address: dns error", "not reached"),
        ("operation timed out", "not reached"),
        ("something new", "see what uv said"),
    ],
)
def test_hints(said: str, hint: str) -> None:
    assert hint in hint_for(said)
