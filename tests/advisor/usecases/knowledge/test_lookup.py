from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.usecases.knowledge.lookup import By, _Index, find
from knowledge.catalog import Catalog
from knowledge.errors import KnownError


@pytest.mark.parametrize(
    ("asked", "entry", "by"),
    [
        ("pytorch", "frameworks/pytorch", By.ID),
        ("PyTorch", "frameworks/pytorch", By.ID),
        ("py torch", "frameworks/pytorch", By.ID),
        ("ＰｙＴｏｒｃｈ", "frameworks/pytorch", By.ID),
        ("ONNX Runtime", "frameworks/onnxruntime", By.ID),
        ("apache mxnet", "frameworks/mxnet", By.TITLE),
        ("tf", "frameworks/tensorflow", By.ALIAS),
        ("TFLite", "systems/tflite", By.ID),
        ("tf-lite", "systems/tflite", By.ID),
        ("tensorflow lite", "systems/tflite", By.TITLE),
        ("torch", "frameworks/pytorch", By.PACKAGE),
        ("RTX 4090", "devices/nvidia-rtx-4090", By.WORDS),
        ("geforce rtx", "devices/nvidia-rtx-4090", By.WORDS),
        ("4090 geforce", "devices/nvidia-rtx-4090", By.WORDS),
        ("H100", "devices/nvidia-h100-sxm", By.WORDS),
        ("old-name", "devices/cpu-avx2", By.MOVED),
        ("environments/torch", "environments/torch", By.ID),
        ("edge-cv", "scenarios/edge-cv", By.ID),
        ("边缘计算机视觉", "scenarios/edge-cv", By.TITLE),
        ("export.onnx", "capabilities/export.onnx", By.ID),
        ("导出 ONNX", "capabilities/export.onnx", By.TITLE),
        ("torch-docs", "sources/torch-docs", By.ID),
        ("computer vision", "scenarios/edge-cv", By.WORDS),
    ],
)
def test_an_entry_answers_to_all_its_names(
    catalog: Catalog, asked: str, entry: str, by: By
) -> None:
    found = find(catalog, asked)
    assert f"{found.entry.family}/{found.entry.id}" == entry
    assert (found.by, found.version) == (by, "")


def test_a_product_comes_first_and_the_others_of_the_name_are_told(catalog: Catalog) -> None:
    assert [f"{o.family}/{o.id}" for o in find(catalog, "torch").also] == ["environments/torch"]


@pytest.mark.parametrize(
    ("asked", "id_", "version"),
    [
        ("tensorflow 3.0", "tensorflow", "3.0"),
        ("tensorflow@3.0", "tensorflow", "3.0"),
        ("tensorflow==3.0.0rc1", "tensorflow", "3.0.0rc1"),
        ("TF v2.1", "tensorflow", "2.1"),
        ("torch @ 2.1", "pytorch", "2.1"),
        ("tensorflow lite 2.14.0", "tflite", "2.14.0"),
    ],
)
def test_a_version_after_a_name_is_taken_off(
    catalog: Catalog, asked: str, id_: str, version: str
) -> None:
    found = find(catalog, asked)
    assert (found.entry.id, found.version) == (id_, version)


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("pytroch", "did you mean pytorch (PyTorch)?"),
        ("h10", "nvidia-h100-sxm"),
        ("更名 tflite", "did you mean tflite (TensorFlow Lite)?"),
        ("昇腾 4090", "did you mean nvidia-rtx-4090 (NVIDIA GeForce RTX 4090)?"),
        ("zzzzzz", "advisor kb search"),
        ("", "advisor kb search"),
        ("!?", "advisor kb search"),
        ("@3.0", "advisor kb search"),
    ],
)
def test_a_name_of_nothing_is_answered_with_what_comes_near(
    catalog: Catalog, asked: str, hint: str
) -> None:
    with pytest.raises(KnownError) as caught:
        find(catalog, asked)
    assert hint in caught.value.hint


def test_a_name_of_several_is_answered_with_all_of_them(catalog: Catalog) -> None:
    with pytest.raises(KnownError, match="may mean 2 entries") as caught:
        find(catalog, "NVIDIA")
    assert caught.value.hint == (
        "name one: devices/nvidia-h100-sxm (NVIDIA H100 (SXM)), "
        "devices/nvidia-rtx-4090 (NVIDIA GeForce RTX 4090)"
    )


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(asked=st.text(max_size=20))
def test_any_text_is_answered_or_refused(catalog: Catalog, asked: str) -> None:
    try:
        assert find(catalog, asked).entry.id
    except KnownError as error:
        assert error.hint


def test_every_product_is_found_by_its_id_and_title(real: Catalog) -> None:
    index = _Index(real)
    for family in ("frameworks", "systems", "devices"):
        for id_, noun in list(getattr(real, family).items())[::7]:
            for name in (id_, noun.title):
                found = index.exact(name)
                assert found is not None
                assert (found.entry.family, found.entry.id) == (family, id_), name
