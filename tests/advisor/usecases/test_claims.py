from __future__ import annotations

from typing import Any

import pytest

from advisor.usecases.claims import find, trial
from knowledge.errors import KnownError
from tests.advisor.tried import CLAIMS, catalog

CATALOG = catalog()


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ({}, ["a-1", "a-2", "a-3", "a-4", "a-5", "a-6"]),
        ({"article": "a"}, ["a-1", "a-2", "a-3", "a-4", "a-5", "a-6"]),
        ({"about": "alpha"}, ["a-1", "a-2", "a-3", "a-4", "a-5"]),
        ({"about": "BETA"}, ["a-6"]),
        ({"verdict": "never-released"}, ["a-5"]),
        ({"needs": "gpu"}, ["a-4"]),
        ({"recipe": True, "verdict": "confirmed"}, ["a-1", "a-2", "a-3", "a-4"]),
        ({"recipe": True, "needs": "nothing"}, []),
    ],
)
def test_claims_are_found_by_every_condition_together(
    asked: dict[str, Any], ids: list[str]
) -> None:
    assert [found.id for found in find(CATALOG, **asked)] == ids


@pytest.mark.parametrize(
    ("asked", "message", "hint"),
    [
        ({"article": "aa"}, "unknown article 'aa'", "did you mean a?"),
        ({"about": "alhpa"}, "no claim is about 'alhpa'", "did you mean alpha?"),
    ],
)
def test_what_is_unknown_is_refused(asked: dict[str, Any], message: str, hint: str) -> None:
    with pytest.raises(KnownError, match=message) as error:
        find(CATALOG, **asked)
    assert error.value.hint == hint


def test_a_claim_comes_with_its_article() -> None:
    found = trial(CATALOG, " A-2 ")
    assert found.article.id == "a"
    assert found.claim.id == "a-2"
    assert found.claim.text.en == CLAIMS[1]["text"]["en"]


def test_an_unknown_claim_is_refused() -> None:
    with pytest.raises(KnownError, match="unknown claim 'b-1'"):
        trial(CATALOG, "b-1")
