"""The Pareto front as `advisor explain --pareto` prints it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from advisor.cli.kb.layout import Line, Row, paragraph, table
from advisor.usecases.pareto import Front, Placed
from knowledge.texts import Texts
from reports import wording


def lines(title: str, found: Front, texts: Texts, width: int) -> Iterator[Line]:
    """A table of the front, and a sentence on what is not on it."""
    titles = [view.title.in_language(texts.language) for view in found.criteria]
    yield from paragraph(title, width, style="head")
    names = wording.names(texts, titles)
    yield from paragraph(texts.t("explain.pareto.about", criteria=names), width)
    yield Line("")
    if not found.front:
        energy = any(view.measured == "energy" for view in found.criteria)
        key = "no_energy" if energy else "nobody"
        yield from paragraph(texts.t(f"explain.pareto.{key}"), width)
        return
    columns = [texts.t("explain.pareto.stack"), *titles, texts.t("explain.pareto.value")]
    yield from table(columns, [_row(one, found, texts) for one in found.front], width)
    yield Line("")
    yield from paragraph(_behind(found, texts), width)
    if found.unknown:
        labels = wording.names(texts, [ranked.label for ranked in found.unknown])
        yield from paragraph(texts.t("explain.pareto.unknown", names=labels), width)


def _row(one: Placed, found: Front, texts: Texts) -> Row:
    amounts = [
        wording.amount(texts, belief.estimate.point, view.unit)
        for belief, view in zip(one.beliefs, found.criteria, strict=True)
    ]
    return Row((one.ranked.label, *amounts, texts.fixed(one.ranked.expected.point, 3)))


def _behind(found: Front, texts: Texts) -> str:
    if not found.behind:
        return texts.t("explain.pareto.none_behind")
    told = [
        texts.t("explain.pareto.beaten", name=one.ranked.label, by=one.beaten_by[0].label)
        for one in found.behind
    ]
    return texts.t("explain.pareto.behind", stacks=wording.names(texts, told))


def document(found: Front, run: str) -> dict[str, Any]:
    """The JSON, shape advisor.pareto/1."""
    return {
        "schema": "advisor.pareto/1",
        "run": run,
        "criteria": [
            {"id": view.id, "unit": view.unit, "anchors": view.anchors.model_dump(mode="json")}
            for view in found.criteria
        ],
        "front": [_placed(one, found) for one in found.front],
        "behind": [_placed(one, found) for one in found.behind],
        "unknown": [ranked.id for ranked in found.unknown],
    }


def _placed(one: Placed, found: Front) -> dict[str, Any]:
    return {
        "id": one.ranked.id,
        "amounts": {
            view.id: belief.estimate.model_dump(mode="json")
            for view, belief in zip(found.criteria, one.beliefs, strict=True)
        },
        "beaten_by": [ranked.id for ranked in one.beaten_by],
    }
