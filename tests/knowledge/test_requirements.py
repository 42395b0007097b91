from __future__ import annotations

import pytest

from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.named import without
from knowledge.requirements import TERMS, read
from knowledge.schema.scenario import Asked, RequirementKind
from tests.conftest import own_facts

SAID = {
    "device": "nvidia",
    "os": "android",
    "language": "cpp",
    "precision": "int8",
    "agreement": "0.999",
    "latency": "20ms",
    "memory": "512MiB",
    "licence": "permissive",
    "support": "2y",
    "has": "trainer:export.onnx",
}


@pytest.fixture
def catalog() -> Catalog:
    return own_facts()


@pytest.mark.parametrize("name", TERMS)
def test_every_word_makes_a_requirement_with_a_title_in_both_languages(
    name: str, catalog: Catalog
) -> None:
    made = read(catalog, f"{name}={SAID[name]}" if name in SAID else name)
    assert made.id.startswith(name)
    assert made.title.en
    assert any("\u4e00" <= sign <= "\u9fff" for sign in made.title.zh)
    if made.capability is not None:
        assert made.capability in catalog.capabilities


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("latency=20ms", "latency", "0.02"),
        ("agreement=0.999", "agreement", "cosine:0.999"),
        ("agreement=98%", "agreement", "top1:0.98"),
        ("agreement=top1:0.95", "agreement", "top1:0.95"),
        ("latency=0.02s", "latency", "0.02"),
        ("memory=1GiB", "memory", "1024"),
        ("memory=512", "memory", "512"),
        ("maintained", "released", "12"),
        ("maintained=2y", "released", "24"),
        ("license=mit,apache-2.0", "licence", "MIT,Apache-2.0"),
        ("licence=-GPL-3.0", "licence", "-GPL-3.0"),
    ],
)
def test_values_are_kept_in_one_unit_and_spelling(
    text: str, kind: str, value: str, catalog: Catalog
) -> None:
    made = read(catalog, text)
    assert (made.kind, made.value) == (RequirementKind(kind), value)


def test_memory_can_be_that_of_a_device(catalog: Catalog) -> None:
    device = next(
        d for d in catalog.devices.values() if any(f.quantity == "memory.capacity" for f in d.facts)
    )
    fact = next(f for f in device.facts if f.quantity == "memory.capacity")
    made = read(catalog, f"memory={device.id}")
    assert device.title in made.title.en
    assert float(made.value or 0) == pytest.approx(float(fact.value) * 1e9 / 2**20, rel=1e-4)


@pytest.mark.parametrize("text", ["os.android", "has=os.android", "os=android"])
def test_a_capability_is_asked_of_the_runtime(text: str, catalog: Catalog) -> None:
    made = read(catalog, text)
    assert (made.capability, made.part) == ("os.android", Asked.RUNTIME)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("licnce=MIT", "licence?"),
        ("agreement=1.5", "0.999"),
        ("agreement=f1:0.9", "98%"),
        ("licence=Apach-2.0", "Apache-2.0?"),
        ("licence=MIT,-GPL-3.0", "names to allow"),
        ("os=androit", "android?"),
        ("device=nvidea", "nvidia?"),
        ("language=pyton", "python?"),
        ("quantisation=post", "post-training?"),
        ("memory=rk358", "rockchip"),
        ("latency=fast", "20ms"),
        ("latency=5", "20ms"),
        ("latency=0", "20ms"),
        ("maintained=soon", "18"),
        ("has=trainr:export.onnx", "trainer?"),
        ("has=export.onx", "export.onnx?"),
        ("domestic=yes", "say domestic"),
        ("latency=", "latency=TIME"),
    ],
)
def test_what_is_not_understood_is_answered_with_what_is(
    text: str, hint: str, catalog: Catalog
) -> None:
    with pytest.raises(KnownError) as caught:
        read(catalog, text)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("pytorch", "pytorch"),
        ("ONNX Runtime", "onnxruntime"),
        ("pytorch+onnxruntime/cpu", "pytorch>onnxruntime/cpu"),
        ("pytorch>onnxruntime/cpu", "pytorch>onnxruntime/cpu"),
        ("onnxruntime/cpu", "onnxruntime/cpu"),
        ("pytorch-to-openvino", "pytorch-to-openvino"),
    ],
)
def test_what_is_ruled_out_is_named_by_id_title_or_stack(
    name: str, value: str, catalog: Catalog
) -> None:
    assert without(catalog, name).value == value
