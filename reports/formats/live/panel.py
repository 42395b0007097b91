"""What the panel of the live report shows: sliders, and the sentences the page fills in."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports import wording
from reports.literal import visible

if TYPE_CHECKING:
    from knowledge.schema.decision import CriterionView, Recommendation
    from knowledge.texts import Texts


@dataclass(frozen=True)
class Slider:
    """The weight of one criterion, in points from 0 to 100."""

    id: str
    title: str
    points: int
    share: str


@dataclass(frozen=True)
class Panel:
    """Everything of the panel that is in a language."""

    sliders: tuple[Slider, ...]
    words: str
    """JSON of the sentences, placeholders left for the page to fill in."""


def panel(recommendation: Recommendation, texts: Texts) -> Panel:
    """The panel at the stated weights."""
    criteria = recommendation.matrix.criteria
    sliders = tuple(
        Slider(
            id=view.id,
            title=visible(view.title.in_language(texts.language)),
            points=round(100 * view.weight),
            share=wording.share(texts, view.weight),
        )
        for view in criteria
    )
    return Panel(sliders=sliders, words=json.dumps(_words(recommendation, criteria, texts)))


def _words(
    recommendation: Recommendation, criteria: tuple[CriterionView, ...], texts: Texts
) -> Mapping[str, Any]:
    draws = wording.whole(texts, recommendation.draws)
    return {
        "columns": [view.id for view in criteria],
        "units": {view.id: wording.unit_name(texts, view.unit) for view in criteria},
        "first": _open(texts, "report.live.first", draws=draws),
        "tied": _open(texts, "report.live.tied", draws=draws),
        "crowd": _open(texts, "report.live.crowd", draws=draws),
        "zero": texts.t("report.live.zero"),
        "place": _open(texts, "report.ranking.place"),
        "interval": _open(texts, "report.interval"),
        "note": _open(texts, "report.matrix.note"),
        "dash": texts.t("report.dash"),
        "separator": texts.t("report.separator"),
    }


def _open(texts: Texts, key: str, **known: str) -> str:
    """The text `key` with what is known filled in and the other placeholders as they are."""
    left = {name: f"{{{name}}}" for name in texts.placeholders(key)}
    return texts.t(key, **(left | known))
