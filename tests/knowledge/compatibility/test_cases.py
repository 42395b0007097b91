"""Questions with known answers, asked of advisor's own facts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from knowledge import dialect
from knowledge.catalog import Catalog
from knowledge.compatibility.answer import ask, rules
from knowledge.compatibility.judge import Rules
from knowledge.compatibility.question import question
from knowledge.compatibility.values import admits
from knowledge.schema.compatibility import AxisKind, CompatibilityAnswer, Verdict
from tests.conftest import own_facts

CASES: list[dict[str, Any]] = dialect.parse(
    (Path(__file__).parent / "cases" / "questions.yaml").read_text(encoding="utf-8")
).value


@cache
def own() -> tuple[Catalog, Rules]:
    catalog = own_facts()
    return catalog, rules(catalog)


def told(*terms: str) -> CompatibilityAnswer:
    _, ruled = own()
    return ask(ruled, question(terms, ruled.axes))


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["ask"]))
def test_a_question_has_its_answer(case: dict[str, Any]) -> None:
    found = told(*case["ask"])
    assert found.verdict.value == case["verdict"]
    reasons = " | ".join(one.note.en for one in found.decided if one.note is not None)
    advice = " | ".join(one.action.en for one in found.decided if one.action is not None)
    assert case.get("says", "") in reasons
    assert case.get("do", "") in advice
    if "nearest" in case:
        assert found.nearest is not None
        assert {a: after for a, (_, after) in found.nearest.changes.items()} == case["nearest"]
    for axis, (newest, oldest) in case.get("works", {}).items():
        assert (found.works[axis][0], found.works[axis][-1]) == (newest, oldest)


def test_all_public_compatibility_questions_are_there() -> None:
    asked = {case["case"] for case in CASES if "case" in case}
    assert asked == {"C05", "C06", "C09", "C12", "C13", "C14", "C15", "C16", "C20", "C21"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case["ask"]))
def test_every_decision_cites_a_source_there_is(case: dict[str, Any]) -> None:
    catalog, _ = own()
    found = told(*case["ask"])
    cited = [one.source for decision in found.decided for one in decision.evidence]
    assert all(source in catalog.sources for source in cited)
    if found.verdict is Verdict.NO:
        assert cited


def test_there_are_many_tables_on_many_axes() -> None:
    catalog, _ = own()
    assert len(catalog.compatibility) >= 80
    assert len({axis for table in catalog.compatibility.values() for axis in table.axes}) >= 40


def _rows() -> Iterator[tuple[str, int]]:
    catalog, _ = own()
    for table in catalog.compatibility.values():
        for number in range(len(table.rows)):
            yield table.id, number


def test_no_row_that_says_yes_is_ruled_out_by_its_own_table() -> None:
    """Nor does another row of its table contradict it."""
    catalog, ruled = own()
    wrong = []
    for id_, number in _rows():
        row = catalog.compatibility[id_].rows[number]
        values = {axis: _example(ruled, axis, some) for axis, some in row.when.items()}
        if row.verdict is not Verdict.YES or "" in values.values():
            continue
        vetoes = ruled.judge(values).vetoes
        wrong += [(id_, number, v.row) for v in vetoes if v.table.id == id_]
    assert not wrong


def _example(ruled: Rules, axis: str, admitted: tuple[str, ...]) -> str:
    kind = ruled.axes.kind(axis)
    if kind is AxisKind.NAME:
        return admitted[0]
    return next((v for v in ruled.axes.known(axis) if admits(admitted, v, kind)), "")


def test_chips_have_one_compute_capability_however_often_they_are_described() -> None:
    """The entries of devices and the table of chips agree."""
    catalog, ruled = own()
    chips = catalog.compatibility["nvidia-chips"]
    known = {c: row.when["compute-capability"] for row in chips.rows for c in row.when["chip"]}
    compared = 0
    for device in catalog.devices.values():
        stated = [f.value for f in device.facts if f.quantity == "compute-capability"]
        name = ruled.axes.value("chip", device.id)
        if stated and name in known:
            compared += 1
            assert known[name] == (f"=={stated[0]}",)
    assert compared >= 8


@pytest.mark.parametrize(
    ("chip", "capability"),
    [("rtx-5090", "12.0"), ("V100", "7.0"), ("T4", "7.5"), ("P100", "6.0"), ("Jetson Nano", "5.3")],
)
def test_chips_resolve_to_their_compute_capability(chip: str, capability: str) -> None:
    assert told(f"chip={chip}").values["compute-capability"] == capability


@pytest.mark.parametrize(
    ("chip", "driver", "verdict"),
    [
        ("rtx-5090", "550", Verdict.NO),
        ("rtx-5090", "570", Verdict.YES),
        ("b200", "565.57", Verdict.NO),
        ("h100", "535", Verdict.YES),
        ("v100", "580", Verdict.YES),
        ("v100", "590", Verdict.NO),
    ],
)
def test_a_gpu_has_a_first_and_a_last_driver(chip: str, driver: str, verdict: Verdict) -> None:
    assert told(f"chip={chip}", f"driver={driver}").verdict is verdict


def test_the_t_of_a_python_says_that_it_is_free_threaded() -> None:
    """However people write it; a version without it says nothing of the build."""
    for text in ("python=3.14t", "python=cp314t"):
        asked = told("pytorch=2.9", text).asked
        assert (asked["python"], asked["python-build"]) == ("3.14", "free-threaded")
    assert "python-build" not in told("pytorch=2.9", "python=3.14").asked


@pytest.mark.parametrize(
    ("chip", "arch", "system"),
    [
        ("raspberry-pi-4b", "aarch64", "linux"),
        ("Raspberry Pi 5", "aarch64", "linux"),
        ("Graviton4", "aarch64", "linux"),
        ("ampere-altra", "aarch64", "linux"),
        ("rk3588", "aarch64", None),  # Linux and Android are both there
        ("apple-m5", "aarch64", "macos"),
    ],
)
def test_a_board_says_its_architecture_and_system(chip: str, arch: str, system: str | None) -> None:
    values = told(f"chip={chip}").values
    assert (values.get("arch"), values.get("os")) == (arch, system)


def test_no_board_gets_a_jetpack_with_two_versions_of_tensorrt() -> None:
    """Nor of cuDNN, nor of CUDA before JetPack 5, which first took upgrades."""
    releases = ["4.2.2", "4.3", "4.4", "4.5.1", "4.6.1", "5.0", "5.1"]
    asked = [(axis, release) for axis in ("tensorrt", "cudnn") for release in releases]
    asked += [("cuda", release) for release in releases if release.startswith("4")]
    for axis, release in asked:
        works = told(axis, f"jetpack={release}").works[axis]
        minors = {".".join(value.split(".")[:2]) for value in works if "." in value}
        assert len(minors) == 1, (axis, release)
