"""Our numbers against those of pymcdm, pysensmcda, AHPy and scikit-criteria, on random problems."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from knowledge.schema.decision import Latent
from scoring.crosscheck.promethee import Preference, promethee
from scoring.crosscheck.spotis import spotis
from scoring.crosscheck.topsis import topsis
from scoring.crosscheck.vikor import vikor
from scoring.elicitation.pairwise import RANDOM_INDEX, pairwise
from scoring.elicitation.ranks import centroid
from scoring.simulate import simulate
from tests.peers.environments import ask
from tests.scoring import build

pytestmark = [pytest.mark.frameworks, pytest.mark.extended]

SEEDS, MISSING, COUNTS = range(4), (0, 2), (2, 5, 9)
PROBLEMS = 200
PARTS = [range(start, start + 50) for start in range(0, PROBLEMS, 50)]
COSTS = (False, True)
AHPY_INDEX = {4: 0.89, 5: 1.11, 6: 1.25}
Q, P = 0.8, 3.0
PREFERENCES = {
    "usual": Preference(),
    "ushape": Preference("u-shape", q=Q),
    "vshape": Preference("v-shape", p=P),
    "level": Preference("level", q=Q, p=P),
    "vshape_2": Preference("linear", q=Q, p=P),
}


def problem(seed: int, *, costs: bool) -> dict[str, Any]:
    """Amounts from 1 to 9 of 3 to 9 alternatives by 2 to 6 criteria.

    Half of the problems have whole amounts, so that many tie; every third has a criterion without
    weight, every fourth an alternative twice.
    """
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(3, 10)), int(rng.integers(2, 7))
    amounts = rng.uniform(1, 9, shape)
    if seed % 2:
        amounts = amounts.round()
    if seed % 4 == 0:
        amounts[1] = amounts[0]
    # The peers divide by the range: a criterion by which all are alike is none to them.
    amounts[-1, np.ptp(amounts, axis=0) == 0] += 1
    weights = rng.dirichlet(np.ones(shape[1]))
    if seed % 3 == 0:
        weights[seed % shape[1]] = 0.0
        weights /= weights.sum()
    return {
        "amounts": amounts.tolist(),
        "weights": weights.tolist(),
        "benefit": [not costs or bool(rng.random() < 0.5) for _ in range(shape[1])],
        "bounds": [[0.0, 11.0]] * shape[1],
        "q": Q,
        "p": P,
    }


Answers = Callable[[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def answers() -> Answers:
    """What the peers say to everything that is asked here; each environment is started once."""
    asked = {
        "mcda": [
            *(("mcda", problem(seed, costs=True)) for seed in range(PROBLEMS)),
            *(("ahp", judged(seed, missing)) for seed in SEEDS for missing in MISSING),
            *(("centroid", {"count": count}) for count in COUNTS),
            *(("smaa", certain(seed)) for seed in SEEDS),
            ("simulate-pysensmcda", uncertain(40_000)),
            ("simulate-pymcdm", uncertain(20_000)),
        ],
        "skc": [
            *(("skc", problem(seed, costs=costs)) for seed in range(PROBLEMS) for costs in COSTS),
            ("simulate-skc", uncertain(1_500)),
        ],
    }
    known = {
        (task, json.dumps(about)): answer
        for name, requests in asked.items()
        for (task, about), answer in zip(requests, ask(name, *requests), strict=True)
    }
    return lambda task, about: known[task, json.dumps(about)]


def judged(seed: int, missing: int) -> dict[str, Any]:
    """Judgements of 4 to 6 criteria on Saaty's scale, some of them missing."""
    rng = np.random.default_rng(seed)
    names = list("abcdef")[: int(rng.integers(4, 7))]
    scale = [1 / ratio for ratio in range(2, 10)] + list(range(1, 10))
    said = [[a, b, float(rng.choice(scale))] for a, b in combinations(names, 2)]
    return {"criteria": names, "judgements": said[: len(said) - missing]}


def certain(seed: int) -> dict[str, Any]:
    return {"values": np.random.default_rng(seed).uniform(0, 1, (5, 3)).tolist(), "draws": 50_000}


def uncertain(draws: int) -> dict[str, Any]:
    rng = np.random.default_rng(3)
    means, spreads = rng.uniform(0.3, 0.7, (6, 4)), rng.uniform(0.05, 0.3, (6, 4))
    return {
        "means": means.tolist(),
        "spreads": spreads.tolist(),
        "weights": rng.dirichlet(np.ones(4)).tolist(),
        "certainty": 20.0,
        "draws": draws,
    }


def arrays(asked: dict[str, Any]) -> tuple[np.ndarray, np.ndarray, list[bool], np.ndarray]:
    return (
        np.array(asked["amounts"]),
        np.array(asked["weights"]),
        asked["benefit"],
        np.array(asked["bounds"]),
    )


