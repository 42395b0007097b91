"""A small world of axes and tables, in which everything can be checked by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from knowledge.catalog import Catalog, GradeTable
from knowledge.compatibility.axes import Axes
from knowledge.compatibility.judge import Rules
from knowledge.compatibility.tables import tables
from knowledge.schema.base import LocalText
from knowledge.schema.compatibility import AxisTerm, CompatibilityTable
from knowledge.schema.evidence import Citation, Grade

SM = "compute-capability"
CITED = Citation(source="docs", locator="table 1", read=date(2026, 11, 30), grade=Grade.DOCUMENTED)
NOTE = {"en": "so it is", "zh": "如此"}


def term(kind: str, **more: Any) -> AxisTerm:
    return AxisTerm.model_validate({"title": {"en": "axis", "zh": "轴"}, "kind": kind, **more})


AXES: dict[str, AxisTerm] = {
    "torch": term("version", aliases=["pytorch"]),
    "python": term("version"),
    "cuda": term("version", implies={"accelerator": "nvidia"}),
    SM: term("version", implies={"accelerator": "nvidia"}, effort=20, given=True),
    "chip": term("name", values={"v100": ["tesla-v100"], "b200": []}, effort=20, given=True),
    "accelerator": term("name", values={"cpu": [], "nvidia": ["gpu"], "amd": []}, effort=8),
    "os": term("name", values={"linux": [], "wsl2": [], "windows": []}, effort=5),
    "platform": term("name", values={"pc": [], "board": []}, default="pc", given=True),
}


def table(
    id_: str,
    keys: Sequence[str],
    rows: Sequence[Mapping[str, Any]],
    *,
    closed: bool = False,
    scope: Mapping[str, Any] | None = None,
) -> CompatibilityTable:
    """A table; a row is {axis: specifiers}, with "verdict" beside them where it is not a yes."""
    named: dict[str, None] = dict.fromkeys([*keys, *(scope or {})])
    written = []
    for row in rows:
        when = {axis: text for axis, text in row.items() if axis != "verdict"}
        named |= dict.fromkeys(when)
        verdict = row.get("verdict", "yes")
        written.append({"when": when, "verdict": verdict, "note": NOTE, "action": NOTE})
    return CompatibilityTable.model_validate(
        {
            "id": id_,
            "title": {"en": id_, "zh": id_},
            "axes": list(named),
            "keys": list(keys),
            "closed": closed,
            "scope": dict(scope or {}),
            "rows": written,
            "evidence": [CITED],
        }
    )


def catalog(*given: CompatibilityTable, **families: Any) -> Catalog:
    return Catalog(
        grades=GradeTable(sd=dict.fromkeys(Grade, 0.1), stale_factor=2.0),
        compatibility={one.id: one for one in given},
        axes=AXES,
        **families,
    )


def ruled(*given: CompatibilityTable, **families: Any) -> Rules:
    of = catalog(*given, **families)
    every = tables(of)
    return Rules(every, Axes(of, every))


PYTHONS = table(
    "torch-python",
    ["torch"],
    [
        {"torch": "2.8", "python": ">=3.9,<3.14"},
        {"torch": "2.7", "python": ">=3.9,<3.13"},
        {"torch": "2.6", "python": ">=3.9,<3.13"},
    ],
    closed=True,
)
BUILDS = table(
    "torch-cuda",
    ["torch"],
    [
        {"torch": "2.8", "cuda": "12.8"},
        {"torch": "2.7", "cuda": ["11.8", "12.8"]},
        {"torch": "2.6", "cuda": ["11.8", "12.4"]},
    ],
    closed=True,
)
CODE = table(
    "torch-sm",
    ["torch"],
    [
        {"torch": ["2.7", "2.8"], "cuda": "12.8", SM: [">=7.5,<11"]},
        {"torch": ["2.6", "2.7"], "cuda": "11.8", SM: ">=5.0,<10"},
        {"torch": "2.6", "cuda": "12.4", SM: ">=5.0,<10"},
    ],
    closed=True,
)
CHIPS = table(
    "chips",
    ["chip"],
    [{"chip": "v100", SM: "==7.0"}, {"chip": "b200", SM: "==10.0"}],
    closed=True,
)
SYSTEMS = table(
    "torch-systems",
    ["torch"],
    [
        {"torch": ">=2.6,<2.9", "os": ["linux", "wsl2"]},
        {"torch": ">=2.8", "os": "windows", "verdict": "no"},
    ],
)
WORLD = (PYTHONS, BUILDS, CODE, CHIPS, SYSTEMS)


def text(en: str, zh: str) -> LocalText:
    return LocalText(en=en, zh=zh)
