"""What the HTML report carries to be ranked again in the page: cells, and the seeds of their draws.

The page makes the draws of `scoring.simulate` itself, from the same seeds; so its numbers at the
stated weights are the report's, and at any others those that the simulation would give.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from knowledge.schema.decision import CLEAR, DecisionMatrix, Recommendation
from reports.literal import visible

if TYPE_CHECKING:
    from knowledge.schema.stakes import Stakeholder
    from scoring.cells import Column
    from scoring.draws import LatentDraws

DRAWN = 1 << 22
COMPARED = 100_000_000
"""Overall values that the page draws at most, and stacks that it compares with each other: of very
many stacks it makes fewer draws, and says that its numbers differ a little."""
LEAST = 0.1
"""Certainty per criterion from which no weight is drawn by logarithms, which the page does not."""


def payload(recommendation: Recommendation) -> dict[str, Any] | None:
    """Everything the page computes with, as plain values; None where it cannot rank again.

    It cannot where nothing is ranked, or where an early run did not keep how sure its weights are.
    """
    import numpy as np

    from scoring.simulate import key_of

    certainty, people = recommendation.weight_certainty, recommendation.stakeholders
    if not recommendation.ranking or certainty is None:
        return None
    if certainty < LEAST * len(recommendation.matrix.criteria):
        return None
    matrix = whole(recommendation)
    names = [alternative.id for alternative in matrix.alternatives]
    missed = missing(recommendation)
    return {
        **problem(matrix, key_of(np.random.default_rng(recommendation.seed))),
        "draws": _draws(recommendation.draws, len(names)),
        "certainty": certainty,
        "clear": CLEAR,
        "ids": names,
        "labels": [visible(alternative.label) for alternative in matrix.alternatives],
        "misses": [missed.get(name, []) for name in names],
        "people": [] if people is None else [_person(one) for one in people.people],
        "ranking": [names.index(ranked.id) for ranked in recommendation.ranking],
        "first": recommendation.ranking[0].expected.model_dump(),
    }


def whole(recommendation: Recommendation) -> DecisionMatrix:
    """The matrix with the rows of the stacks that would come back without some requirement."""
    matrix, more = recommendation.matrix, recommendation.returning
    if more is None:
        return matrix
    latents = {latent.id: latent for latent in (*matrix.latents, *more.latents)}
    return matrix.model_copy(
        update={
            "alternatives": (*matrix.alternatives, *more.alternatives),
            "beliefs": (*matrix.beliefs, *more.beliefs),
            "latents": tuple(latents.values()),
        }
    )


def missing(recommendation: Recommendation) -> dict[str, list[str]]:
    """Stack that would come back -> the requirements that it misses, all of which can be waived."""
    more = recommendation.returning
    found: dict[str, list[str]] = {a.id: [] for a in more.alternatives} if more else {}
    for exclusion in recommendation.excluded:
        if exclusion.alternative in found:
            found[exclusion.alternative].append(exclusion.requirement)
    return found


def problem(matrix: DecisionMatrix, key: int) -> dict[str, Any]:
    """The cells of `matrix` by criterion, over the streams that `key` starts."""
    from scoring.bundles import bundled
    from scoring.cells import columns
    from scoring.draws import LatentDraws, seed, weight_stream
    from scoring.simulate import SERIES, used_latents

    sums = bundled(matrix)
    draws = LatentDraws(used_latents(sums), key)
    found = columns(sums, draws)
    places: dict[int, int] = {}
    criteria = [_criterion(column, places) for column in found]
    return {
        "criteria": criteria,
        "latents": [_latent(draws, row) for row in places],
        "uniform": "".join(str(int(name.startswith("uniform:"))) for name in draws.names),
        "seeds": _packed(seed(key, name) for name in draws.names),
        "weight_seeds": _packed(
            seed(key, weight_stream(column.criterion, series))
            for column in found
            for series in SERIES
        ),
    }


def packed(carried: Mapping[str, Any]) -> str:
    """Plain values as JSON that no parser of HTML can take for markup."""
    text = json.dumps(carried, allow_nan=False, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def _person(person: Stakeholder) -> dict[str, Any]:
    return {"weights": person.weights, "certainty": person.certainty.concentration}


def _draws(draws: int, alternatives: int) -> int:
    most = min(DRAWN // alternatives, COMPARED // alternatives**2)
    return min(draws, max(100, most // 2 * 2))


def _criterion(column: Column, places: dict[int, int]) -> dict[str, Any]:
    """One criterion: its distinct cells, and which of them each alternative has.

    A cell that is a straight line in one variate is [stream, intercept, slope, low, high], the ends
    only where they are not 0 and 1; any other a list of terms [latent, coefficient].
    """
    anchors, lines = column.anchors, column.lines
    cells: list[list[Any]] = [[] for _ in column.cells]
    for row in column.rest:
        cells[row] = [
            [places.setdefault(int(latent), len(places)), float(coefficient)]
            for latent, coefficient in zip(*column.cells[row], strict=True)
        ]
    if lines is not None:
        ends = {at: (low, high) for at, low, high in lines.bounds}
        straight = zip(lines.streams, lines.intercept[:, 0], lines.slope[:, 0], strict=True)
        for at, (stream, intercept, slope) in enumerate(straight):
            line = (int(stream), float(intercept), float(slope), *ends.get(at, ()))
            cells[lines.rows[at]] = list(line)
    return {
        "id": column.criterion,
        "weight": column.weight,
        "anchors": [anchors.worst, anchors.best, anchors.shape.value],
        "cells": cells,
        "index": column.index.tolist(),
    }


def _latent(draws: LatentDraws, row: int) -> list[Any]:
    """[stream, intercept, slope, whether of the logarithm, low, high] of one latent."""
    from scoring.draws import line

    latent = draws.latents[row]
    logarithmic = int(latent.family in ("lognormal", "loguniform"))
    return [
        int(draws.streams[row]),
        *map(float, line(latent)),
        logarithmic,
        latent.low,
        latent.high,
    ]


def _packed(seeds: Iterable[bytes]) -> str:
    return base64.b64encode(b"".join(seeds)).decode("ascii")
