from __future__ import annotations

import pytest

from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.probing import Estimate
from scoring.assess import assess
from scoring.enumerate import stacks
from scoring.veto import vetoes
from tests.scoring import build


@pytest.mark.parametrize(
    ("latency", "verdict"),
    [
        (Estimate(low=0.041, point=0.050, high=0.061), "vetoed"),
        (Estimate(low=0.035, point=0.039, high=0.043), "perhaps"),
        (Estimate(low=0.010, point=0.012, high=0.014), "free"),
    ],
)
def test_only_an_amount_that_is_surely_worse_is_vetoed(latency: Estimate, verdict: str) -> None:
    scenario = build.scenario(build.prefer("latency").model_copy(update={"veto": 40.0}))
    catalog = build.catalog(build.framework("alpha"))
    tried = [build.measurement("alpha/eager", latency)]
    matrix = assess(catalog, scenario, {}, stacks(catalog, scenario, "x"), tried, build.TODAY)
    surely, perhaps = vetoes(matrix, scenario.preferences)
    assert (bool(surely), bool(perhaps)) == (verdict == "vetoed", verdict == "perhaps")
    for found in (*surely, *perhaps):
        assert found.requirement == "veto.latency"
        assert f"{latency.point * 1e3:.4g} ms" in found.reason.en
        assert found.evidence == ("measurement:m-alpha-eager-1-0",)


def test_what_is_not_known_is_not_vetoed() -> None:
    scenario = build.scenario(build.prefer("reach").model_copy(update={"veto": 50.0}))
    catalog = build.catalog(build.framework("alpha"))
    matrix = assess(catalog, scenario, {}, stacks(catalog, scenario, "x"), (), build.TODAY)
    surely, perhaps = vetoes(matrix, scenario.preferences)
    assert not surely
    assert len(perhaps) == 1


@pytest.mark.parametrize("limit", [0.5, 40.0, 1000.0])
def test_a_time_nobody_took_is_unverified_wherever_the_scale_ends(limit: float) -> None:
    """Found by thought: with a limit beside the best anchor, whatever nobody had timed was out."""
    scenario = build.scenario(build.prefer("latency").model_copy(update={"veto": limit}))
    catalog = build.catalog(build.framework("alpha"))
    matrix = assess(catalog, scenario, {}, stacks(catalog, scenario, "x"), (), build.TODAY)
    surely, (perhaps,) = vetoes(matrix, scenario.preferences)
    assert not surely
    assert "is not known" in perhaps.reason.en


def test_at_a_target_either_side_may_be_too_far() -> None:
    matrix = build.matrix({"near": [0.9], "low": [0.1], "high": [1.9]})
    target = Anchors(worst=0, best=1, shape=Shape.TARGET)
    views = tuple(v.model_copy(update={"anchors": target}) for v in matrix.criteria)
    matrix = matrix.model_copy(update={"criteria": views})
    preference = build.prefer("c0", anchors=target).model_copy(update={"veto": 0.5})
    surely, _ = vetoes(matrix, [preference])
    assert {found.alternative for found in surely} == {"low", "high"}
