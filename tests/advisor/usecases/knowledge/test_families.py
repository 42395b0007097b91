from __future__ import annotations

from dataclasses import replace

import pytest

from advisor.usecases.knowledge.families import entries, families, family, product, summary, title
from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.schema.base import LocalText


def test_families_come_in_the_order_they_are_listed_in(catalog: Catalog) -> None:
    assert list(families(catalog))[:4] == ["frameworks", "systems", "devices", "routes"]
    assert list(families(catalog))[-3:] == ["sources", "capabilities", "quantities"]


def test_mappings_that_hold_no_entries_are_no_family(catalog: Catalog) -> None:
    assert catalog.moved
    assert not {"moved", "exceptions"} & families(catalog).keys()
    assert "systems" not in families(replace(catalog, systems={}))


def test_every_entry_has_a_title_in_both_languages(catalog: Catalog) -> None:
    for _, id_, noun in entries(catalog):
        assert title(noun, id_).en
        assert title(noun, id_).zh
    assert title(catalog.frameworks["pytorch"], "pytorch") == LocalText(en="PyTorch", zh="PyTorch")


def test_an_unknown_family_is_told_with_the_nearest(catalog: Catalog) -> None:
    with pytest.raises(KnownError) as caught:
        family(catalog, "devicess")
    assert caught.value.hint == "did you mean devices?"


def test_a_product_is_found_in_whichever_family_it_is(catalog: Catalog) -> None:
    places = [product(catalog, id_) for id_ in ("mxnet", "tflite", "cpu-avx2")]
    assert [place and place.family for place in places] == ["frameworks", "systems", "devices"]
    assert product(catalog, "nothing") is None


def test_a_term_is_summed_up_by_what_it_is_about(catalog: Catalog) -> None:
    about = summary(catalog.capabilities["export.onnx"])
    assert about is not None
    assert about.en == "Models are exported to ONNX."
    assert summary(catalog.quantities["operators"]) is None
