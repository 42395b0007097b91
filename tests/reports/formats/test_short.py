"""The short form says the answer, the first places and the next command, in a few lines."""

from __future__ import annotations

import pytest

from knowledge.texts import Texts
from reports.build import build
from reports.formats.short import FIRST_PLACES, SECTIONS, render
from tests.reports import sample


def lines(language: str = "en", case: str = "recommendation") -> list[str]:
    return render(build(getattr(sample, case)(), Texts(language), only=SECTIONS)).splitlines()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_is_short_and_names_the_first_places(language: str) -> None:
    found = lines(language)
    assert len(found) < 20
    for number, ranked in enumerate(sample.ranking()[:FIRST_PLACES], start=1):
        assert any(line.startswith(f"{number}. {ranked.label}") for line in found)
    assert not any(line.startswith(f"{FIRST_PLACES + 1}. ") for line in found)


def test_it_ends_with_the_command_of_the_next_measurement() -> None:
    step = sample.recommendation().next_measurement
    assert step is not None
    assert lines()[-1] == f"$ {step.command}"


def test_nothing_feasible_has_an_answer_and_no_places() -> None:
    found = lines(case="nothing_feasible")
    assert any("No stack meets every requirement" in line for line in found)
    assert not any(line.startswith("1. ") for line in found)
