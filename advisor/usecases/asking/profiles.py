"""Several people's weights before anything is measured: each one's order, and who disagrees.

Every cell counts with its expected value, as in the answer's own comparison of people; what is
measured later may change the orders, the weights stay.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from advisor.usecases import weights as use
from advisor.usecases.asking.outlook import screened
from advisor.usecases.session import Session, weights_path, written
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.stakes import Method, Stakeholders, Statements

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from knowledge.schema.stakes import Stated


class Profiles(Noun):
    """Who decides, by whose weights what comes first, and over what they disagree."""

    files: tuple[Path, ...]
    """Their weights files, in the order of `stakeholders.people`."""
    stakeholders: Stakeholders
    group: dict[str, float]
    """Criterion -> mean of everyone's weights."""
    first: str
    """What the group's weights put first."""
    criteria: dict[str, LocalText]
    labels: dict[str, str]
    """Alternative -> what it is called."""


def profiles(wiring: Wiring, session: Session) -> Profiles | None:
    """The people whose weights files the session's question takes; None where nothing is ranked.

    Raises:
        KnownError: a file that cannot be read, is about other criteria, or two of one person.
    """
    import numpy as np

    from scoring.assess import assess
    from scoring.expected import expected_value
    from scoring.stakeholders import group_weights, stakeholders

    request = session.request()
    scenario = wiring.catalog.scenario(session.scenario)
    people = [use.read_stated(file, scenario) for file in request.weight_files]
    group = group_weights(people)
    field = screened(wiring, request.scenario, request=request)
    kept = field.screening.kept
    if not kept:
        return None
    matrix = assess(field.catalog, field.scenario, group, kept, field.measured, field.today)
    views = {view.id: view for view in matrix.criteria}
    latents = {latent.id: latent for latent in matrix.latents}
    cells = {
        (b.alternative, b.criterion): expected_value(views[b.criterion], b, latents)
        for b in matrix.beliefs
    }
    values = np.array([[cells[one.id, name] for name in views] for one in matrix.alternatives])
    found = stakeholders(people, matrix, values)
    worth = values @ np.array([group[name] for name in views])
    return Profiles(
        files=request.weight_files,
        stakeholders=found,
        group=group,
        first=matrix.alternatives[int(worth.argmax())].id,
        criteria={name: view.title for name, view in views.items()},
        labels={one.id: one.label for one in matrix.alternatives},
    )


def own_profile(wiring: Wiring, session: Session) -> Path:
    """The session's sliders as one person's weights, written to the session's weights file.

    Raises:
        KnownError: the weights say nothing, or the file cannot be written.
    """
    scenario = wiring.catalog.scenario(session.scenario)
    points = {**use.own_weights(scenario), **session.weights}
    stated: Stated = use.stated(
        wiring,
        scenario,
        Method.DIRECT,
        Statements(points=points),
        who=use.somebody(),
        certainty=session.certainty,
    )[0]
    file = weights_path(wiring, session.id)
    written(file, use.as_yaml(stated).encode())
    return file
