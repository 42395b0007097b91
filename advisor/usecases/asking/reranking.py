"""What if the weights were others: an answer ranked again, as `recommend --replay` would rank it.

The beliefs stay; the draws are those of the answer, so the same weights give the same ranking.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from knowledge.schema.base import Noun
from knowledge.schema.decision import RankedAlternative, Recommendation

if TYPE_CHECKING:
    from knowledge.schema.decision import DecisionMatrix
    from knowledge.schema.scenario import Scenario
    from scoring.simulate import Simulation


class Moved(Noun):
    """A stack in the new ranking, and the place it had."""

    ranked: RankedAlternative
    place: int
    was: int


class Reranked(Noun):
    """An answer under other weights."""

    shares: dict[str, float]
    """Criterion -> weight as a share of 1."""
    ranking: tuple[Moved, ...]


def shares(scenario: Scenario, weights: Mapping[str, float]) -> dict[str, float]:
    """Weights as shares of 1, the scenario's own where none is given.

    Raises:
        KnownError: they are all zero, or one is not a number from zero up.
    """
    from scoring.weights import stated_weights

    return stated_weights(scenario, weights)


def rerank(answer: Recommendation, scenario: Scenario, weights: Mapping[str, float]) -> Reranked:
    """The stacks of `answer` by other weights.

    Args:
        answer: its beliefs, seed and number of draws are taken.
        scenario: the weights that are not given, and how sure weights are.
        weights: criterion -> weight on the scenario's scale.

    Raises:
        KnownError: weights that say nothing.
    """
    matrix, simulation = _again(answer, scenario, weights)
    before = {ranked.id: place for place, ranked in enumerate(answer.ranking, start=1)}
    from scoring.rank import rank

    ranking = rank(matrix, simulation)
    return Reranked(
        shares={view.id: view.weight for view in matrix.criteria},
        ranking=tuple(
            Moved(ranked=ranked, place=place, was=before[ranked.id])
            for place, ranked in enumerate(ranking, start=1)
        ),
    )


def retried(
    answer: Recommendation, scenario: Scenario, weights: Mapping[str, float]
) -> Recommendation:
    """`answer` as it would be by other weights, with what would then change its first place.

    Only what follows from the weights is made anew: the ranking, the matrix and the robustness.

    Raises:
        KnownError: weights that say nothing.
    """
    from scoring.rank import rank
    from scoring.robustness.all import robustness

    matrix, simulation = _again(answer, scenario, weights)
    made = {
        "matrix": matrix,
        "ranking": rank(matrix, simulation),
        "robustness": robustness(matrix, simulation),
    }
    return answer.model_copy(update=made)


def _again(
    answer: Recommendation, scenario: Scenario, weights: Mapping[str, float]
) -> tuple[DecisionMatrix, Simulation]:
    """The answer's beliefs drawn as they were drawn, by other weights."""
    import numpy as np

    from scoring.simulate import simulate

    wanted = shares(scenario, weights)
    views = tuple(
        view.model_copy(update={"weight": wanted[view.id]}) for view in answer.matrix.criteria
    )
    matrix = answer.matrix.model_copy(update={"criteria": views})
    simulation = simulate(
        matrix,
        draws=answer.draws,
        rng=np.random.default_rng(answer.seed),
        certainty=scenario.weight_certainty,
    )
    return matrix, simulation
