"""Every piece of evidence, every derivation and every measurement record, with an anchor each."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from knowledge.schema.decision import EvidenceItem, Recommendation
from knowledge.schema.probing import Measurement, Status
from knowledge.schema.report import Block, Definition, Definitions, Heading, Paragraph
from reports import wording
from reports.citations import Citations, Derivation, cite

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 80


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """Evidence by grade, strongest first, then derivations of cells, then records."""
    citations = cite(recommendation)
    heading = Heading(text=texts.t("report.evidence.heading"), anchor="evidence")
    entries = [
        *_by_grade(recommendation, texts, citations),
        *_derivations(recommendation, texts, citations),
        *_records(recommendation, texts, citations),
    ]
    if not entries:
        return heading, Paragraph(text=texts.t("report.evidence.none"))
    return heading, Paragraph(text=texts.t("report.evidence.intro")), *entries


def entries(recommendation: Recommendation, texts: Texts, anchors: Container[str]) -> Definitions:
    """The entries with these anchors alone, for a format that shows no more of the evidence."""
    citations = cite(recommendation)
    return Definitions(
        items=tuple(
            _entry(item, recommendation, texts, citations)
            for item in recommendation.evidence
            if citations.evidence[item.key] in anchors
        )
    )


def _entry(
    item: EvidenceItem, recommendation: Recommendation, texts: Texts, citations: Citations
) -> Definition:
    measured = {f"measurement:{m.id}": m for m in recommendation.measurements}
    origin = _origin(item, texts)
    return Definition(
        anchor=citations.evidence[item.key],
        term=item.statement.in_language(texts.language),
        text=_record(measured[item.key], origin, texts) if item.key in measured else origin,
        link=item.address,
        **_apart(item, texts),
    )


def _apart(item: EvidenceItem, texts: Texts) -> dict[str, str]:
    """The source, and the place in it, each for itself."""
    if not (item.source and item.locator and item.read):
        return {}
    stale = "" if item.stale_since is None else texts.date(item.stale_since)
    return {
        "source": texts.t("report.evidence.source", source=item.source, read=texts.date(item.read)),
        "place": texts.t("report.evidence.place_stale", place=item.locator, stale=stale)
        if stale
        else texts.t("report.evidence.place", place=item.locator),
    }


def _by_grade(
    recommendation: Recommendation, texts: Texts, citations: Citations
) -> Iterator[Block]:
    number = {key: order for order, key in enumerate(citations.evidence)}
    ordered = sorted(recommendation.evidence, key=lambda item: number[item.key])
    for grade, items in groupby(ordered, key=lambda item: item.grade):
        yield Heading(
            text=wording.capital(texts.t(f"grade.{grade}")), level=3, anchor=f"grade-{grade}"
        )
        yield Definitions(
            items=tuple(_entry(item, recommendation, texts, citations) for item in items)
        )


def _origin(item: EvidenceItem, texts: Texts) -> str:
    grade = wording.capital(texts.t(f"grade.{item.grade}"))
    if item.source and item.locator and item.read:
        facts = {"source": item.source, "locator": item.locator, "read": texts.date(item.read)}
        if item.stale_since:
            stale = texts.date(item.stale_since)
            return texts.t("report.evidence.cited_stale", grade=grade, stale=stale, **facts)
        return texts.t("report.evidence.cited", grade=grade, **facts)
    if item.source:
        return texts.t("report.evidence.sourced", grade=grade, source=item.source)
    if item.read:
        return texts.t("report.evidence.measured", grade=grade, read=texts.date(item.read))
    return texts.t("report.evidence.bare", grade=grade)


def _derivations(
    recommendation: Recommendation, texts: Texts, citations: Citations
) -> Iterator[Block]:
    if not citations.derivations:
        return
    titles = {c.id: c.title.in_language(texts.language) for c in recommendation.matrix.criteria}
    labels = {a.id: a.label for a in recommendation.matrix.alternatives}
    heading = texts.t("report.evidence.derivations")
    yield Heading(text=heading, level=3, anchor="derivations")
    yield Definitions(
        items=tuple(
            Definition(
                anchor=derivation.anchor,
                term=texts.t(
                    "report.evidence.derivation_term",
                    criterion=titles[derivation.beliefs[0].criterion],
                    names=wording.names(
                        texts, [labels[belief.alternative] for belief in derivation.beliefs]
                    ),
                ),
                text=_derivation(derivation, texts),
                evidence=citations.of_keys(derivation.beliefs[0].evidence),
            )
            for derivation in citations.derivations
        )
    )


def _derivation(derivation: Derivation, texts: Texts) -> str:
    belief = derivation.beliefs[0]
    facts = {
        "grade": texts.t(f"grade.{belief.grade}" if belief.grade else "report.not_known"),
        "coverage": wording.share_in_words(texts, belief.coverage),
    }
    if belief.stale_since is None:
        return texts.t("report.evidence.derivation", **facts)
    stale = texts.date(belief.stale_since)
    return texts.t("report.evidence.derivation_stale", stale=stale, **facts)


def _records(recommendation: Recommendation, texts: Texts, citations: Citations) -> Iterator[Block]:
    items = tuple(
        Definition(
            anchor=citations.records[m.id],
            term=texts.t(
                "report.evidence.record_term",
                stack=m.task.lane,
                workload=m.workload,
                batch=wording.whole(texts, m.batch),
            ),
            text=_record(m, "", texts),
        )
        for m in recommendation.measurements
        if m.id in citations.records
    )
    if items:
        yield Heading(text=texts.t("report.evidence.records"), level=3, anchor="records")
        yield Definitions(items=items)


def _record(measurement: Measurement, origin: str, texts: Texts) -> str:
    """Outcome, version, threads, processes, rounds, parity and notes of one measurement."""
    text = _result(measurement, texts) if measurement.status is Status.OK else None
    if text is None:
        text = texts.t(
            "report.evidence.record_missing",
            outcome=texts.t(f"status.{measurement.status}"),
            reason=texts.say(measurement.message) or texts.t("report.measurements.no_reason"),
        )
    for note in measurement.notes:
        text = texts.t(
            "report.evidence.record_note", record=text, note=texts.say(note).rstrip(".。")
        )
    return texts.t("report.evidence.record_origin", origin=origin, record=text) if origin else text


def _result(measurement: Measurement, texts: Texts) -> str:
    facts = {
        "outcome": texts.t(
            "status.ok" if measurement.steady else "report.measurements.inconclusive"
        ),
        "version": measurement.version or texts.t("report.not_known"),
        "threads": wording.whole(texts, measurement.threads),
        "processes": wording.whole(texts, measurement.processes),
        "rounds": wording.whole(texts, measurement.rounds),
    }
    if measurement.parity is None:
        return texts.t("report.evidence.record", **facts)
    error = wording.scientific(measurement.parity.max_abs_error)
    return texts.t("report.evidence.record_parity", error=error, **facts)
