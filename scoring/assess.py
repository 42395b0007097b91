"""Assessment: evidence and measurements become a decision matrix of beliefs.

Pure: the day and everything that was read or measured are passed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from knowledge.schema.criterion import Criterion
from knowledge.schema.decision import (
    Alternative,
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
)
from knowledge.schema.probing import Measurement, Status
from knowledge.schema.scenario import Preference, Scenario
from scoring.bundles import signatures
from scoring.distance import Distances
from scoring.measured import measured_cell
from scoring.newest import Key, newest
from scoring.rubric import Rubric
from scoring.weights import stated_weights

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def assess(
    catalog: Catalog,
    scenario: Scenario,
    weights: Mapping[str, float],
    alternatives: Sequence[Alternative],
    measurements: Sequence[Measurement],
    today: date,
    nearby: Sequence[Measurement] = (),
) -> DecisionMatrix:
    """One belief per alternative and criterion, over latents that alternatives share.

    Args:
        catalog: claims, facts, grades, criteria.
        scenario: the criteria that count, their anchors and own weights.
        weights: criterion -> weight, in place of the scenario's; empty to take those.
        alternatives: the rows, in this order; may be none.
        measurements: what was measured on this machine; of several of one task the newest counts.
        today: the day against which shelf lives are held.
        nearby: what was measured on other machines of this class; counts, with a wider interval,
            where the task has no time of this machine.

    Raises:
        KnownError: the weights cannot be used (see scoring.weights), or a measured criterion has
            no workload or a unit that is not one of time.
    """
    stated = stated_weights(scenario, weights)
    columns = [(p, catalog.criterion(p.criterion)) for p in scenario.preferences]
    built = [criterion for _, criterion in columns if criterion.measured is None]
    bundles = signatures({criterion.id: catalog.rubric(criterion) for criterion in built})
    rubrics = {criterion.id: Rubric(catalog, criterion, today, bundles) for criterion in built}
    measured = _nearest(measurements, nearby)
    distances = Distances(catalog, frozenset(m.id for m in nearby))
    latents: dict[str, Latent] = {}
    beliefs: list[Belief] = []
    for alternative in alternatives:
        for preference, criterion in columns:
            if criterion.measured is None:
                belief = rubrics[criterion.id].cell(alternative, latents)
            else:
                belief, latent = measured_cell(
                    criterion, preference, alternative, measured, distances
                )
                latents.setdefault(latent.id, latent)
            beliefs.append(belief)
    return DecisionMatrix(
        alternatives=tuple(alternatives),
        criteria=tuple(_view(p, criterion, stated[p.criterion]) for p, criterion in columns),
        beliefs=tuple(beliefs),
        latents=tuple(latents.values()),
    )


def _nearest(here: Sequence[Measurement], nearby: Sequence[Measurement]) -> dict[Key, Measurement]:
    """Per task the measurement of this machine; where that has no result, another machine's."""
    found = newest(m for m in nearby if m.status is Status.OK)
    for key, own in newest(here).items():
        if key not in found or own.status not in (Status.SKIPPED, Status.UNAVAILABLE):
            found[key] = own
    return found


def _view(preference: Preference, criterion: Criterion, weight: float) -> CriterionView:
    return CriterionView(
        id=criterion.id,
        title=criterion.title,
        about=criterion.about,
        unit=criterion.unit,
        weight=weight,
        anchors=preference.anchors,
        measured=criterion.measured,
    )
