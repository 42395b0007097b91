"""The rules every noun keeps, and the ones single nouns have of their own."""

import importlib
import pkgutil

import pytest
from pydantic import ValidationError

import knowledge.schema
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.claims import Claim, Support
from knowledge.schema.criterion import Anchors, Criterion, Indicator
from knowledge.schema.evidence import Source
from knowledge.schema.probing import Estimate, Sample
from knowledge.schema.scenario import Requirement, Scenario

MODULES = [m.name for m in pkgutil.iter_modules(knowledge.schema.__path__)]
TITLE = LocalText(en="t", zh="题")


def nouns():
    for name in MODULES:
        for value in vars(importlib.import_module(f"knowledge.schema.{name}")).values():
            if isinstance(value, type) and issubclass(value, Noun) and value is not Noun:
                yield value


@pytest.mark.parametrize("noun", sorted(set(nouns()), key=lambda n: n.__name__))
def test_nouns_are_frozen_closed_and_explained(noun):
    assert noun.model_config["frozen"]
    assert noun.model_config["extra"] == "forbid"
    assert noun.__doc__


@pytest.mark.parametrize(
    ("support", "level"),
    [
        (True, 1),
        ("2.0", 1),
        (False, 0),
        ({"added": "1.0", "removed": "2.0"}, 0),
        ({"added": True, "partial": True}, 0.5),
    ],
)
def test_levels_of_support(support, level):
    assert Support.model_validate(support).level == level


@pytest.mark.parametrize(
    ("noun", "values", "message"),
    [
        (Claim, {"capability": "a", "support": True, "evidence": []}, "at least 1 item"),
        (Anchors, {"worst": 1, "best": 1}, "must differ"),
        (Anchors, {"worst": 0, "best": 1, "shape": "log"}, "positive anchors"),
        (Indicator, {"part": "runtime"}, "exactly one of capability and quantity"),
        (Indicator, {"part": "runtime", "quantity": "q"}, "anchors go with quantity"),
        (
            Criterion,
            {"id": "a", "title": TITLE, "about": TITLE, "unit": "ms"},
            "is measured, or has indicators, or has branches",
        ),
        (Source, {"title": "t", "publisher": "p", "kind": "docs"}, "exactly one of url and purl"),
        (
            Source,
            {"title": "t", "publisher": "p", "kind": "docs", "url": "http://x"},
            "should match pattern",
        ),
        (Estimate, {"point": 1, "low": 2, "high": 3}, "not low <= point <= high"),
        (Estimate, {"point": float("nan"), "low": 0, "high": 1}, "not low <= point <= high"),
        (Sample, {"process": 0, "round": 0, "loops": 0, "seconds": 1}, "greater than 0"),
        (Requirement, {"id": "a", "title": TITLE, "kind": "capability"}, "part and capability"),
        (
            Scenario,
            {"id": "A b", "title": TITLE, "summary": TITLE, "scope": "train", "preferences": []},
            "should match pattern",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(noun, values, message):
    with pytest.raises(ValidationError, match=message):
        noun.model_validate(values)
