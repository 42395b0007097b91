"""Evidence is listed by grade, with source, place and date; derivations name their pieces."""

from __future__ import annotations

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Definition, Definitions, Heading, Paragraph
from knowledge.texts import Texts
from reports.sections import evidence
from tests.reports import sample


def entries(recommendation: Recommendation | None = None, language: str = "en") -> list[Definition]:
    blocks = evidence.build(recommendation or sample.recommendation(), Texts(language))
    return [item for b in blocks if isinstance(b, Definitions) for item in b.items]


def test_headings_go_from_the_strongest_grade_to_the_weakest() -> None:
    blocks = evidence.build(sample.recommendation(), Texts("en"))
    headings = [b.text for b in blocks if isinstance(b, Heading) and b.level == 3]
    assert headings == [
        "Measured here",
        "Measured elsewhere",
        "Documented",
        "Published",
        "Article",
        "Contradicted",
        "How cells follow from evidence",
        "Records of the measurements",
    ]


def test_a_cited_statement() -> None:
    (fresh,) = [e for e in entries() if e.term.startswith("openvino has serving")]
    assert fresh.text == (
        "Documented: openvino documentation, section serving.official; read on Nov 3, 2026."
    )
    assert fresh.link == "https://example.org/openvino"
    (stale,) = [e for e in entries() if e.term.startswith("litert has serving")]
    assert stale.text.endswith("stale since Mar 1, 2026.")


def test_a_measurement_carries_its_record() -> None:
    (entry,) = [e for e in entries() if e.term == "pytorch/eager on mobilenet-v3-small at batch 1"]
    assert entry.text == (
        "Measured here on Nov 30, 2026. Outcome: ok. Version 2.13.0; threads: 2, processes: 3, "
        "rounds: 12. Largest deviation from the reference: 3.1e-7."
    )


def test_a_measurement_without_result_says_why_and_notes_are_kept() -> None:
    (skipped,) = [
        e for e in entries() if e.term.startswith("tensorflow/xla, ") and "batch 1" in e.term
    ]
    assert skipped.text == "Outcome: skipped. Reason: the budget of 150 s was spent"
    unsteady = next(e for e in entries() if e.term.startswith("jax/jit on"))
    assert "Outcome: inconclusive." in unsteady.text
    assert "Note: <script>" in unsteady.text


def test_a_derivation_names_its_cells_and_pieces() -> None:
    (shared,) = [e for e in entries() if "PyTorch (eager)" in e.term and "Research" in e.term]
    assert shared.term.startswith("Research flexibility: PyTorch → OpenVINO (cpu), PyTorch →")
    assert len(shared.evidence) == 2
    assert "documented" in shared.text


def test_chinese_sentences_join_without_a_space() -> None:
    entry = next(e for e in entries(language="zh") if e.term.startswith("pytorch/eager 运行"))
    assert entry.text.startswith("本机实测，2026年11月30日。结果：正常。")


def test_no_evidence_is_said() -> None:
    blocks = evidence.build(sample.recommendation(evidence=(), measurements=()), Texts("en"))
    assert [b.text for b in blocks if isinstance(b, Paragraph)] == ["There is no evidence to show."]
