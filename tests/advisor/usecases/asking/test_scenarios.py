from __future__ import annotations

from advisor.usecases.asking.scenarios import found
from tests.conftest import own_facts


def test_words_of_either_language_find_a_scenario() -> None:
    catalog = own_facts()
    assert "edge-cv" in found(catalog, "edge vision")
    assert "edge-cv" in found(catalog, "边缘")
    assert found(catalog, "") == tuple(catalog.scenarios)


def test_a_title_that_is_mistyped_is_found_all_the_same() -> None:
    assert "edge-cv" in found(own_facts(), "edge computr vision")
    assert found(own_facts(), "zzzzqqqq") == ()
