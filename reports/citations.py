"""Where a number leads: anchors of evidence entries, of derivations and of measurement records.

Entries with E are single pieces of evidence, with D derivations of a cell from several pieces,
with M measurement records that have no evidence entry of their own. An anchor in upper case is
also the label that a reader sees ("E12").
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from knowledge.schema.decision import Basis, Belief, Recommendation
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Measurement
from knowledge.schema.report import Definitions, Heading, Report

METHOD = "method"
STRENGTH = {grade: rank for rank, grade in enumerate(Grade)}


def is_entry(anchor: str) -> bool:
    """Whether an anchor is a numbered entry, and so a label for readers, or a section.

    >>> is_entry("e12"), is_entry("method")
    (True, False)
    """
    return anchor[1:].isdigit()


def all_anchors(report: Report) -> frozenset[str]:
    """Every anchor a report has, so that a format makes no link that leads nowhere."""
    found: set[str] = set()
    for section in report.sections:
        for block in section.blocks:
            if isinstance(block, Heading):
                found.add(block.anchor)
            elif isinstance(block, Definitions):
                found |= {item.anchor for item in block.items if item.anchor}
    return frozenset(found)


def followable(address: str) -> bool:
    """Whether an address may become a link: web pages only, so that no link runs a script.

    >>> followable("https://example.org"), followable("javascript:alert(1)")
    (True, False)
    """
    return address.startswith(("https://", "http://"))


@dataclass(frozen=True)
class Derivation:
    """Cells of one criterion that rest on the same pieces of evidence in the same way."""

    anchor: str
    beliefs: tuple[Belief, ...]


@dataclass(frozen=True)
class Citations:
    """Anchors of one recommendation; the same recommendation always gets the same anchors."""

    evidence: Mapping[str, str]
    """Evidence key -> anchor."""
    derivations: tuple[Derivation, ...]
    cells: Mapping[tuple[str, str], str]
    """(Alternative, criterion) -> the one anchor that explains the cell."""
    records: Mapping[str, str]
    """Measurement id -> anchor, for measurements without an evidence entry."""

    def of_keys(self, keys: Iterable[str]) -> tuple[str, ...]:
        """Anchors of those evidence keys that have an entry, strongest evidence first."""
        found = {self.evidence[key] for key in keys if key in self.evidence}
        return tuple(sorted(found, key=lambda anchor: int(anchor[1:])))

    def of_belief(self, belief: Belief) -> tuple[str, ...]:
        """The anchor that explains a cell: its evidence, its derivation, or the method."""
        return (self.cells.get((belief.alternative, belief.criterion), METHOD),)

    def of_measurement(self, measurement: Measurement) -> tuple[str, ...]:
        """The entry or record of a measurement."""
        entry = self.evidence.get(f"measurement:{measurement.id}")
        return (entry or self.records[measurement.id],)


def cite(recommendation: Recommendation) -> Citations:
    """Number the evidence, strongest grade first, then the derivations, then the records.

    Within a grade, what stands in one source follows each other, so that a format can name the
    source once above all that it says.
    """
    ordered = sorted(
        recommendation.evidence,
        key=lambda e: (STRENGTH[e.grade], e.source, e.address, str(e.read or ""), e.key),
    )
    evidence = {item.key: f"e{number}" for number, item in enumerate(ordered, start=1)}
    bare = [m.id for m in recommendation.measurements if f"measurement:{m.id}" not in evidence]
    cells: dict[tuple[str, str], str] = {}
    groups: dict[tuple[object, ...], list[Belief]] = {}
    for belief in recommendation.matrix.beliefs:
        cited = tuple(key for key in belief.evidence if key in evidence)
        if len(cited) == 1 and belief.basis is Basis.MEASURED:
            cells[belief.alternative, belief.criterion] = evidence[cited[0]]
        elif cited:
            same = (belief.criterion, cited, belief.grade, belief.coverage, belief.stale_since)
            groups.setdefault(same, []).append(belief)
    derivations = tuple(
        Derivation(anchor=f"d{number}", beliefs=tuple(beliefs))
        for number, beliefs in enumerate(groups.values(), start=1)
    )
    for derivation in derivations:
        cells |= {(b.alternative, b.criterion): derivation.anchor for b in derivation.beliefs}
    return Citations(
        evidence=evidence,
        derivations=derivations,
        cells=cells,
        records={id_: f"m{number}" for number, id_ in enumerate(bare, start=1)},
    )
