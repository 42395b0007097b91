from __future__ import annotations

import pytest

from knowledge.compatibility.axes import Axes
from knowledge.errors import KnownError
from knowledge.schema.compatibility import AxisKind
from tests.conftest import own_facts
from tests.knowledge.compatibility.world import AXES, WORLD, catalog, ruled, table, term

axes = ruled(*WORLD).axes


@pytest.mark.parametrize("name", ["torch", "Torch", "PyTorch"])
def test_an_axis_is_found_by_any_of_its_names(name: str) -> None:
    assert axes.find(name) == "torch"


def test_an_axis_that_is_none_is_told_the_nearest() -> None:
    with pytest.raises(KnownError, match="unknown framework or axis 'pyhton'") as raised:
        axes.find("pyhton")
    assert "python" in raised.value.hint


def test_versions_are_made_plain_and_ranges_kept() -> None:
    assert axes.value("cuda", "cu124") == "12.4"
    assert axes.value("cuda", ">=12, <13") == ">=12, <13"


@pytest.mark.parametrize(
    ("axis", "text"), [("cuda", "newest"), ("torch", ">=x"), ("python", "3.x.y")]
)
def test_what_is_no_version_is_refused(axis: str, text: str) -> None:
    with pytest.raises(KnownError, match="is no"):
        axes.value(axis, text)


@pytest.mark.parametrize(
    ("text", "chip"),
    [
        ("V100", "v100"),
        ("NVIDIA Tesla V100", "v100"),
        ("tesla_v100", "v100"),
        ("v100-sxm2-32gb", "v100"),
        ("NVIDIA B200", "b200"),
    ],
)
def test_a_chip_is_known_without_its_maker_and_variant(text: str, chip: str) -> None:
    assert axes.value("chip", text) == chip


def test_a_word_that_makes_another_chip_is_not_left_out() -> None:
    for text in ("v100-ti", "V100 Ultra 32 GB"):
        with pytest.raises(KnownError, match="unknown chip"):
            axes.value("chip", text)


def test_a_device_that_tables_name_is_not_taken_for_one_its_id_begins_with() -> None:
    own = own_facts()
    found = Axes(own, tuple(own.compatibility.values()))
    for chip in ("x86-64", "x86-64-avx2", "x86-64-avx512-vnni", "x86-64-amx"):
        assert found.value("chip", chip) == chip


def test_an_unknown_chip_may_be_given_by_what_it_can() -> None:
    with pytest.raises(KnownError, match="unknown chip 'k9'") as raised:
        axes.value("chip", "k9")
    assert "compute-capability" in raised.value.hint


def test_known_are_versions_by_age_and_names_as_the_vocabulary_has_them() -> None:
    assert axes.known("torch") == ("2.8", "2.7", "2.6")
    assert axes.known("cuda") == ("12.8", "12.4", "11.8")
    assert axes.known("os") == ("linux", "wsl2", "windows")
    assert axes.known("platform") == ()


def test_versions_of_the_vocabulary_are_known_too() -> None:
    rows = [{"python": ">=3.9,<3.14"}]
    given = {**AXES, "python": term("version", values={"3.12": [], "3.10": []})}
    of = catalog(table("t", ["python"], rows))
    found = Axes(type(of)(grades=of.grades, axes=given), tuple(of.compatibility.values()))
    assert found.known("python") == ("3.12", "3.10", "3.9")
    assert found.kind("python") is AxisKind.VERSION
