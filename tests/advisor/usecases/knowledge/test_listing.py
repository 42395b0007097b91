from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from advisor.usecases.knowledge.listing import listing, overview
from knowledge.catalog import Catalog
from knowledge.errors import KnownError


def ids(catalog: Catalog, today: date, family: str | None, **filters: str) -> list[str]:
    return [row.id for row in listing(catalog, today, family, filters)]


def test_families_are_counted_with_their_statements_and_oldest_reading(
    catalog: Catalog, today: date
) -> None:
    found = {one.id: one for one in overview(catalog, today)}
    assert found["frameworks"].entries == 4
    assert found["frameworks"].statements == 7
    assert found["frameworks"].oldest == date(2026, 9, 1)
    assert found["capabilities"].statements == 3
    assert found["scenarios"].statements == 0
    assert found["scenarios"].oldest is None


def test_an_entry_shows_state_release_statements_and_oldest_reading(
    catalog: Catalog, today: date
) -> None:
    rows = {row.id: row for row in listing(catalog, today, "frameworks", {})}
    tensorflow = rows["tensorflow"]
    assert (tensorflow.state, tensorflow.version) == ("maintenance", "2.21.0")
    assert (tensorflow.statements, tensorflow.oldest) == (3, date(2026, 9, 1))
    assert tensorflow.kinds == ("train", "infer")
    assert (rows["onnxruntime"].statements, rows["onnxruntime"].oldest) == (0, None)


def test_sources_and_terms_count_the_statements_that_use_them(
    catalog: Catalog, today: date
) -> None:
    sources = {row.id: row.statements for row in listing(catalog, today, "sources", {})}
    assert sources["torch-package"] == 1
    assert listing(catalog, today, "quantities", {})[0].statements == 2


def test_entries_of_an_overlay_show_as_such(catalog: Catalog, today: date) -> None:
    laid = replace(catalog, overlaid=frozenset({"devices/cpu-avx2"}))
    assert [row.id for row in listing(laid, today, "devices", {}) if row.overlaid] == ["cpu-avx2"]


def test_filters_narrow_a_family(catalog: Catalog, today: date) -> None:
    assert ids(catalog, today, "frameworks", role="infer") == [
        "onnxruntime",
        "pytorch",
        "tensorflow",
    ]
    assert ids(catalog, today, "frameworks", role="train", lifecycle="dead") == ["mxnet"]
    assert ids(catalog, today, "devices", kind="gpu") == ["nvidia-h100-sxm", "nvidia-rtx-4090"]


def test_without_a_family_a_filter_finds_entries_of_all_that_have_the_property(
    catalog: Catalog, today: date
) -> None:
    assert ids(catalog, today, None, lifecycle="dead") == ["mxnet", "tflite"]
    assert ids(catalog, today, None, kind="runtime") == ["tflite"]


def test_a_state_that_nothing_is_in_is_an_empty_answer(catalog: Catalog, today: date) -> None:
    assert ids(catalog, today, "systems", lifecycle="never-existed") == []


@pytest.mark.parametrize(
    ("family", "filters", "message", "hint"),
    [
        ("devices", {"role": "train"}, "no role", "they have: kind"),
        ("scenarios", {"kind": "x"}, "no kind", "nothing to filter by"),
        ("devices", {"kind": "gpuu"}, "kind 'gpuu'", "did you mean gpu?"),
        ("frameworks", {"lifecycle": "ded"}, "lifecycle 'ded'", "did you mean dead?"),
        ("systemz", {}, "unknown family", "did you mean systems?"),
    ],
)
def test_what_cannot_be_filtered_is_told(
    catalog: Catalog,
    today: date,
    family: str,
    filters: dict[str, str],
    message: str,
    hint: str,
) -> None:
    with pytest.raises(KnownError, match=message) as caught:
        listing(catalog, today, family, filters)
    assert hint in caught.value.hint
