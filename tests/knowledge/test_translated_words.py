"""Every word that the knowledge base puts into claims and facts has a translation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from knowledge.catalog import Catalog
from knowledge.loader import load
from knowledge.texts import Texts

FIELDS = ("subject", "version", "hardware", "workload", "metric", "baseline", "unit")
CODES = ("python.range", "license")
"""Facts whose values are written in a notation, not in words."""
_TOKEN = re.compile(r"[A-Za-z][\w.+/-]*")


def words(catalog: Catalog) -> Iterator[tuple[str, str]]:
    """(where, word) of everything that is shown as the facts write it."""
    for article in catalog.claims.values():
        for claim in article.claims:
            for field in FIELDS:
                yield f"{claim.id}.{field}", getattr(claim, field) or ""
            if isinstance(claim.value, str):
                yield f"{claim.id}.value", claim.value
    for criterion in catalog.criteria.values():
        yield f"criteria/{criterion.id}.unit", criterion.unit
    for name, term in catalog.quantities.items():
        yield f"quantities/{name}.unit", term.unit
    for subject in (*catalog.frameworks.values(), *catalog.devices.values()):
        for fact in subject.facts:
            where = f"{subject.id}.{fact.quantity}"
            yield where, fact.unit
            if isinstance(fact.value, str) and fact.quantity not in CODES:
                yield where, fact.value
            for name, text in fact.qualifiers.items():
                yield from ((where, name), (where, str(text)))


def is_name(text: str) -> bool:
    """Whether a text is made of names, signs and numbers alone: it is the same in all languages.

    A name has a capital letter or a figure in every word: TensorFlow, A100, GB/s, 2.13.0.
    """
    return all(re.search(r"[A-Z0-9]", token) for token in _TOKEN.findall(text))


@pytest.mark.parametrize("language", ["zh"])
def test_words_of_claims_facts_and_units_are_translated(language: str) -> None:
    texts = Texts(language)
    lacking = {
        word: where
        for where, word in words(load())
        if word and not is_name(word) and texts.word(word) == word and not _kept(word)
    }
    assert not lacking, f"add to data/phrases/{language}-words.yaml: {lacking}"


def _kept(word: str) -> bool:
    """Whether the file says that the word is the same in the language."""
    from tests.knowledge.test_phrasebook import read

    return word in read("zh", "words")


def test_names_are_told_from_words() -> None:
    assert is_name("RTX 4090")
    assert is_name("GB/s")
    assert is_name("TensorFlow XLA")
    assert not is_name("stars of 5")
    assert not is_name("ResNet-50 training")
