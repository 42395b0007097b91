from __future__ import annotations

import math

import pytest

from knowledge.schema.decision import Basis
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Status
from scoring.assess import assess
from scoring.enumerate import stacks
from tests.scoring import build

FRAMEWORK = build.framework("alpha").model_copy(update={"package": "pkg:pypi/alpha@2.4.1"})
SCENARIO = build.scenario(build.prefer("latency"), build.prefer("memory"))


def beliefs(here=(), nearby=()):
    catalog = build.catalog(FRAMEWORK)
    matrix = assess(
        catalog, SCENARIO, {}, stacks(catalog, SCENARIO, "x"), here, build.TODAY, nearby
    )
    return {belief.criterion: belief for belief in matrix.beliefs}


def width(belief) -> float:
    return math.log(belief.estimate.high / belief.estimate.low)


def measured(version: str = "2.4.1", **more):
    return build.measurement("alpha/eager", version=version, **more)


@pytest.mark.parametrize("criterion", ["latency", "memory"])
def test_an_older_minor_version_says_less_and_a_patch_as_much(criterion: str) -> None:
    present, patch, older = (
        width(beliefs([measured(version)])[criterion]) for version in ("2.4.1", "2.4.0", "2.1.0")
    )
    assert present == patch < older


def test_another_machine_of_the_class_counts_for_less_and_is_not_called_measured_here() -> None:
    here, far = beliefs([measured()]), beliefs((), [measured()])
    assert far["latency"].estimate.point == here["latency"].estimate.point
    assert width(far["latency"]) > width(here["latency"])
    assert width(far["memory"]) == width(here["memory"])
    assert far["latency"].basis is Basis.DOCUMENTED
    assert far["latency"].grade is Grade.MEASURED_ELSEWHERE


@pytest.mark.parametrize("status", [Status.SKIPPED, Status.UNAVAILABLE])
def test_it_counts_where_there_is_no_result_here(status: Status) -> None:
    untried = measured(status=status, id="untried")
    assert beliefs([untried], [measured()])["latency"].basis is Basis.DOCUMENTED
    failed = measured(status=Status.FAILED, id="failed")
    assert beliefs([failed], [measured()])["latency"].basis is Basis.UNKNOWN
    own = measured(latency=0.05, id="own")
    assert beliefs([own], [measured()])["latency"].estimate.point == pytest.approx(50)
