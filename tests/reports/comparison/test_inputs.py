"""Two answers that differ in one part of the input are said to differ in that part alone."""

from __future__ import annotations

from typing import Any

import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Assumption, EvidenceItem
from knowledge.texts import Texts
from reports.comparison import asked, grounds, tables
from reports.comparison.inputs import different, requirements, scales, unverified
from tests.reports import sample
from tests.reports.sample_stakeholders import disputed

BASE = sample.recommendation(weight_certainty=30.0)
VETO = LocalText(en="Latency is no worse than 5 ms", zh="延迟不劣于 5 ms")
EN, ZH = Texts("en"), Texts("zh")


def weighed(first: float) -> Any:
    criteria = BASE.matrix.criteria
    views = (criteria[0].model_copy(update={"weight": first}), *criteria[1:])
    return BASE.matrix.model_copy(update={"criteria": views})


def rescaled() -> Any:
    first, *rest = BASE.matrix.criteria
    anchors = first.anchors.model_copy(update={"worst": 2 * first.anchors.worst})
    views = (first.model_copy(update={"anchors": anchors}), *rest)
    return BASE.matrix.model_copy(update={"criteria": views})


def digests(**changes: str) -> Any:
    return BASE.digests.model_copy(update=changes)


def aged() -> tuple[EvidenceItem, ...]:
    first, *rest = BASE.evidence
    since = None if first.stale_since else sample.CREATED.date()
    return first.model_copy(update={"stale_since": since}), *rest


ONE_PART: dict[str, dict[str, Any]] = {
    "scenario": {"scenario": "mobile"},
    "target": {"target": LocalText(en="Phones", zh="手机")},
    "requirements": {"requirements": (VETO,)},
    "assumptions": {
        "assumptions": (
            Assumption(key="k", pin="jax:os.linux=true", statement=LocalText(en="J", zh="J")),
        )
    },
    "weights": {"matrix": weighed(0.9)},
    "certainty": {"weight_certainty": 100.0},
    "people": {"stakeholders": disputed(BASE).stakeholders},
    "scales": {"matrix": rescaled()},
    "measurements": {"measurements": BASE.measurements[1:]},
    "machine": {"host": sample.host().model_copy(update={"id": "another"})},
    "knowledge": {"digests": digests(knowledge="0")},
    "overlays": {"overlays": ("mine",)},
    "program": {"digests": digests(code="0")},
    "seed": {"seed": 7},
    "draws": {"draws": 5},
    "ages": {"evidence": aged()},
}


@pytest.mark.parametrize("part", ONE_PART)
def test_a_pair_that_differs_in_one_part_is_said_to(part: str) -> None:
    other = BASE.model_copy(update=ONE_PART[part])
    assert different(BASE, other) == (part,)
    for texts in (EN, ZH):
        first, *_ = asked.inputs(BASE, other, texts)
        assert texts.t(f"report.comparison.inputs.{part}") in first.text  # type: ignore[union-attr]
    (sides,) = tables.sides(BASE, other, EN)
    marked = [row[0].text for row in sides.rows if row[3].text == "differs"]  # type: ignore[union-attr]
    in_text_only = {"weights", "certainty", "scales", "ages"}
    assert len(marked) == (0 if part in in_text_only else 1)


def test_the_same_run_differs_in_nothing() -> None:
    assert different(BASE, BASE) == ()
    (only,) = asked.inputs(BASE, BASE, EN)
    assert only.text.startswith("Nothing that went in differs")  # type: ignore[union-attr]
    assert not tuple(asked.asked(BASE, BASE, EN))
    assert scales(BASE, BASE) == ()


def test_a_veto_is_named_on_the_side_that_has_it() -> None:
    with_veto = BASE.model_copy(update={"requirements": (VETO,)})
    assert requirements(BASE, with_veto).after == (VETO,)
    assert requirements(with_veto, BASE).before == (VETO,)
    said = [block.text for block in asked.inputs(BASE, with_veto, EN)]  # type: ignore[union-attr]
    assert f"Required now and not before: “{VETO.en}”." in said
    (table,) = asked.asked(with_veto, BASE, EN)
    assert [c.text for c in table.rows[0]] == ["requirement", VETO.en, "the run before"]  # type: ignore[union-attr]


