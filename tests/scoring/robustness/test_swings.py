from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.decision import Latent
from scoring.robustness.all import robustness
from scoring.robustness.swings import swings
from scoring.simulate import simulate
from tests.scoring import build


def level(name: str, mean: float, sd: float) -> Latent:
    return Latent(id=name, family="normal", a=mean, b=sd, low=0.0, high=1.0)


def test_the_widest_number_swings_the_margin_most_and_shared_ones_not_at_all() -> None:
    shared = level("claim:both:x", 0.5, 0.2)
    matrix = build.matrix(
        {
            "one": (shared, level("claim:one:y", 0.6, 0.1), 0.9),
            "two": (shared, level("claim:two:y", 0.5, 0.02), 0.4),
        }
    )
    simulation = simulate(matrix, 4000, rng=np.random.default_rng(1), certainty=30)
    found = swings(matrix, simulation, 0, 1)
    assert [swing.latent for swing in found] == ["claim:one:y", "claim:two:y"]
    assert found[0].evidence == "claim:one:y"
    margin = float(simulation.expected[0] - simulation.expected[1])
    weight = matrix.criteria[1].weight
    assert found[0].at_low == pytest.approx(margin - weight * 1.96 * 0.1, abs=0.004)
    assert found[0].at_high == pytest.approx(margin + weight * 1.96 * 0.1, abs=0.004)


def test_what_is_unknown_swings_without_evidence() -> None:
    unknown = Latent(id="unknown:one:y", family="uniform", a=0.0, b=1.0, stream="unknown:one")
    matrix = build.matrix({"one": (unknown, 0.9), "two": (0.4, 0.8)})
    simulation = simulate(matrix, 4000, rng=np.random.default_rng(1), certainty=30)
    (found,) = swings(matrix, simulation, 0, 1)
    assert found.evidence is None
    assert found.latent == "unknown:one"
    assert found.at_low < 0 < found.at_high


def test_all_of_it_fits_together() -> None:
    matrix = build.matrix({"one": (0.9, 0.2), "two": (0.3, 0.8), "three": (0.2, 0.1)})
    simulation = simulate(matrix, 2000, rng=np.random.default_rng(1), certainty=1e6)
    found = robustness(matrix, simulation)
    assert found.dominated == {"three": ("one", "two")}
    assert found.regret["three"] > found.regret["one"] >= 0
    assert found.flip is not None
    assert {one.criterion for one in found.stability} == {view.id for view in matrix.criteria}
    assert robustness(build.matrix({"one": (0.9, 0.2)}), simulation).flip is None
