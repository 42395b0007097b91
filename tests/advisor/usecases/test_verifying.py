from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from advisor.usecases.verifying import held_against, ruling, verify
from knowledge.errors import KnownError
from knowledge.schema.probing import Estimate, Status
from knowledge.schema.progress import Progress
from knowledge.schema.recipe import Ruling, Verification
from knowledge.schema.trial import ArticleClaim, Expectation
from probes.experiment import Findings
from probes.protocol import Trouble
from tests.advisor.tried import TESTED, claim, crashed, readings, trial_wiring

CLEAR = readings(0.2, 0.1)
TWICE = Estimate(point=2.0, low=1.8, high=2.2)


def put(folder: Path, name: str, **settings: Any) -> Verification:
    """The claim `name`, tested in a wiring with these settings."""
    wiring = trial_wiring(folder, **settings)
    return verify(wiring, name, budget_s=1, seed=3, provision=False)


@pytest.mark.parametrize(
    ("low", "high", "says"),
    [
        (1.5, 2.5, Ruling.HOLDS),
        (1.8, 2.2, Ruling.HOLDS),
        (1.5, None, Ruling.HOLDS),
        (None, 2.5, Ruling.HOLDS),
        (2.3, None, Ruling.DOES_NOT_HOLD),
        (None, 1.7, Ruling.DOES_NOT_HOLD),
        (3.0, 4.0, Ruling.DOES_NOT_HOLD),
        (2.0, None, Ruling.UNDECIDED),
        (None, 2.0, Ruling.UNDECIDED),
        (1.9, 2.1, Ruling.UNDECIDED),
        (2.2, None, Ruling.UNDECIDED),
    ],
)
def test_the_interval_is_held_against_the_bounds(
    low: float | None, high: float | None, says: Ruling
) -> None:
    assert held_against(Expectation(low=low, high=high), TWICE) is says


@pytest.mark.parametrize(
    ("more", "outcome"),
    [
        ({"expected": {"low": 1}}, None),
        ({"expected": {"low": 1}, "verdict": "never-released"}, TWICE),
        ({"expected": {"low": 1}, "analogue": True}, TWICE),
    ],
)
def test_a_claim_that_speaks_of_something_else_is_not_ruled_upon(
    more: dict[str, Any], outcome: Estimate | None
) -> None:
    made = ArticleClaim.model_validate(claim("a-1", **TESTED, **more))
    assert ruling(made, outcome) is Ruling.NOT_COMPARABLE


def test_a_claim_without_bounds_is_not_ruled_upon() -> None:
    assert ruling(ArticleClaim.model_validate(claim("a-1")), TWICE) is Ruling.NOT_COMPARABLE


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a-1", Ruling.HOLDS),
        ("A-2", Ruling.DOES_NOT_HOLD),
        ("a-3", Ruling.UNDECIDED),
        ("a-4", Ruling.NOT_COMPARABLE),
        ("a-5", Ruling.NOT_COMPARABLE),
    ],
)
def test_a_claim_is_put_to_the_test(tmp_path: Path, name: str, says: Ruling) -> None:
    found = put(tmp_path, name)
    assert (found.claim, found.ruling, found.status) == (name.lower(), says, Status.OK)
    assert found.outcome is not None
    assert found.outcome.point == pytest.approx(2)
    assert found.variants["slow"].point == pytest.approx(0.2)
    assert found.versions == {"slow": "1.0", "fast": "1.0"}
    assert len(found.readings) == 30
    assert found.seed == 3


def test_a_scattered_measurement_decides_nothing(tmp_path: Path) -> None:
    scattered = Findings(readings=readings(0.2, 0.1, scatter=0.6))
    assert put(tmp_path, "a-1", given=scattered).ruling is Ruling.UNDECIDED


def busy(cores: float = 1.3) -> Findings:
    """Clear numbers, taken while others computed."""
    taken = [r.model_copy(update={"foreign_cpu": cores, "contended": True}) for r in CLEAR]
    return Findings(readings=taken)


@pytest.mark.parametrize("name", ["a-1", "a-2", "a-3"])
def test_a_busy_machine_gives_no_verdict(tmp_path: Path, name: str) -> None:
    found = put(tmp_path, name, given=busy())
    assert (found.ruling, found.status) == (Ruling.INCONCLUSIVE, Status.OK)
    assert found.foreign_cpu == pytest.approx(1.3)
    assert found.outcome is not None