def test_many_new_requirements_are_counted_in_the_answer_and_listed_below() -> None:
    many = tuple(LocalText(en=f"R{n}", zh=f"要求{n}") for n in range(4))
    other = BASE.model_copy(update={"requirements": many})
    said = [block.text for block in asked.inputs(BASE, other, EN)]  # type: ignore[union-attr]
    assert any(text.startswith("4 requirements are new") for text in said)
    (table,) = asked.asked(BASE, other, EN)
    assert len(table.rows) == 4  # type: ignore[union-attr]


def test_requirements_that_could_not_be_checked_are_counted() -> None:
    other = BASE.model_copy(update={"unverified": ()})
    assert unverified(BASE, other) == {"operators": (1, 0)}


def test_only_chance_is_left_where_the_seed_alone_differs() -> None:
    said = [b.text for b in asked.inputs(BASE, BASE.model_copy(update={"seed": 1}), EN)]  # type: ignore[union-attr]
    assert "whatever the answers differ in is chance" in said[1]


def test_measurements_of_one_run_alone_are_told_and_never_called_the_same() -> None:
    fewer = BASE.model_copy(update={"measurements": BASE.measurements[2:]})
    count, table = grounds.results(BASE, fewer, EN)
    assert "the same in both" in count.text  # type: ignore[union-attr]
    assert [row[4].text for row in table.rows] == ["only before", "only before"]  # type: ignore[union-attr]
    (same,) = grounds.results(BASE, BASE, EN)
    assert "same measurements" in same.text  # type: ignore[union-attr]
    none = BASE.model_copy(update={"measurements": ()})
    assert not tuple(grounds.results(none, none, EN))


def test_facts_that_are_not_needed_any_more_are_no_news_of_the_knowledge_base() -> None:
    fewer = BASE.model_copy(update={"evidence": BASE.evidence[:-2]})
    gone = [item for item in BASE.evidence[-2:] if not item.key.startswith("measurement:")]
    counted, base = grounds.facts(BASE, fewer, EN)
    wanted = "one fact" if len(gone) == 1 else f"{len(gone)} facts"
    assert f"The run before cites {wanted}" in counted.text  # type: ignore[union-attr]
    assert "The knowledge base is the same" in base.text  # type: ignore[union-attr]
    moved = fewer.model_copy(update={"digests": digests(knowledge="0")})
    *_, table = grounds.facts(BASE, moved, EN)
    assert {row[0].text for row in table.rows} == {"cited only before"}  # type: ignore[union-attr]


def test_a_stack_out_for_another_reason_is_not_said_to_be_back() -> None:
    first = BASE.excluded[0]
    other = first.model_copy(update={"requirement": "veto.latency", "title": VETO})
    mended = BASE.model_copy(update={"excluded": (other, *BASE.excluded[1:])})
    (table,) = tables.ruled(BASE, mended, EN)
    assert {row[1].text for row in table.rows} == {  # type: ignore[union-attr]
        "ruled out by this too now",
        "still ruled out, no longer by this",
    }


def test_stacks_that_left_the_ranking_say_where_they_went() -> None:
    second = BASE.ranking[1]
    out = BASE.excluded[0].model_copy(update={"alternative": second.id})
    rest = tuple(row for row in BASE.ranking if row is not second)
    after = BASE.model_copy(update={"ranking": rest, "excluded": (out,)})
    (table,) = tables.places(BASE, after, EN)
    row = next(r for r in table.rows if r[0].text == second.label)  # type: ignore[union-attr]
    assert row[5].sub == "ruled out"
    (same,) = tables.places(BASE, BASE, EN)
    assert "The ranking is the same in both" in same.text  # type: ignore[union-attr]
