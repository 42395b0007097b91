"""Tables for a spreadsheet: the matrix, one cell a line, or the measurements.

Numbers are written in full, texts so that no spreadsheet takes one for a formula: one that begins
with a sign of a formula gets an apostrophe before it (OWASP, CSV injection).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from knowledge.schema.decision import Recommendation
from reports.formats.json import document
from reports.literal import visible

Table = Literal["matrix", "measurements"]
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
MATRIX = (
    "stack", "criterion", "unit", "value", "low", "high", "basis", "coverage", "grade",
    "stale_since", "evidence",
)  # fmt: skip
MEASUREMENTS = (
    "stack", "workload", "batch", "precision", "status", "median_s", "low_s", "high_s", "rounds",
    "processes", "steady", "memory_mib", "first_call_s", "max_abs_error", "version", "threads",
    "started", "message",
)  # fmt: skip


def render(recommendation: Recommendation, table: Table = "matrix") -> str:
    """One table with a header line; values are those of the JSON, absent ones empty."""
    found = document(recommendation)
    if table == "matrix":
        return _written(MATRIX, _cells(recommendation, found))
    rows = (
        {**m, "memory_mib": (m["memory_mib"] or {}).get("point")} for m in found["measurements"]
    )
    return _written(MEASUREMENTS, rows)


def _cells(recommendation: Recommendation, found: Mapping[str, Any]) -> Iterable[Mapping[str, Any]]:
    labels = {ranked.id: ranked.label for ranked in recommendation.ranking}
    units = {view.id: view.unit for view in recommendation.matrix.criteria}
    for cell in found["matrix"]["cells"]:
        yield {
            **cell,
            "stack": labels.get(cell["alternative"], cell["alternative"]),
            "unit": units[cell["criterion"]],
            "evidence": " ".join(cell["evidence"]),
        }


def _written(columns: tuple[str, ...], rows: Iterable[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([safe(row[column]) for column in columns] for row in rows)
    return out.getvalue()


def safe(value: Any) -> Any:
    """`value` as a spreadsheet may have it: numbers as they are, texts never a formula.

    >>> safe("=1+1"), safe(-0.5), safe("PyTorch"), safe(None)
    ("'=1+1", -0.5, 'PyTorch', '')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return value
    text = str(value)
    return ("'" if text.startswith(FORMULA) else "") + visible(text)
