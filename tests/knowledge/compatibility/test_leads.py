"""Leads: what a question that no table answers would have to say as well."""

from __future__ import annotations

from knowledge.compatibility.answer import ask
from knowledge.compatibility.judge import Rules
from knowledge.compatibility.question import question
from knowledge.schema.compatibility import Verdict
from tests.knowledge.compatibility.world import SM, ruled, table

CHIPS = table("chips", ["chip"], [{"chip": "v100", SM: "==7.0"}], closed=True)
BUILDS = table("builds", ["torch"], [{"torch": "2.6", SM: ">=7"}])
SYSTEMS = table("systems", [SM], [{SM: ">=7", "os": "linux"}])


def asked(rules: Rules, *terms: str) -> tuple[Verdict, list[tuple[str, str, tuple[str, ...]]]]:
    answer = ask(rules, question(terms, rules.axes))
    return answer.verdict, [(lead.table, lead.about, lead.axes) for lead in answer.leads]


def test_the_missing_part_is_named() -> None:
    rules = ruled(CHIPS, BUILDS, SYSTEMS)
    assert asked(rules, "torch=2.6", "os=linux") == (
        Verdict.UNKNOWN,
        [("systems", "os", (SM,))],
    )


def test_with_the_missing_part_it_is_answered() -> None:
    rules = ruled(CHIPS, BUILDS, SYSTEMS)
    assert asked(rules, "torch=2.6", "os=linux", SM) == (Verdict.YES, [])


def test_where_more_would_not_help_there_is_no_lead() -> None:
    rules = ruled(CHIPS, BUILDS, SYSTEMS)
    assert asked(rules, "torch=2.6", "os=windows") == (Verdict.UNKNOWN, [])


def test_a_table_on_another_product_is_no_lead() -> None:
    other = table("other", ["cuda"], [{"cuda": "12", "os": "linux"}])
    verdict, leads = asked(ruled(BUILDS, other), "torch=2.6", "os=linux")
    assert (verdict, leads) == (Verdict.UNKNOWN, [])
