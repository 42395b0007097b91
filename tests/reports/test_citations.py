"""Numbering of evidence: by strength, stable, complete."""

from __future__ import annotations

from knowledge.schema.decision import Basis
from knowledge.schema.evidence import Grade
from reports.citations import METHOD, cite, followable, is_entry
from tests.reports import sample


def test_evidence_is_numbered_by_strength() -> None:
    recommendation = sample.recommendation()
    grades = {item.key: item.grade for item in recommendation.evidence}
    order = [grades[key] for key in cite(recommendation).evidence]
    assert order == sorted(order, key=list(Grade).index)
    assert set(order) == set(Grade)


def test_the_order_of_the_input_does_not_matter() -> None:
    recommendation = sample.recommendation()
    shuffled = sample.recommendation(evidence=recommendation.evidence[::-1])
    assert cite(shuffled).evidence == cite(recommendation).evidence


def test_a_measured_cell_leads_to_its_measurement() -> None:
    recommendation = sample.recommendation()
    citations = cite(recommendation)
    for belief in recommendation.matrix.beliefs:
        (anchor,) = citations.of_belief(belief)
        if belief.basis is Basis.MEASURED:
            assert anchor == citations.evidence[belief.evidence[0]]
        elif belief.basis is Basis.DOCUMENTED:
            assert anchor.startswith("d")
        else:
            assert anchor == METHOD


def test_cells_with_the_same_ground_share_a_derivation() -> None:
    recommendation = sample.recommendation()
    shared = [d for d in cite(recommendation).derivations if len(d.beliefs) > 1]
    assert shared
    for derivation in shared:
        assert len({(b.criterion, b.evidence) for b in derivation.beliefs}) == 1


def test_every_measurement_has_an_entry_or_a_record() -> None:
    recommendation = sample.recommendation()
    citations = cite(recommendation)
    anchors = [citations.of_measurement(m)[0] for m in recommendation.measurements]
    assert len(set(anchors)) == len(anchors)
    assert {anchor[0] for anchor in anchors} == {"e", "m"}


def test_keys_without_an_entry_are_left_out() -> None:
    citations = cite(sample.recommendation())
    assert citations.of_keys(["claim:nobody:nothing"]) == ()


def test_only_web_pages_can_be_followed() -> None:
    assert followable("https://example.org/a?b=c")
    for address in ("javascript:alert(1)", "data:text/html,x", "pkg:pypi/torch@2.13.0", ""):
        assert not followable(address)


def test_labels() -> None:
    assert is_entry("d3")
    assert not is_entry("excluded")
