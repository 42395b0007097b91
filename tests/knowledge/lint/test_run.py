import dataclasses
from datetime import date

import pytest

from knowledge.lint.run import NEEDLESS, RULES, lint
from knowledge.loader import load
from tests.knowledge.files import ONE, write

TODAY = date(2026, 10, 2)


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    return load([write(tmp_path_factory.mktemp("one"), ONE)])


def test_rules_have_their_own_names_and_say_what_they_expect():
    assert len({rule.id for rule in RULES}) == len(RULES)
    assert all(rule.about.endswith(".") for rule in RULES)
    assert NEEDLESS not in {rule.id for rule in RULES}


def test_findings_come_in_order_and_only_what_is_wrong_is_found(catalog):
    findings = lint(catalog, TODAY)
    assert [(f.rule, f.subject) for f in findings] == [
        ("thin-entry", "frameworks/onnxruntime"),
        ("thin-entry", "frameworks/pytorch"),
    ]


def test_an_exception_takes_off_its_finding_and_no_other(catalog):
    accepted = {"thin-entry frameworks/pytorch": "being written"}
    findings = lint(dataclasses.replace(catalog, exceptions=accepted), TODAY)
    assert [f.subject for f in findings] == ["frameworks/onnxruntime"]


def test_an_exception_that_no_longer_triggers_is_a_finding(catalog):
    accepted = {"thin-entry frameworks/jax": "being written"}
    findings = lint(dataclasses.replace(catalog, exceptions=accepted), TODAY)
    (needless,) = [f for f in findings if f.rule == NEEDLESS]
    assert needless.subject == "frameworks/jax"
    assert "thin-entry" in needless.message
