from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.catalog import Catalog
from knowledge.coverage import summary
from knowledge.errors import KnownError
from knowledge.paths import data_dir
from knowledge.registries import (
    FOLDER,
    TABLE,
    case_results,
    core_set,
    equivalents,
    onnx_set,
    registry,
)
from tests.conftest import own_facts

SHIPPED = (data_dir(),)
EMPTY_TABLE = "rows:\n  - {onnx: [Gelu], jax: [nn.gelu]}\n"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return own_facts()


def overlay(folder: Path, name: str, content: str) -> Path:
    file = folder / FOLDER / name
    file.parent.mkdir(exist_ok=True)
    file.write_text(content, encoding="utf-8")
    return folder


def test_a_later_folder_lies_over_an_earlier_one(tmp_path: Path) -> None:
    mine = overlay(tmp_path, TABLE, EMPTY_TABLE)
    assert len(equivalents((*SHIPPED, mine))) == 1
    assert registry((*SHIPPED, mine), "jax") == registry(SHIPPED, "jax")
    assert registry((tmp_path,), "jax") is None
    assert core_set((tmp_path,)) is None
    assert equivalents((tmp_path / "nowhere",)) == ()


@pytest.mark.parametrize("content", ["rows: [", "rows: {}\n", "rows:\n  - {onix: [Gelu]}\n"])
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, content: str) -> None:
    mine = overlay(tmp_path, TABLE, content)
    if content == "rows: {}\n":
        assert equivalents((mine,)) == ()
        return
    with pytest.raises(KnownError, match=TABLE):
        equivalents((mine,))


def test_a_list_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match=r"jax\.json"):
        registry((overlay(tmp_path, "jax.json", '{"framework": "jax"}'),), "jax")


def test_shipped_counts_are_those_of_the_shipped_lists(catalog: Catalog) -> None:
    sets = [found for found in (onnx_set(SHIPPED), core_set(SHIPPED)) if found is not None]
    table = equivalents(SHIPPED)
    assert len(sets) == 2
    assert len(catalog.operators) >= 6
    for name, counted in catalog.operators.items():
        found = registry(SHIPPED, name)
        assert found is not None, name
        again = summary(counted, found, sets, table, case_results(SHIPPED, name), counted.read)
        assert again.backends == counted.backends, name
        assert again.coverage == counted.coverage, name
        assert again.version == counted.version, name


def test_shipped_counts_stand_among_the_facts_of_their_framework(catalog: Catalog) -> None:
    for name, counted in catalog.operators.items():
        facts = catalog.frameworks[name].facts
        assert set(map(repr, counted.facts())) <= set(map(repr, facts)), name


def test_the_table_names_only_what_some_back_end_has() -> None:
    rows = equivalents(SHIPPED)
    for column in ("pytorch", "tensorflow", "jax", "mindspore"):
        found = registry(SHIPPED, column)
        assert found is not None
        known = {n for b in found.backends.values() for n in (*b.kernels, *b.composed)}
        named = {name for row in rows for name in (getattr(row, column) or ())}
        assert named <= known, column


def test_the_table_has_a_row_for_every_standard_and_every_core_operator() -> None:
    onnx, core, rows = onnx_set(SHIPPED), core_set(SHIPPED), equivalents(SHIPPED)
    assert onnx is not None
    assert core is not None
    standard = {name for row in rows for name in row.onnx or ()}
    assert standard == set(onnx.operators)
    assert set(core.operators) <= {name for row in rows for name in row.pytorch or ()}
