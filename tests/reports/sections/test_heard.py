"""What articles say stands beside ours, and where it was found."""

from __future__ import annotations

from knowledge.schema.report import Code, Definitions, Table
from knowledge.texts import Texts
from reports.sections import heard
from tests.reports import sample
from tests.reports.sample_dossier import dossier

ANSWER = sample.recommendation()
EN = Texts("en")


def test_nothing_without_a_dossier() -> None:
    assert heard.build(ANSWER, EN) == ()


def test_stars_stand_beside_ours() -> None:
    table = next(b for b in heard.build(ANSWER, EN, dossier()) if isinstance(b, Table))
    assert [row[4].text for row in table.rows] == [
        "the article gives 1.8 more",
        "less than one star",
        "the article gives 2.2 fewer",
    ]
    assert table.rows[0][3].sub == "3.0–3.3, 90% known"


def test_claims_have_a_verdict_a_finding_and_a_source() -> None:
    reasons, found = (b for b in heard.build(ANSWER, EN, dossier()) if isinstance(b, Definitions))
    assert [item.term.rpartition("; ")[2] for item in reasons.items] == [
        "what we miss most",
        "what counts most with us",
    ]
    first, second = found.items
    assert first.anchor == "c1"
    assert first.text == "s1-001. Never-released: What is said: plain (source: A page plain)."
    assert first.link == "https://example.org/page"
    assert second.link == ""
    assert "Unverifiable" in second.text


def test_the_others_can_be_looked_up() -> None:
    codes = [b.text for b in heard.build(ANSWER, EN, dossier()) if isinstance(b, Code)]
    assert codes == ["advisor claims list"]
