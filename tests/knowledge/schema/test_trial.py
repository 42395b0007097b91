from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from knowledge.schema.trial import ArticleClaim

GIVEN: dict[str, Any] = {
    "id": "a-1",
    "kind": "capability",
    "subject": "Alpha",
    "text": {"en": "a", "zh": "a"},
    "finding": {"en": "a", "zh": "a"},
    "verdict": "unverifiable",
    "needs": "gpu",
}


def test_only_what_cannot_be_verified_goes_without_evidence() -> None:
    assert ArticleClaim.model_validate(GIVEN).evidence == ()
    with pytest.raises(ValidationError, match="the verdict confirmed needs evidence"):
        ArticleClaim.model_validate({**GIVEN, "verdict": "confirmed"})


@pytest.mark.parametrize(
    ("more", "message"),
    [({"denies": True}, "goes with a capability"), ({"recipe": "r"}, "runs on the CPU")],
)
def test_fields_that_belong_together(more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        ArticleClaim.model_validate({**GIVEN, **more})


@pytest.mark.parametrize(
    ("kind", "written", "read"),
    [("performance", "87", 87.0), ("version", "3.0", "3.0"), ("performance", "a third", "a third")],
)
def test_figures_are_numbers_and_versions_are_not(kind: str, written: str, read: object) -> None:
    assert ArticleClaim.model_validate({**GIVEN, "kind": kind, "value": written}).value == read
