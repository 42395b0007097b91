"""What other libraries make of a problem; run by the interpreter that has them.

Reads a list of [task, problem] as JSON from stdin, writes the list of answers to stdout.
Imports nothing of ours.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import numpy as np

Problem = dict[str, Any]


def same(x: np.ndarray, cost: bool = False) -> np.ndarray:
    """No normalisation: the amounts are values already."""
    return x


def mcda(problem: Problem) -> dict[str, Any]:
    """pymcdm: TOPSIS, VIKOR, PROMETHEE II and SPOTIS."""
    from pymcdm import normalizations
    from pymcdm.methods import PROMETHEE_II, SPOTIS, TOPSIS, VIKOR

    matrix, weights = np.array(problem["amounts"]), np.array(problem["weights"])
    types = np.where(problem["benefit"], 1, -1)
    count = matrix.shape[1]
    shapes = {"usual": {}, "ushape": "q", "vshape": "p", "level": "pq", "vshape_2": "pq"}
    flows = {
        name: PROMETHEE_II(name, **{key: [problem[key]] * count for key in keys})(
            matrix, weights, types
        ).tolist()
        for name, keys in shapes.items()
    }
    return {
        "topsis-min-max": TOPSIS()(matrix, weights, types).tolist(),
        "topsis-vector": TOPSIS(plain_vector)(matrix, weights, types).tolist(),
        "topsis-turned": TOPSIS(normalizations.vector_normalization)(
            matrix, weights, types
        ).tolist(),
        "vikor": VIKOR(v=0.5)(matrix, weights, types).tolist(),
        "promethee": flows,
        "spotis": SPOTIS(np.array(problem["bounds"]))(matrix, weights, types).tolist(),
    }


def plain_vector(x: np.ndarray, cost: bool = False) -> np.ndarray:
    """Division by the norm, costs turned around by their sign, so that the ideal is the least."""
    scaled = x / np.sqrt((x**2).sum())
    return -scaled if cost else scaled


def skc(problem: Problem) -> dict[str, Any]:
    """scikit-criteria: TOPSIS on vector-scaled amounts, VIKOR, SPOTIS."""
    import skcriteria
    from skcriteria.agg.spotis import SPOTIS
    from skcriteria.agg.topsis import TOPSIS
    from skcriteria.agg.vikor import VIKOR
    from skcriteria.preprocessing.scalers import VectorScaler

    objectives = [max if more else min for more in problem["benefit"]]
    table = skcriteria.mkdm(problem["amounts"], objectives, weights=problem["weights"])
    vikor = VIKOR(v=0.5).evaluate(table).e_
    scaled = VectorScaler(target="matrix").transform(table)
    spotis = SPOTIS().evaluate(table, bounds=np.array(problem["bounds"])).e_
    answer = {
        "vikor": {name: np.asarray(vikor[f"{name}_k"]).tolist() for name in "srq"},
        "compromise": sorted(np.asarray(vikor["compromise_set"]).tolist()),
        "spotis": np.asarray(spotis["score"]).tolist(),
    }
    if all(problem["benefit"]):  # its TOPSIS takes no costs
        found = TOPSIS().evaluate(scaled).e_
        answer["topsis-vector"] = np.asarray(found["similarity"]).tolist()
    return answer


def ahp(problem: Problem) -> dict[str, Any]:
    """AHPy (with missing judgements) and, for full ones, pymcdm."""
    import ahpy
    from pymcdm.weights.subjective import AHP

    judged = {(a, b): ratio for a, b, ratio in problem["judgements"]}
    found = ahpy.Compare("goal", judged, precision=8, random_index="saaty")
    names = problem["criteria"]
    answer = {
        "ahpy": [float(found.local_weights[name]) for name in names],
        "ahpy-ratio": float(found.consistency_ratio),
    }
    if len(judged) == len(names) * (len(names) - 1) // 2:
        matrix = np.eye(len(names))
        for (a, b), ratio in judged.items():
            i, j = names.index(a), names.index(b)
            matrix[i, j], matrix[j, i] = ratio, 1 / ratio
        answer["pymcdm"] = np.asarray(AHP(matrix=matrix)()).tolist()
    return answer


def centroid(problem: Problem) -> dict[str, Any]:
    """pysensmcda: its centroid weights of ranks, up to their scale."""
    from pysensmcda.smaa.metaweights import metaweights

    return {"weights": np.asarray(metaweights(problem["count"], "centroid")).tolist()}


def smaa(problem: Problem) -> dict[str, Any]:
    """pysensmcda: SMAA-2 of a weighted sum of certain values, exactly and by its own draws."""
    from pymcdm.methods import WSM
    from pysensmcda.smaa import exact_acceptability, smaa2

    values = np.array(problem["values"])
    types = np.ones(values.shape[1])
    exact = exact_acceptability(values, types, scaling="none")
    drawn = smaa2(WSM(same), values, types, num_samples=problem["draws"], seed=1)
    return {
        "exact": exact.acceptability.tolist(),
        "acceptability": drawn.rank_acceptability.tolist(),
        "central": np.nan_to_num(exact.central_weights, nan=-1.0).tolist(),
    }


def sampled(problem: Problem) -> tuple[np.ndarray, np.ndarray]:
    """Draws of values, shape (draws, m, k), and of weights, shape (draws, k)."""
    rng = np.random.default_rng(1)
    means, spreads = np.array(problem["means"]), np.array(problem["spreads"])
    draws = problem["draws"]
    values = means + spreads * rng.standard_normal((draws, *means.shape))
    weights = rng.dirichlet(problem["certainty"] * np.array(problem["weights"]), draws)
    return values.clip(0.0, 1.0), weights


def simulate_pysensmcda(problem: Problem) -> dict[str, Any]:
    """SMAA-2 with uncertain values and weights; the drawing counts, as it does with us."""
    from pymcdm.methods import WSM
    from pysensmcda.smaa import smaa2

    clock = time.process_time()
    values, weights = sampled(problem)
    types = np.ones(values.shape[2])
    found = smaa2(
        WSM(same),
        values.mean(axis=0),
        types,
        weights=weights,
        num_samples=len(weights),
        matrix_samples=values,
        seed=1,
    )
    return {"seconds": time.process_time() - clock, "first": found.acceptability.tolist()}


def simulate_pymcdm(problem: Problem) -> dict[str, Any]:
    """pymcdm has no simulation: its weighted sum, draw by draw."""
    from pymcdm.methods import WSM

    clock = time.process_time()
    values, weights = sampled(problem)
    method, types = WSM(same), np.ones(values.shape[2])
    first = np.zeros(values.shape[1])
    for matrix, weight in zip(values, weights):  # noqa: B905 - as many of one as of the other
        first[int(np.argmax(method(matrix, weight, types)))] += 1
    return {"seconds": time.process_time() - clock, "first": (first / len(values)).tolist()}


def simulate_skc(problem: Problem) -> dict[str, Any]:
    """scikit-criteria has none either: its weighted sum, draw by draw."""
    import skcriteria
    from skcriteria.agg.simple import WeightedSumModel

    clock = time.process_time()
    values, weights = sampled(problem)
    method, objectives = WeightedSumModel(), [max] * values.shape[2]
    first = np.zeros(values.shape[1])
    for matrix, weight in zip(values, weights):  # noqa: B905 - as many of one as of the other
        table = skcriteria.mkdm(matrix, objectives, weights=weight)
        first[int(np.argmin(method.evaluate(table).rank_))] += 1
    return {"seconds": time.process_time() - clock, "first": (first / len(values)).tolist()}


TASKS = {
    "mcda": mcda,
    "skc": skc,
    "ahp": ahp,
    "centroid": centroid,
    "smaa": smaa,
    "simulate-pysensmcda": simulate_pysensmcda,
    "simulate-pymcdm": simulate_pymcdm,
    "simulate-skc": simulate_skc,
}

if __name__ == "__main__":
    json.dump([TASKS[task](problem) for task, problem in json.load(sys.stdin)], sys.stdout)
