from __future__ import annotations

from pathlib import Path

import pytest

from advisor.wiring import Wiring
from knowledge.errors import KnownError
from knowledge.schema.progress import Progress
from probes.lock import exclusive


def test_a_second_run_waits_for_its_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("advisor.wiring._TURN_S", 0.0)
    wiring = Wiring(cache_dir=tmp_path, state_dir=tmp_path)
    told: list[Progress] = []

    def measure() -> object:
        return wiring.measure([], {}, budget_s=1, seed=0, progress=told.append, stop=lambda: False)

    with (
        exclusive(tmp_path / "measuring.lock", timeout_s=0),
        pytest.raises(KnownError, match="another advisor"),
    ):
        measure()
    assert [event.stage for event in told] == ["wait"]
    assert measure() == ()
