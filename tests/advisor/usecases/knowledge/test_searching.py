from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from advisor.usecases.knowledge import searching
from advisor.usecases.knowledge.searching import documents, search
from advisor.wiring import Wiring
from knowledge.catalog import Catalog
from knowledge.search import Index
from tests.advisor.fakes import fake_wiring


@pytest.fixture
def wiring(tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Wiring:
    monkeypatch.setattr("knowledge.paths.data_dir", lambda: folder)
    return fake_wiring(tmp_path)


def found(wiring: Wiring, words: str, language: str = "en") -> list[str]:
    hits = search(wiring, words, language=language, limit=20)
    return [f"{hit.entry.family}/{hit.entry.id}" for hit in hits]


def test_names_summaries_and_statements_are_found_in_both_languages(wiring: Wiring) -> None:
    assert found(wiring, "量化") == ["systems/tflite"]
    assert found(wiring, "静态图") == ["frameworks/tensorflow"]
    assert found(wiring, "separate tool") == ["frameworks/tensorflow"]
    assert found(wiring, "TF Lite") == ["systems/tflite"]
    assert found(wiring, "NonZero") == ["routes/pytorch-onnxruntime"]
    assert found(wiring, "hopper") == ["devices/nvidia-h100-sxm"]
    assert found(wiring, "xyzzy") == []


def test_products_come_before_sources(wiring: Wiring) -> None:
    order = found(wiring, "pytorch")
    assert order.index("frameworks/pytorch") < order.index("sources/torch-docs")


def test_the_snippet_marks_what_matched(wiring: Wiring) -> None:
    (hit,) = search(wiring, "separate", language="en", limit=5)
    assert ("separate", True) in hit.snippet
    assert (
        "".join(text for text, _ in hit.snippet) == "Export to ONNX: partial: By a separate tool."
    )


def test_the_index_is_kept_and_used_again(wiring: Wiring, monkeypatch: pytest.MonkeyPatch) -> None:
    first = search(wiring, "onnx", language="en", limit=20)
    assert list((wiring.cache_dir / "knowledge").glob("*.index"))

    def never(_: object) -> Index:
        raise AssertionError("the index was built again")

    monkeypatch.setattr(searching.Index, "build", never)
    assert search(wiring, "onnx", language="en", limit=20) == first


@pytest.mark.parametrize("damage", [b"", b"garbage"])
def test_a_damaged_index_is_built_again(wiring: Wiring, damage: bytes) -> None:
    first = search(wiring, "onnx", language="en", limit=20)
    (file,) = (wiring.cache_dir / "knowledge").glob("*.index")
    file.write_bytes(damage)
    assert search(wiring, "onnx", language="en", limit=20) == first


def test_other_words_or_other_code_make_another_index(
    wiring: Wiring, monkeypatch: pytest.MonkeyPatch
) -> None:
    search(wiring, "onnx", language="en", limit=1)
    monkeypatch.setattr(searching, "code_digest", lambda: "other")
    search(wiring, "onnx", language="en", limit=1)
    monkeypatch.setattr(searching, "wording_digest", lambda: "other")
    search(wiring, "onnx", language="en", limit=1)
    assert len(list((wiring.cache_dir / "knowledge").glob("*.index"))) == 3


def test_a_long_text_is_shown_around_what_matched() -> None:
    from knowledge.search import CLOSE, OPEN

    far = "x" * 200
    cut = list(searching._cut(f"{far}{OPEN}hit{CLOSE}{far}"))
    assert [matched for _, matched in cut] == [False, True, False]
    assert cut[0][0].startswith("…")
    assert cut[2][0].endswith("…")
    assert all(len(text) <= searching.AROUND + 1 for text, _ in cut)
    between = list(searching._cut(f"{OPEN}a{CLOSE}{far}{OPEN}b{CLOSE}"))
    assert " … " in between[1][0]


@pytest.fixture(scope="module")
def index(real: Catalog) -> Iterator[Index]:
    with closing(Index.build(documents(real))) as built:
        yield built


def test_products_are_found_by_their_titles(real: Catalog, index: Index) -> None:
    for family in ("frameworks", "systems", "devices"):
        for id_, noun in list(getattr(real, family).items())[::5]:
            assert f"{family}/{id_}" in {hit.key for hit in index.search(noun.title, 100)}


@pytest.mark.parametrize("words", ["量化", "昇腾", "quantisation int8", "动态形状", "Ascend NPU"])
def test_the_words_people_search_for_find_something(index: Index, words: str) -> None:
    hits = index.search(words)
    assert hits
    assert all(hit.whole for hit in hits)
