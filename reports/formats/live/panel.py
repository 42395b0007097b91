"""What the panel of the live report shows: sliders, and the sentences the page fills in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from knowledge.schema.report import Cell
from reports import wording
from reports.cells import belief_cell
from reports.citations import cite
from reports.formats.live.payload import missing
from reports.literal import visible
from reports.sections.ranking import CHARTED, RANK_COLUMNS

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
class Toggle:
    """A requirement that can be dropped."""

    id: str
    title: str
    brings: str
    """What would come back without it, by itself or together with others."""


@dataclass(frozen=True)
class Panel:
    """Everything of the panel that is in a language."""

    sliders: tuple[Slider, ...]
    people: tuple[str, ...]
    """Whose weights can be taken; empty where there is no choice."""
    toggles: tuple[Toggle, ...]
    fixed: tuple[str, ...]
    """Why the other requirements have no toggle, a sentence for each reason."""
    rows: tuple[tuple[int, tuple[Cell, ...]], ...]
    """Rows of the matrix of what would come back, with their place among all alternatives."""
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
    toggles = _toggles(recommendation, texts)
    people = recommendation.stakeholders.people if recommendation.stakeholders else ()
    return Panel(
        sliders=sliders,
        people=tuple(visible(person.who) for person in people) if len(people) > 1 else (),
        toggles=toggles,
        fixed=tuple(_fixed(recommendation, {toggle.title for toggle in toggles}, texts)),
        rows=tuple(_rows(recommendation, texts)),
        words=json.dumps(_words(criteria, texts)),
    )


def _toggles(recommendation: Recommendation, texts: Texts) -> tuple[Toggle, ...]:
    missed = missing(recommendation)
    found = {}
    for exclusion in recommendation.excluded:
        id_ = exclusion.requirement
        shown = sum(id_ in ids for ids in missed.values())
        if shown and id_ not in found:
            title = visible(exclusion.title.in_language(texts.language))
            out = len({e.alternative for e in recommendation.excluded if e.requirement == id_})
            found[id_] = Toggle(id=id_, title=title, brings=_brings(shown, out, texts))
    return tuple(found.values())


def _brings(shown: int, out: int, texts: Texts) -> str:
    if shown == out:
        return wording.counted(texts, "report.live.brings", out)
    count, total = wording.whole(texts, shown), wording.whole(texts, out)
    return texts.t("report.live.brings_some", count=count, total=total)


def _fixed(recommendation: Recommendation, toggled: Set[str], texts: Texts) -> Iterator[str]:
    """The requirements whose dropping would bring nothing back, by the reason for it."""
    waivable: dict[str, bool] = {}
    for exclusion in recommendation.excluded:
        title = visible(exclusion.title.in_language(texts.language))
        waivable[title] = waivable.get(title, True) and exclusion.waivable
    asked = [visible(title.in_language(texts.language)) for title in recommendation.requirements]
    groups: dict[str, list[str]] = {"out_anyway": [], "does_not_work": [], "rules_out_nothing": []}
    for title in dict.fromkeys([*asked, *waivable]):
        if title in toggled:
            continue
        reason = "out_anyway" if waivable.get(title) else "does_not_work"
        groups[reason if title in waivable else "rules_out_nothing"].append(title)
    for reason, titles in groups.items():
        if titles:
            quoted = [texts.t("report.answer.quoted", text=title) for title in titles]
            yield texts.t(f"report.live.{reason}", names=wording.names(texts, quoted))


def _rows(recommendation: Recommendation, texts: Texts) -> Iterator[tuple[int, tuple[Cell, ...]]]:
    more = recommendation.returning
    if more is None:
        return
    citations, start = cite(recommendation), len(recommendation.matrix.alternatives)
    beliefs = {(belief.alternative, belief.criterion): belief for belief in more.beliefs}
    titles = _missed_titles(recommendation, texts)
    for place, alternative in enumerate(more.alternatives, start=start):
        cells = (
            belief_cell(beliefs[alternative.id, view.id], view, None, texts, citations)
            for view in recommendation.matrix.criteria
        )
        label = Cell(
            text=visible(alternative.label),
            sub=texts.t("report.live.back", requirements=titles[alternative.id]),
        )
        yield place, (label, *cells)


def _missed_titles(recommendation: Recommendation, texts: Texts) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    for exclusion in recommendation.excluded:
        title = visible(exclusion.title.in_language(texts.language))
        found.setdefault(exclusion.alternative, []).append(
            texts.t("report.answer.quoted", text=title)
        )
    return {name: wording.names(texts, titles) for name, titles in found.items()}


def _words(criteria: tuple[CriterionView, ...], texts: Texts) -> Mapping[str, Any]:
    return {
        "columns": [view.id for view in criteria],
        "units": {view.id: wording.unit_name(texts, view.unit) for view in criteria},
        "first": _open(texts, "report.live.first"),
        "tied": _open(texts, "report.live.tied"),
        "crowd": _open(texts, "report.live.crowd"),
        "alt": _open(texts, "report.ranking.chart_alt"),
        "shares": texts.t("report.ranking.shares"),
        "shares_more": _open(texts, "report.ranking.shares_more"),
        "shares_alt": _open(texts, "report.ranking.shares_alt"),
        "parts_alt": _open(texts, "report.contributions.chart_alt"),
        "charted": CHARTED,
        "titles": {view.id: visible(view.title.in_language(texts.language)) for view in criteria},
        "columns_of_ranks": RANK_COLUMNS,
        "rank": _open(texts, "report.ranking.rank_n"),
        "later": _open(texts, "report.ranking.rank_later"),
        "shown": _open(texts, "report.live.shown"),
        "out": _open(texts, "report.live.out"),
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
