from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from knowledge.schema.compatibility import CompatibilityTable

CITED = {"source": "docs", "locator": "table", "read": "2026-11-30", "grade": "documented"}
NOTE = {"en": "so", "zh": "如此"}


def table(**more: Any) -> CompatibilityTable:
    return CompatibilityTable.model_validate(
        {
            "id": "t",
            "title": NOTE,
            "axes": ["torch", "cuda"],
            "keys": ["torch"],
            "rows": [{"when": {"torch": "2.8", "cuda": ["12.8", "13.0"]}}],
            "evidence": [CITED],
            **more,
        }
    )


def test_one_specifier_is_written_without_a_list() -> None:
    assert table().rows[0].when == {"torch": ("2.8",), "cuda": ("12.8", "13.0")}


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"axes": ["torch", "cuda", "cuda"]}, "stands twice"),
        ({"keys": ["python"]}, "keys: python is no axis"),
        ({"scope": {"cuda": "12"}}, "only a key has one"),
        ({"axes": ["torch", "cuda", "os"]}, "no row has the axis os"),
        ({"rows": [{"when": {"torch": "2.8", "os": "linux"}}]}, "row 0: os is no axis"),
        ({"rows": [{"when": {"torch": "2.8"}, "verdict": "no"}]}, "needs a note"),
        ({"rows": [{"when": {"torch": "2.8"}, "verdict": "unknown"}]}, "needs a note"),
        ({"rows": [{"when": {"torch": []}}]}, "at least 1"),
        ({"evidence": []}, "at least 1"),
    ],
)
def test_what_makes_no_table_is_refused(more: dict[str, Any], says: str) -> None:
    with pytest.raises(ValidationError, match=says):
        table(**more)
