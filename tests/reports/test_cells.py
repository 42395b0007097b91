"""A cell says its value, its interval, and what it rests on."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.schema.report import Cell
from knowledge.texts import Texts
from reports.cells import belief_cell, criterion_notes, level
from reports.citations import cite
from tests.reports import sample

EN = Texts("en")
RECOMMENDATION = sample.recommendation()


def cell(alternative: str, criterion: str, texts: Texts = EN, **changes: Any) -> Cell:
    belief = next(
        b
        for b in RECOMMENDATION.matrix.beliefs
        if (b.alternative, b.criterion) == (alternative, criterion)
    ).model_copy(update=changes)
    view = next(c for c in RECOMMENDATION.matrix.criteria if c.id == criterion)
    ranked = next(r for r in RECOMMENDATION.ranking if r.id == alternative)
    return belief_cell(belief, view, ranked, texts, cite(RECOMMENDATION))


def test_measured() -> None:
    measured = cell("pytorch/eager", "latency")
    assert (measured.text, measured.short, measured.sub) == ("12.4 ms", "12.4", "11.5–13.5")
    assert measured.mark == "measured"


def test_partly_documented_and_stale() -> None:
    assert cell("tensorflow>litert/cpu", "operator-coverage").sub == "36–50, 62% known, stale"
    assert cell("pytorch/compile", "operator-coverage").sub == "73–87, stale"
    assert cell("tensorflow>onnxruntime/cpu", "operator-coverage").sub == "64–78, 62% known"


def test_unknown_is_never_a_number_and_never_shaded() -> None:
    unknown = cell("tensorflow>litert/cpu", "latency")
    assert unknown.text == "unknown"
    assert unknown.level is None
    assert unknown.mark == "unknown"
    assert cell("tensorflow>litert/cpu", "latency", Texts("zh")).text == "未知"


def test_shading_is_the_value_of_the_cell() -> None:
    shaded = cell("pytorch>openvino/cpu", "deployment-maturity")
    assert shaded.level == pytest.approx(0.74)


def test_a_criterion_without_weight_is_not_shaded() -> None:
    criterion = RECOMMENDATION.matrix.criteria[0].model_copy(update={"weight": 0.0})
    assert level(criterion, RECOMMENDATION.ranking[0]) is None


def test_notes_name_unit_and_weight() -> None:
    notes = criterion_notes(RECOMMENDATION.matrix.criteria, EN)
    assert notes[0] == "ms, weight 30%"


def test_a_sum_of_weights_just_below_one_is_full_coverage() -> None:
    assert cell("pytorch/eager", "operator-coverage", coverage=1 - 1e-12).sub == "81–95"
