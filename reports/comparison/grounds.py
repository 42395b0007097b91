"""What two recommendations rest on: measurements and cited facts that are not the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Cell, Paragraph, Table
from reports import wording
from reports.comparison.differences import (
    EvidenceChange,
    Lone,
    Pair,
    clear,
    evidence,
    measured_once,
    measurements,
    moved_only,
)
from reports.comparison.tables import ROWS, columns, left

if TYPE_CHECKING:
    from knowledge.schema.decision import EvidenceItem, Recommendation
    from knowledge.schema.probing import Measurement
    from knowledge.texts import Texts


def results(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Tasks that were measured anew, or in one alone; sentences on what both rest on."""
    pairs, lone = measurements(before, after), measured_once(before, after)
    if not before.measurements and not after.measurements:
        return
    if not pairs and not lone:
        yield Paragraph(text=texts.t("report.comparison.results.same"))
        return
    shared = len({m.id for m in before.measurements} & {m.id for m in after.measurements})
    if shared:
        yield Paragraph(text=wording.counted(texts, "report.comparison.results.shared", shared))
    if pairs and before.host.id != after.host.id:
        yield Paragraph(text=texts.t("report.comparison.results.machines"))
    names = ("task", "before", "after", "ratio", "clear", "versions")
    rows = [*(_result(pair, texts) for pair in pairs), *(_lone(one, texts) for one in lone)]
    yield Table(
        caption=texts.t("report.comparison.results.caption"),
        columns=columns("results", names, texts),
        rows=tuple(rows[:ROWS]),
        numeric=(1, 2, 3),
    )
    yield from left(len(rows) - ROWS, texts)


def _lone(one: Lone, texts: Texts) -> tuple[Cell, ...]:
    dash, m = texts.t("report.dash"), one.measurement
    time = _time(m, texts)
    return (
        _task(m, texts),
        Cell(text=dash if one.now else time),
        Cell(text=time if one.now else dash),
        Cell(text=dash),
        Cell(text=texts.t(f"report.comparison.results.{'now' if one.now else 'then'}")),
        Cell(text=m.version or dash),
    )


def _task(measurement: Measurement, texts: Texts) -> Cell:
    task = {"workload": measurement.workload, "batch": wording.whole(texts, measurement.batch)}
    return Cell(text=measurement.stack, sub=texts.t("report.measurements.task", **task))


def _result(pair: Pair, texts: Texts) -> tuple[Cell, ...]:
    ratio = pair.ratio
    dash = texts.t("report.dash")
    versions = [m.version or dash for m in (pair.before, pair.after)]
    same = versions[0] == versions[1]
    return (
        _task(pair.after, texts),
        Cell(text=_time(pair.before, texts)),
        Cell(text=_time(pair.after, texts)),
        Cell(
            text=dash if ratio is None else wording.fixed(texts, ratio.point, 2),
            sub="" if ratio is None else wording.score_interval(texts, ratio),
        ),
        Cell(text=_clear(pair, texts)),
        Cell(
            text=versions[1]
            if same
            else texts.t("report.comparison.results.from_to", before=versions[0], after=versions[1])
        ),
    )


def _clear(pair: Pair, texts: Texts) -> str:
    if pair.ratio is None:
        return texts.t("report.dash")
    if not clear(pair):
        return texts.t("report.comparison.results.noise")
    faster = pair.ratio.point < 1
    return texts.t(f"report.comparison.results.{'faster' if faster else 'slower'}")


def _time(measurement: Measurement, texts: Texts) -> str:
    if measurement.latency is None:
        return texts.t(f"status.{measurement.status}")
    return wording.amount(texts, 1e3 * measurement.latency.point, "ms")


def facts(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Evidence that reads otherwise, and what one alone cites.

    Where the knowledge base is the same no fact can have come or gone: what one alone cites is
    counted, not listed as if it were news.
    """
    found = evidence(before, after)
    same = before.digests.knowledge == after.digests.knowledge
    if not found:
        yield Paragraph(text=texts.t(f"report.comparison.facts.{'same' if same else 'untouched'}"))
        return
    shown = [change for change in found if change.kind == "changed" or not same]
    if same:
        for kind in ("added", "removed"):
            count = sum(change.kind == kind for change in found)
            if count:
                key = f"report.comparison.facts.only_{kind}"
                yield Paragraph(text=wording.counted(texts, key, count))
    else:
        yield Paragraph(text=texts.t("report.comparison.facts.intro"))
    if not shown:
        yield Paragraph(text=texts.t("report.comparison.facts.base"))
        return
    yield Table(
        caption=texts.t("report.comparison.facts.caption"),
        columns=columns("facts", ("change", "before", "after"), texts),
        rows=tuple(_fact(change, texts) for change in shown[:ROWS]),
    )
    yield from left(len(shown) - ROWS, texts)


def _fact(change: EvidenceChange, texts: Texts) -> tuple[Cell, ...]:
    pair = (change.before, change.after)
    moved = moved_only(change)
    return (
        Cell(text=texts.t(f"report.comparison.facts.{change.kind}"), sub=change.key),
        *(_item(item, texts, where=moved) for item in pair),
    )


def _item(item: EvidenceItem | None, texts: Texts, *, where: bool) -> Cell:
    """What it says and how sure it is; with its place in the source where only that differs."""
    if item is None:
        return Cell(text=texts.t("report.dash"))
    key = "graded" if item.stale_since is None else "graded_stale"
    facts = {"grade": texts.t(f"grade.{item.grade}")}
    if where:
        key, facts = (
            "placed",
            {"source": item.source, "locator": item.locator, "address": item.address},
        )
    return Cell(
        text=item.statement.in_language(texts.language),
        sub=texts.t(f"report.comparison.facts.{key}", **facts),
    )
