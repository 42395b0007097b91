"""The tables of a comparison, each under its heading; empty where nothing differs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Cell, Paragraph, Table
from reports import wording
from reports.comparison.causes import lead
from reports.comparison.differences import (
    EvidenceChange,
    Pair,
    clear,
    evidence,
    exclusions,
    measurements,
)
from reports.host import host_line

if TYPE_CHECKING:
    from knowledge.schema.decision import EvidenceItem, Recommendation
    from knowledge.schema.probing import Measurement
    from knowledge.texts import Texts

FELT = 0.0005
"""Changes of a lead below this are not seen in three decimals."""
ROWS = 40
"""Rows of a table; what is left out is counted."""


def titles(before: Recommendation, after: Recommendation, texts: Texts) -> dict[str, str]:
    """Criterion to its title."""
    views = (*before.matrix.criteria, *after.matrix.criteria)
    return {view.id: view.title.in_language(texts.language) for view in views}


def labels(before: Recommendation, after: Recommendation) -> dict[str, str]:
    """Stack to its label."""
    return {ranked.id: ranked.label for ranked in (*before.ranking, *after.ranking)}


def sides(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """What the two were made of."""
    rows = []
    for name, old, new in _facts(before, after, texts):
        state = texts.t("report.dash" if old == new else "report.comparison.sides.differs")
        label = texts.t(f"report.comparison.sides.{name}")
        rows.append((Cell(text=label), Cell(text=old), Cell(text=new), Cell(text=state)))
    yield Table(
        caption=texts.t("report.comparison.sides.caption"),
        columns=_columns("sides", ("what", "before", "after", "change"), texts),
        rows=tuple(rows),
    )


def _facts(
    before: Recommendation, after: Recommendation, texts: Texts
) -> Iterator[tuple[str, str, str]]:
    pair = (before, after)
    dash = texts.t("report.dash")

    def both(name: str, values: list[str]) -> tuple[str, str, str]:
        old, new = (value or dash for value in values)
        return name, old, new

    yield both("run", [a.id for a in pair])
    yield both("created", [a.created.isoformat(timespec="seconds") for a in pair])
    yield both("scenario", [a.scenario_title.in_language(texts.language) for a in pair])
    yield both("machine", [host_line(a.host, texts) for a in pair])
    if before.stakeholders is not None or after.stakeholders is not None:
        yield both("weights_of", [_people(a, texts) for a in pair])
    yield both("measured", [wording.whole(texts, len(a.measurements)) for a in pair])
    yield both("version", [a.version for a in pair])
    yield both("knowledge", [a.digests.knowledge for a in pair])
    yield both("code", [a.digests.code for a in pair])
    yield both("inputs", [a.digests.inputs for a in pair])
    yield both("seed", [str(a.seed) for a in pair])
    yield both("draws", [wording.whole(texts, a.draws) for a in pair])


def _people(answer: Recommendation, texts: Texts) -> str:
    if answer.stakeholders is None:
        return ""
    return wording.names(texts, [person.who for person in answer.stakeholders.people])


def _columns(part: str, names: tuple[str, ...], texts: Texts) -> tuple[str, ...]:
    shared = {"before", "after", "change"}
    return tuple(
        texts.t(f"report.comparison.column.{name}")
        if name in shared
        else texts.t(f"report.comparison.{part}.{name}")
        for name in names
    )


def causes(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """What moved the lead, by criterion, with the sum."""
    found = lead(before, after)
    if found is None:
        return
    named, title = labels(before, after), titles(before, after, texts)
    pair = {"one": named[found.one], "other": named[found.other]}
    yield Paragraph(text=texts.t("report.comparison.causes.intro", **pair))
    rows = [
        (title[cause.criterion], (cause.by_weight, cause.by_evidence, cause.together))
        for cause in found.causes
    ]
    sums = [math.fsum(values[n] for _, values in rows) for n in range(3)]
    rows.append((texts.t("report.contributions.total"), (sums[0], sums[1], sums[2])))
    yield Table(
        caption=texts.t("report.comparison.causes.caption", **pair),
        columns=_columns("causes", ("criterion", "weight", "evidence", "together"), texts),
        rows=tuple(
            (Cell(text=name), *(Cell(text=wording.signed(texts, value)) for value in values))
            for name, values in rows
        ),
        numeric=(1, 2, 3),
    )


def places(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Every ranked stack with its places and values."""
    named = labels(before, after)
    if not named:
        return
    sides_ = [
        {r.id: (number, r) for number, r in enumerate(answer.ranking, start=1)}
        for answer in (before, after)
    ]
    dash = texts.t("report.dash")
    order = sorted(named, key=lambda id_: (_place(sides_[1], id_), _place(sides_[0], id_)))
    rows = []
    for id_ in order[:ROWS]:
        cells = [Cell(text=named[id_])]
        for side in sides_:
            number, ranked = side.get(id_, (None, None))
            if number is None or ranked is None:
                cells += [Cell(text=dash), Cell(text=dash), Cell(text=dash)]
                continue
            value = wording.score(texts, ranked.expected.point)
            share = wording.share(texts, ranked.rank_acceptability[0])
            cells += [
                Cell(text=wording.whole(texts, number)),
                Cell(text=value, sub=wording.score_interval(texts, ranked.expected)),
                Cell(text=share),
            ]
        rows.append(tuple(cells))
    names = ("place", "value", "first")
    columns = [
        texts.t(f"report.comparison.places.{name}_{side}")
        for side in ("before", "after")
        for name in names
    ]
    yield Table(
        caption=texts.t("report.comparison.places.caption"),
        columns=(texts.t("report.ranking.stack"), *columns),
        rows=tuple(rows),
        numeric=(1, 2, 3, 4, 5, 6),
    )
    yield from _left(len(order) - ROWS, texts)


