from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.advisor.tried import TrialWiring, trial_wiring

COMMANDS = ("list", "show", "verify")


@pytest.fixture
def stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes the commands use a TrialWiring with the given settings, which is returned."""
    monkeypatch.setenv("LANG", "C.UTF-8")

    def put(**settings: Any) -> TrialWiring:
        wiring = trial_wiring(tmp_path, **settings)
        for name in COMMANDS:
            monkeypatch.setattr(f"advisor.cli.claims.{name}.Wiring", lambda **given: wiring)
        return wiring

    return put
