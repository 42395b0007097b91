"""What `advisor recommend` says of options that have no effect together."""

from __future__ import annotations

import pytest

from advisor.__main__ import run
from advisor.cli import recommend as command
from tests.reports import sample


@pytest.fixture(autouse=True)
def _answered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "recommend", lambda *given: sample.recommendation())
    monkeypatch.setattr(command, "deliver", lambda *given, **options: 0)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--no-measure", "--budget", "30"), True),
        (("--replay", "latest", "--budget", "150"), True),
        (("--no-measure",), False),
        (("--budget", "30"), False),
    ],
)
def test_a_budget_that_nothing_uses_is_told(
    words: tuple[str, ...], told: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["recommend", "--scenario", "edge-cv", "--lang", "en", *words]) == 0
    assert ("--budget has no effect" in capsys.readouterr().err) is told