def _place(side: Mapping[str, tuple[int, object]], id_: str) -> int:
    return side[id_][0] if id_ in side else len(side) + 1


def _left(count: int, texts: Texts) -> Iterator[Block]:
    if count > 0:
        yield Paragraph(text=wording.counted(texts, "report.comparison.left", count))


def weights(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """The weights of both, the most changed first."""
    old = {view.id: view.weight for view in before.matrix.criteria}
    new = {view.id: view.weight for view in after.matrix.criteria}
    change = {name: new.get(name, 0.0) - old.get(name, 0.0) for name in {**old, **new}}
    if all(abs(size) < FELT for size in change.values()):
        yield Paragraph(text=texts.t("report.comparison.weights.same"))
        return
    title, dash = titles(before, after, texts), texts.t("report.dash")
    order = sorted(change, key=lambda name: (-abs(change[name]), name))
    yield Table(
        caption=texts.t("report.comparison.weights.caption"),
        columns=_columns("weights", ("criterion", "before", "after"), texts),
        rows=tuple(
            (
                Cell(text=title[name]),
                Cell(text=texts.percent(old[name], 1) if name in old else dash),
                Cell(text=texts.percent(new[name], 1) if name in new else dash),
            )
            for name in order
        ),
        numeric=(1, 2),
    )


def ruled(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """What is ruled out in one of them alone."""
    rows = [
        (
            Cell(text=one.label),
            Cell(text=texts.t(f"report.comparison.ruled.{key}")),
            Cell(text=one.title.in_language(texts.language)),
            Cell(text=one.reason.in_language(texts.language)),
        )
        for here, there, key in ((after, before, "now"), (before, after, "no_more"))
        for one in exclusions(here, there)
    ]
    if not rows:
        return
    yield Table(
        caption=texts.t("report.comparison.ruled.caption"),
        columns=_columns("ruled", ("stack", "change", "requirement", "reason"), texts),
        rows=tuple(rows[:ROWS]),
    )
    yield from _left(len(rows) - ROWS, texts)


def results(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Tasks that were measured anew, with the ratio of the times and the versions."""
    pairs = measurements(before, after)
    if not pairs:
        if before.measurements and after.measurements:
            yield Paragraph(text=texts.t("report.comparison.results.same"))
        return
    if before.host.id != after.host.id:
        yield Paragraph(text=texts.t("report.comparison.results.machines"))
    names = ("task", "before", "after", "ratio", "clear", "versions")
    yield Table(
        caption=texts.t("report.comparison.results.caption"),
        columns=_columns("results", names, texts),
        rows=tuple(_result(pair, texts) for pair in pairs[:ROWS]),
        numeric=(1, 2, 3),
    )
    yield from _left(len(pairs) - ROWS, texts)


def _result(pair: Pair, texts: Texts) -> tuple[Cell, ...]:
    task = {"workload": pair.after.workload, "batch": wording.whole(texts, pair.after.batch)}
    ratio = pair.ratio
    dash = texts.t("report.dash")
    versions = [m.version or dash for m in (pair.before, pair.after)]
    same = versions[0] == versions[1]
    return (
        Cell(text=pair.after.stack, sub=texts.t("report.measurements.task", **task)),
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
    """Evidence that differs; a sentence where the knowledge is the same."""
    found = evidence(before, after)
    if not found:
        same = before.digests.knowledge == after.digests.knowledge
        yield Paragraph(text=texts.t(f"report.comparison.facts.{'same' if same else 'untouched'}"))
        return
    yield Paragraph(text=texts.t("report.comparison.facts.intro"))
    yield Table(
        caption=texts.t("report.comparison.facts.caption"),
        columns=_columns("facts", ("change", "before", "after"), texts),
        rows=tuple(_fact(change, texts) for change in found[:ROWS]),
    )
    yield from _left(len(found) - ROWS, texts)


def _fact(change: EvidenceChange, texts: Texts) -> tuple[Cell, ...]:
    return (
        Cell(text=texts.t(f"report.comparison.facts.{change.kind}"), sub=change.key),
        *(_item(item, texts) for item in (change.before, change.after)),
    )


def _item(item: EvidenceItem | None, texts: Texts) -> Cell:
    if item is None:
        return Cell(text=texts.t("report.dash"))
    key = "graded" if item.stale_since is None else "graded_stale"
    return Cell(
        text=item.statement.in_language(texts.language),
        sub=texts.t(f"report.comparison.facts.{key}", grade=texts.t(f"grade.{item.grade}")),
    )
