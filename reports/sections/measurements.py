"""What was measured on this machine, and what gave no result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.probing import Estimate, Measurement, Precision, Status
from knowledge.schema.report import Bar, Block, Cell, Heading, IntervalChart, Paragraph, Table
from reports import roofline, wording
from reports.citations import Citations, cite
from reports.conversions import conversions
from reports.precisions import precision_line

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 60
COLUMNS = ("stack", "latency", "throughput", "memory", "first_call", "import", "rounds")


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A chart and table per workload and batch, then the measurements without a result."""
    measurements = recommendation.measurements
    heading = Heading(text=texts.t("report.measurements.heading"), anchor="measurements")
    if not measurements:
        return heading, Paragraph(text=texts.t("report.measurements.none"))
    citations = cite(recommendation)
    blocks: list[Block] = [
        heading,
        Paragraph(text=texts.t("report.measurements.intro"), detail=True),
        Paragraph(text=_summary(measurements, texts)),
    ]
    for (workload, batch, precision), group in _timed(measurements).items():
        # fp32 goes without saying; anything else is never in one chart with it.
        name = workload if precision is Precision.FP32 else f"{workload} ({precision})"
        task = {"workload": name, "batch": wording.whole(texts, batch)}
        blocks.append(_chart(group, task, texts))
        blocks.append(_table(group, task, texts, citations))
    lines = [line for m in measurements if (line := precision_line(m, texts))]
    if lines:
        blocks += [Paragraph(text=texts.t("report.precision.intro"))]
        blocks += [Paragraph(text=line) for line in lines]
    missing = [m for m in measurements if m.status is not Status.OK]
    if missing:
        blocks.append(_missing(missing, texts, citations))
    if any(m.conversion is not None for m in measurements):
        blocks.append(conversions(measurements, texts, citations))
    blocks += roofline.blocks(measurements, texts, citations)
    return tuple(blocks)


def _summary(measurements: tuple[Measurement, ...], texts: Texts) -> str:
    total = wording.whole(texts, len(measurements))
    count = sum(m.status is Status.OK for m in measurements)
    if not count:
        return texts.t("report.measurements.summary.none", total=total)
    return wording.counted(texts, "report.measurements.summary", count, total=total)


def _timed(
    measurements: tuple[Measurement, ...],
) -> dict[tuple[str, int, Precision], list[tuple[Measurement, Estimate]]]:
    """Results with a latency in ms, per workload, batch and precision, fastest first."""
    groups: dict[tuple[str, int, Precision], list[tuple[Measurement, Estimate]]] = {}
    for m in measurements:
        if m.status is Status.OK and m.latency is not None:
            low, point, high = (1e3 * s for s in (m.latency.low, m.latency.point, m.latency.high))
            latency = Estimate(point=point, low=low, high=high)
            groups.setdefault((m.workload, m.batch, m.precision), []).append((m, latency))
    for group in groups.values():
        group.sort(key=lambda pair: pair[1].point)
    return groups


def _chart(
    group: list[tuple[Measurement, Estimate]], task: dict[str, str], texts: Texts
) -> IntervalChart:
    (first, fastest), (last, slowest) = group[0], group[-1]
    ends = {"first": first.stack, "low": wording.amount(texts, fastest.point, "ms")}
    if len(group) == 1:
        alt = texts.t("report.measurements.chart_alt_one", **ends)
    else:
        ends |= {"last": last.stack, "high": wording.amount(texts, slowest.point, "ms")}
        count = wording.whole(texts, len(group))
        alt = texts.t("report.measurements.chart_alt", count=count, **ends)
    bars = tuple(
        Bar(
            label=m.stack,
            point=latency.point,
            low=latency.low,
            high=latency.high,
            text=wording.amount(texts, latency.point, "ms"),
        )
        for m, latency in group
    )
    title = texts.t("report.measurements.chart", **task)
    return IntervalChart(title=title, alt=alt, unit="ms", bars=bars, log=True)


def _table(
    group: list[tuple[Measurement, Estimate]],
    task: dict[str, str],
    texts: Texts,
    citations: Citations,
) -> Table:
    return Table(
        caption=texts.t("report.measurements.caption", **task),
        columns=tuple(texts.t(f"report.measurements.{name}") for name in COLUMNS),
        notes=("", "", "", "", "", "", texts.t("report.measurements.rounds_note")),
        rows=tuple(tuple(_row(m, latency, texts, citations)) for m, latency in group),
        numeric=(1, 2, 3, 4, 5, 6),
        detail=True,
    )


def _row(
    measurement: Measurement, latency: Estimate, texts: Texts, citations: Citations
) -> Iterator[Cell]:
    anchors = citations.of_measurement(measurement)
    around = wording.interval(texts, latency, "ms")
    if not measurement.steady:
        around = texts.t("report.measurements.unsteady", interval=around)
    yield Cell(text=measurement.stack, sub=measurement.version or "")
    yield Cell(
        text=wording.amount(texts, latency.point, "ms"),
        short=wording.plain(texts, latency.point, "ms"),
        sub=around,
        mark="measured",
        evidence=anchors,
    )
    rate = 1e3 * measurement.batch / latency.point if latency.point > 0 else None
    yield _number(wording.amount(texts, rate, "items/s") if rate else None, anchors, texts)
    memory = measurement.memory
    yield _number(wording.amount(texts, memory.point, "MiB") if memory else None, anchors, texts)
    for seconds in (measurement.first_call_s, measurement.import_s):
        shown = None if seconds is None else texts.duration(seconds)
        yield _number(shown, anchors, texts)
    rounds = texts.t(
        "report.measurements.rounds_in",
        rounds=wording.whole(texts, measurement.rounds),
        processes=wording.whole(texts, measurement.processes),
    )
    yield Cell(text=rounds, evidence=anchors)


def _number(shown: str | None, anchors: tuple[str, ...], texts: Texts) -> Cell:
    if shown is None:
        return Cell(text=texts.t("report.not_known"), short=texts.t("report.dash"))
    return Cell(text=shown, evidence=anchors)


def _missing(missing: list[Measurement], texts: Texts, citations: Citations) -> Table:
    return Table(
        caption=texts.t("report.measurements.missing"),
        columns=tuple(
            texts.t(f"report.measurements.{name}")
            for name in ("stack", "workload", "outcome", "reason")
        ),
        rows=tuple(
            (
                Cell(text=m.task.lane),
                Cell(
                    text=texts.t(
                        "report.measurements.task",
                        workload=m.workload,
                        batch=wording.whole(texts, m.batch),
                    )
                ),
                Cell(text=texts.t(f"status.{m.status}")),
                Cell(
                    text=texts.say(m.message) or texts.t("report.measurements.no_reason"),
                    evidence=citations.of_measurement(m),
                ),
            )
            for m in missing
        ),
    )
