from __future__ import annotations

import numpy as np

from knowledge.schema.decision import DecisionMatrix
from scoring.frameworks import best_by_framework
from scoring.rank import rank
from scoring.simulate import simulate
from tests.scoring import build

CATALOG = build.catalog(*(build.framework(name) for name in ("alpha", "beta", "gamma")))


def ranked(matrix: DecisionMatrix) -> tuple[object, ...]:
    return rank(matrix, simulate(matrix, 100, rng=np.random.default_rng(1), certainty=30.0))


def test_a_framework_stands_for_its_best_feasible_stack() -> None:
    matrix = build.matrix({"alpha": [0.2], "beta": [0.6]})
    other = build.alternative("alpha").model_copy(update={"id": "alpha>gamma/cpu"})
    out = build.alternative("gamma")
    belief = matrix.beliefs[1].model_copy(update={"alternative": other.id})
    matrix = matrix.model_copy(
        update={
            "alternatives": (*matrix.alternatives, other),
            "beliefs": (*matrix.beliefs, belief),
        }
    )
    found = best_by_framework(CATALOG, [out, *matrix.alternatives], ranked(matrix))  # type: ignore[arg-type]
    assert [(row.framework, row.title, row.best) for row in found] == [
        ("alpha", "Alpha", "alpha>gamma/cpu"),
        ("beta", "Beta", "beta"),
        ("gamma", "Gamma", None),
    ]


def test_nothing_feasible_leaves_every_framework_without_a_best() -> None:
    alternatives = [build.alternative("beta"), build.alternative("alpha")]
    found = best_by_framework(CATALOG, alternatives, ())
    assert [(row.framework, row.best) for row in found] == [("alpha", None), ("beta", None)]