def test_what_would_not_be_ruled_upon_is_not_for_being_busy_either(tmp_path: Path) -> None:
    assert put(tmp_path, "a-4", given=busy()).ruling is Ruling.NOT_COMPARABLE


def test_a_stand_in_is_measured_and_not_ruled_upon(tmp_path: Path) -> None:
    found = put(tmp_path, "a-1", given=Findings(readings=CLEAR, stand_in=True))
    assert (found.ruling, found.stand_in) == (Ruling.NOT_COMPARABLE, True)
    assert found.outcome is not None
    assert found.outcome.point == pytest.approx(2)


def test_further_variants_are_told_beside_the_outcome(tmp_path: Path) -> None:
    third = [
        r.model_copy(update={"variant": "third", "value": 0.4})
        for r in CLEAR
        if r.variant == "slow"
    ]
    found = put(tmp_path, "a-1", further="torch", given=Findings(readings=[*CLEAR, *third]))
    assert found.ruling is Ruling.HOLDS
    assert found.beside["third"].point == pytest.approx(0.5)
    assert found.versions["third"] == "1.0"


def test_a_further_variant_that_lacks_its_environment_is_left_out(tmp_path: Path) -> None:
    found = put(tmp_path, "a-1", further="mindspore", present=frozenset({"torch", "jax"}))
    assert found.ruling is Ruling.HOLDS
    assert "mindspore" in found.left_out["third"]
    assert "third" not in found.versions


def test_a_further_variant_that_fails_says_why(tmp_path: Path) -> None:
    lost = Trouble(status=Status.FAILED, message="it answers otherwise")
    given = Findings(readings=CLEAR, lost={"third": lost})
    found = put(tmp_path, "a-1", further="torch", given=given)
    assert (found.ruling, found.message) == (Ruling.HOLDS, "")
    assert found.left_out == {"third": "it answers otherwise"}


def test_without_the_environment_nothing_is_run_and_it_is_said_which_lacks(tmp_path: Path) -> None:
    wiring = trial_wiring(tmp_path, present=frozenset({"torch"}))
    found = verify(wiring, "a-1", budget_s=1, seed=0, provision=False)
    assert (found.ruling, found.status) == (Ruling.NOT_COMPARABLE, Status.UNAVAILABLE)
    assert "jax" in found.message
    assert "torch" not in found.message
    assert wiring.ran == []


def test_an_environment_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    wiring = trial_wiring(tmp_path, present=frozenset())
    events: list[Progress] = []
    found = verify(wiring, "a-1", budget_s=1, seed=0, provision=True, progress=events.append)
    assert found.status is Status.UNAVAILABLE
    assert any("no interpreter for torch" in event.message for event in events)
    assert any("no interpreter for jax" in event.message for event in events)


def test_what_could_not_be_run_says_why(tmp_path: Path) -> None:
    found = put(tmp_path, "a-1", given=crashed())
    assert (found.ruling, found.status) == (Ruling.NOT_COMPARABLE, Status.CRASHED)
    assert found.message == "killed by SIGSEGV"
    assert found.outcome is None


def test_what_was_read_before_a_crash_counts(tmp_path: Path) -> None:
    trouble = crashed().trouble
    partly = Findings(readings=readings(0.2, 0.1), trouble=trouble, notes=("slow clock",))
    found = put(tmp_path, "a-1", given=partly)
    assert (found.ruling, found.status) == (Ruling.HOLDS, Status.OK)
    assert found.message == "killed by SIGSEGV"
    assert found.notes == ("slow clock",)


def test_a_run_that_was_stopped_at_once_is_skipped(tmp_path: Path) -> None:
    found = put(tmp_path, "a-1", given=Findings())
    assert (found.ruling, found.status) == (Ruling.NOT_COMPARABLE, Status.SKIPPED)


def test_a_claim_that_no_recipe_tests_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="no recipe tests a-6") as error:
        put(tmp_path, "a-6")
    assert "claims list --recipe" in (error.value.hint or "")


def test_an_unknown_claim_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="unknown claim 'a-11'") as error:
        put(tmp_path, "a-11")
    assert "a-1" in (error.value.hint or "")
