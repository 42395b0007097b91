"""The weights of a decision: as stated, normalised, and refused where they make no sense.

Pure. Raises KnownError for weights that cannot be used.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping

from knowledge.errors import KnownError
from knowledge.schema.scenario import Scenario


def stated_weights(scenario: Scenario, weights: Mapping[str, float]) -> dict[str, float]:
    """The scenario's weights with `weights` put in their place, normalised to sum 1.

    Args:
        scenario: gives the criteria and the weights that are not overridden.
        weights: criterion -> weight on the scenario's scale; empty to take all as they stand.

    Raises:
        KnownError: a weight is negative or not a number, its criterion is not in the scenario,
            all weights are zero, or the scenario prefers by one criterion twice.
    """
    own = {preference.criterion: preference.weight for preference in scenario.preferences}
    _refuse_twice(scenario)
    for criterion, weight in weights.items():
        if criterion not in own:
            raise KnownError(
                f"scenario {scenario.id} does not weigh by {criterion!r}",
                hint=f"it weighs by {', '.join(own)}",
            )
        if not math.isfinite(weight) or weight < 0:
            raise KnownError(
                f"the weight of {criterion} must be zero or more, not {weight:g}",
                hint="a criterion that should count against a stack has its anchors the other way",
            )
    merged = own | dict(weights)
    total = math.fsum(merged.values())
    if total == 0:
        raise KnownError(
            "all weights are zero, so nothing is preferred",
            hint="give at least one criterion a weight above zero",
        )
    return {criterion: weight / total for criterion, weight in merged.items()}


def _refuse_twice(scenario: Scenario) -> None:
    counts = Counter(preference.criterion for preference in scenario.preferences)
    twice = [criterion for criterion, count in counts.items() if count > 1]
    if twice:
        raise KnownError(
            f"scenario {scenario.id} weighs by {twice[0]} twice",
            hint="a criterion is one row of the decision: keep one and add the weights",
        )
