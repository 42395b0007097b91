"""The tables for spreadsheets hold all cells and no formula."""

from __future__ import annotations

import csv
import io

import pytest

from knowledge.schema.decision import Recommendation
from reports.formats.csv import FORMULA, MATRIX, MEASUREMENTS, Table, render
from tests.reports import sample


def rows(table: Table, made: Recommendation | None = None) -> list[dict[str, str]]:
    text = render(made or sample.recommendation(), table)
    return list(csv.DictReader(io.StringIO(text)))


def test_every_cell_of_the_matrix_is_a_line() -> None:
    made, found = sample.recommendation(), rows("matrix")
    assert tuple(found[0]) == MATRIX
    assert len(found) == len(made.matrix.beliefs)
    first = made.matrix.beliefs[0]
    assert float(found[0]["low"]) == first.estimate.low
    unknown = [row for row in found if row["basis"] == "unknown"]
    assert unknown
    assert {row["value"] for row in unknown} == {""}


def test_every_measurement_is_a_line() -> None:
    made, found = sample.recommendation(), rows("measurements")
    assert tuple(found[0]) == MEASUREMENTS
    assert [row["stack"] for row in found] == [m.stack for m in made.measurements]


@pytest.mark.parametrize("sign", FORMULA)
@pytest.mark.parametrize("table", ["matrix", "measurements"])
def test_no_text_begins_as_a_formula(sign: str, table: Table) -> None:
    made = sample.recommendation()
    ranking = tuple(
        r.model_copy(update={"label": f"{sign}cmd|' /C calc'!A0"}) for r in made.ranking
    )
    bad = tuple(m.model_copy(update={"message": f"{sign}1+1"}) for m in made.measurements)
    hostile = made.model_copy(update={"ranking": ranking, "measurements": bad})
    for row in rows(table, hostile):
        for column, text in row.items():
            if not text.startswith("-"):
                assert not text.startswith(FORMULA)
            else:
                float(text)  # a negative number, which is one
            assert column in MATRIX + MEASUREMENTS