@pytest.mark.parametrize("seeds", PARTS, ids=str)
def test_cross_checks_are_those_of_pymcdm(seeds: range, answers: Answers) -> None:
    for seed in seeds:
        asked = problem(seed, costs=True)
        found = answers("mcda", asked)
        amounts, weights, benefit, bounds = arrays(asked)
        ours = {
            "topsis-min-max": topsis(amounts, weights, benefit, "min-max"),
            "topsis-vector": topsis(amounts, weights, benefit, "vector"),
            "vikor": vikor(amounts, weights, benefit).q,
            "spotis": spotis(amounts, weights, benefit, bounds),
        }
        for name, values in ours.items():
            assert values == pytest.approx(found[name], abs=1e-9), (seed, name)
        for name, preference in PREFERENCES.items():
            net = promethee(amounts, weights, benefit, [preference] * len(weights)).net
            assert net == pytest.approx(found["promethee"][name], abs=1e-12), (seed, name)


@pytest.mark.parametrize("seeds", PARTS, ids=str)
@pytest.mark.parametrize("costs", COSTS)
def test_cross_checks_are_those_of_scikit_criteria(
    seeds: range, costs: bool, answers: Answers
) -> None:
    for seed in seeds:
        asked = problem(seed, costs=costs)
        found = answers("skc", asked)
        amounts, weights, benefit, bounds = arrays(asked)
        ours = vikor(amounts, weights, benefit)
        for name in "srq":
            assert getattr(ours, name) == pytest.approx(found["vikor"][name]), (seed, name)
        assert sorted(ours.compromise()) == found["compromise"], seed
        assert spotis(amounts, weights, benefit, bounds) == pytest.approx(found["spotis"]), seed
        if not costs:
            near = topsis(amounts, weights, benefit, "vector")
            assert near == pytest.approx(found["topsis-vector"]), seed


@pytest.mark.parametrize("missing", MISSING)
@pytest.mark.parametrize("seed", SEEDS)
def test_pairwise_weights_are_those_of_ahpy(seed: int, missing: int, answers: Answers) -> None:
    asked = judged(seed, missing)
    found = answers("ahp", asked)
    said = {(a, b): ratio for a, b, ratio in asked["judgements"]}
    ours = pairwise(asked["criteria"], said)
    weights = list(ours.weights.values())
    # AHPy divides by a later table of Saaty's; the index itself is the same.
    count = len(weights)
    index = ours.consistency_ratio * RANDOM_INDEX[count - 1]
    theirs = found["ahpy-ratio"] * AHPY_INDEX[count]
    if missing:
        # It fills in what is missing one by one and stops early: ours contradicts no more than its.
        assert weights == pytest.approx(found["ahpy"], abs=0.01)
        assert theirs - 1e-2 <= index <= theirs + 1e-6
        return
    assert weights == pytest.approx(found["ahpy"], abs=2e-4)
    assert index == pytest.approx(theirs, rel=2e-3)
    assert weights == pytest.approx(found["pymcdm"], abs=1e-9)


@pytest.mark.parametrize("count", COUNTS)
def test_rank_order_centroids_are_those_of_pysensmcda(count: int, answers: Answers) -> None:
    found = np.array(answers("centroid", {"count": count})["weights"])
    assert centroid(count) == pytest.approx(found / found.sum())


@pytest.mark.parametrize("seed", SEEDS)
def test_acceptabilities_of_certain_values_are_the_exact_ones(seed: int, answers: Answers) -> None:
    """pysensmcda computes volumes of polytopes of weights; ours are shares of draws."""
    asked, draws = certain(seed), 200_000
    found = answers("smaa", asked)
    matrix = build.matrix({f"a{row}": cells for row, cells in enumerate(asked["values"])})
    ours = simulate(matrix, draws, rng=np.random.default_rng(9), certainty=3.0)
    exact = np.array(found["exact"])
    error = 5 * np.sqrt(exact * (1 - exact) / draws) + 1e-9
    assert (np.abs(ours.acceptability[:, 0] - exact) <= error).all()
    np.testing.assert_allclose(ours.acceptability, found["acceptability"], atol=0.012)
    often = exact > 0.02
    central = np.array(found["central"])
    np.testing.assert_allclose(ours.central[often], central[often], atol=0.01)


@pytest.mark.parametrize(("task", "draws"), [
    ("simulate-pysensmcda", 40_000),
    ("simulate-pymcdm", 20_000),
    ("simulate-skc", 1_500),
])  # fmt: skip
def test_acceptabilities_of_uncertain_values_agree(task: str, draws: int, answers: Answers) -> None:
    asked = uncertain(draws)
    found = answers(task, asked)
    rows = {
        f"a{i}": [
            Latent(id=f"{i}:{j}", family="normal", a=mean, b=sd, low=0, high=1)
            for j, (mean, sd) in enumerate(zip(means, spreads, strict=True))
        ]
        for i, (means, spreads) in enumerate(zip(asked["means"], asked["spreads"], strict=True))
    }
    matrix = build.matrix(rows, asked["weights"])
    ours = simulate(matrix, 100_000, rng=np.random.default_rng(9), certainty=20.0)
    share = ours.acceptability[:, 0]
    error = 5 * np.sqrt(share * (1 - share) * (1 / draws + 1 / 100_000)) + 1e-3
    assert (np.abs(share - found["first"]) <= error).all()
