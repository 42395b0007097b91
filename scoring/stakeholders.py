"""Several people's weights: the group's, each one's ranking, and where and why they disagree.

Pure. Each one's ranking is by the same expected values of the cells; only the weights differ.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from knowledge.errors import KnownError
from knowledge.schema.decision import DecisionMatrix
from knowledge.schema.stakes import Disagreement, Stakeholder, Stakeholders, Stated
from scoring.simulate import simulate
from scoring.tally import MANY

Array = NDArray[np.float64]

LEAST = 1.0
"""Concentration that the group's weights have at least, however far people are apart."""
SAME = 1e-12
"""Expected values and weights that differ by less are the same."""


def group_weights(people: Sequence[Stated]) -> dict[str, float]:
    """The mean of everyone's weights, each counting alike; all name the same criteria.

    Raises:
        KnownError: two people have one name.
    """
    names = [one.who for one in people]
    for name in names:
        if names.count(name) > 1:
            raise KnownError(
                f"two of the weights files are {name}'s", hint="tell them apart with --who"
            )
    return {
        criterion: math.fsum(one.weights[criterion] for one in people) / len(people)
        for criterion in people[0].weights
    }


def concentration(people: Sequence[Stated]) -> float:
    """Of the Dirichlet distribution around the group's weights with the variance they have.

    That variance is what each person leaves open (by the stated certainty), on average, and what
    people differ by (sample variance). As ``sum w (1 - w) / (c + 1)`` is the sum of the variances
    of a Dirichlet distribution, one person's is just what the certainty says.
    """
    weights = np.array([[one.weights[c] for c in people[0].weights] for one in people])
    mean = weights.mean(axis=0)
    own = np.array([one.certainty.concentration for one in people])
    within = float(((weights * (1 - weights)).sum(axis=1) / (own + 1)).mean())
    between = float(weights.var(axis=0, ddof=1).sum()) if len(people) > 1 else 0.0
    total = within + between
    if total <= 0:  # all weight on one criterion, by everyone
        return float(own.mean())
    return max(LEAST, float((mean * (1 - mean)).sum()) / total - 1)


def stakeholders(
    people: Sequence[Stated],
    matrix: DecisionMatrix,
    values: Array,
    shares: Mapping[str, Array] = MappingProxyType({}),
) -> Stakeholders:
    """Everyone's ranking and every two people's disagreement.

    Of more than `MANY` alternatives people are held against each other over those that are best on
    the mean of their weights.

    Args:
        people: one or more, with weights of the criteria of `matrix`.
        matrix: gives the order of alternatives and criteria.
        values: expected values of its cells, shape (m, k).
        shares: who -> rank acceptabilities by their weights alone, see `acceptabilities`.
    """
    criteria = [view.id for view in matrix.criteria]
    names = [alternative.id for alternative in matrix.alternatives]
    weights = {one.who: np.array([one.weights[c] for c in criteria]) for one in people}
    group = values @ np.mean(list(weights.values()), axis=0)
    top = sorted(_order(group, names)[:MANY])
    found = [
        _disagreement(pair, weights, values[top], criteria, [names[row] for row in top])
        for pair in combinations([one.who for one in people], 2)
    ]
    return Stakeholders(
        people=tuple(
            _person(one, values @ weights[one.who], names, shares.get(one.who)) for one in people
        ),
        concentration=concentration(people),
        disagreements=tuple(sorted(found, key=lambda one: one.tau)),
    )


def acceptabilities(
    people: Sequence[Stated], matrix: DecisionMatrix, draws: int, seed: int
) -> dict[str, Array]:
    """Who -> share of draws at each rank by their own weights and certainty, shape (m, ranks).

    The beliefs' draws are those that the group's ranking has of the same seed. Of one person alone
    nothing: the group's are theirs.
    """
    if len(people) < 2:
        return {}
    found = {}
    for one in people:
        own = tuple(
            view.model_copy(update={"weight": one.weights[view.id]}) for view in matrix.criteria
        )
        found[one.who] = simulate(
            matrix.model_copy(update={"criteria": own}),
            draws,
            rng=np.random.default_rng(seed),
            certainty=one.certainty.concentration,
        ).acceptability
    return found


def _person(
    one: Stated, expected: Array, names: Sequence[str], shares: Array | None
) -> Stakeholder:
    return Stakeholder(
        who=one.who,
        method=one.method,
        certainty=one.certainty,
        weights=dict(one.weights),
        ranking=tuple(names[row] for row in _order(expected, names)),
        expected=dict(zip(names, map(float, expected), strict=True)),
        rank_acceptability={}
        if shares is None
        else dict(zip(names, map(tuple, shares.tolist()), strict=True)),
    )


def _order(expected: Array, names: Sequence[str]) -> list[int]:
    return sorted(range(len(names)), key=lambda row: (-expected[row], names[row]))


def kendall(one: Array, other: Array) -> float:
    """Kendall's tau-b of two scorings (M. G. Kendall, Biometrika 33(3), 1945, 239-251).

    1 where neither of them tells anything apart.

    >>> kendall(np.array([3.0, 2.0, 1.0]), np.array([3.0, 1.0, 2.0])).__round__(4)
    0.3333
    """
    first, second = _signs(one), _signs(other)
    scale = math.sqrt(float((first**2).sum()) * float((second**2).sum()))
    if scale == 0:
        return 1.0
    return float((first * second).sum()) / scale


def _signs(scores: Array) -> Array:
    """Who is above whom, 1, 0 or -1 for each pair (i, j) with i < j."""
    gaps = scores[:, None] - scores[None, :]
    signs = np.where(np.abs(gaps) <= SAME, 0.0, np.sign(gaps))
    return np.asarray(signs[np.triu_indices(len(scores), 1)])


def exchanged(weights: Array, column: int, weight: float, others: Array) -> Array:
    """`weights` with `weight` in place of one, the others keeping their proportions.

    Where the others have no weight to keep the proportions of, they take those of `others`.
    """
    rest = np.delete(weights, column)
    if rest.sum() <= SAME:
        rest = np.delete(others, column)
    if rest.sum() <= SAME:
        return weights
    found = np.insert(rest * ((1.0 - weight) / rest.sum()), column, weight)
    return np.asarray(found)


def _disagreement(
    pair: tuple[str, str],
    weights: dict[str, Array],
    values: Array,
    criteria: Sequence[str],
    names: Sequence[str],
) -> Disagreement:
    """How far two rankings are apart, and the exchange of one weight that reorders them most."""
    one, other = weights[pair[0]], weights[pair[1]]
    before = _signs(values @ one), _signs(values @ other)
    best: tuple[int, float, int, Array, Array] | None = None
    for column in range(len(criteria)):
        gap = abs(float(one[column] - other[column]))
        if gap <= SAME:
            continue
        mine = values @ exchanged(one, column, float(other[column]), other)
        theirs = values @ exchanged(other, column, float(one[column]), one)
        moved = sum(
            int((_signs(after) != was).sum())
            for after, was in zip((mine, theirs), before, strict=True)
        )
        if moved and (best is None or (moved, gap) > best[:2]):
            best = moved, gap, column, mine, theirs
    tau = kendall(values @ one, values @ other)
    if best is None:
        return Disagreement(one=pair[0], other=pair[1], tau=tau, criterion=None)
    moved, _, column, mine, theirs = best
    return Disagreement(
        one=pair[0],
        other=pair[1],
        tau=tau,
        criterion=criteria[column],
        reordered=moved,
        one_first=names[_order(mine, names)[0]],
        other_first=names[_order(theirs, names)[0]],
    )
