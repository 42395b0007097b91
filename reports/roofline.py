"""Where results stand under what the machine can do at most: ceilings, chart and table.

Also the machine's noise and the findings about results: all that says how far to trust a number.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from knowledge.roofline import Standing, highest, standing
from knowledge.schema.report import Block, Cell, Paragraph, RooflineChart, RooflinePoint, Table
from reports import wording

if TYPE_CHECKING:
    from knowledge.schema.machine import Roofline
    from knowledge.schema.probing import Measurement
    from knowledge.texts import Texts
    from reports.citations import Citations

COLUMNS = ("stack", "task", "share", "bound", "reached", "intensity")
GIGA = 1e9
Placed = tuple["Measurement", Standing]


def placed(measurements: Sequence[Measurement], roofline: Roofline | None) -> list[Placed]:
    """The results that can be placed under a roofline, the best share first per workload."""
    if roofline is None:
        return []
    found = [(m, where) for m in measurements if (where := standing(m, roofline)) is not None]
    # What computes nothing has no place in the chart, whose marks are numbered as the rows are.
    return sorted(
        found,
        key=lambda each: (
            each[1].flops_s <= 0, each[0].workload, each[0].batch, -each[1].share.point
        ),
    )  # fmt: skip


def roofline_of(measurements: Sequence[Measurement]) -> Roofline | None:
    """The highest ceilings that the measurements know of."""
    return highest(m.roofline for m in measurements if m.roofline is not None)


def blocks(
    measurements: Sequence[Measurement], texts: Texts, citations: Citations
) -> Iterator[Block]:
    """Ceilings, chart and table, then noise and findings; nothing where nothing is known."""
    roofline = roofline_of(measurements)
    found = placed(measurements, roofline)
    if roofline is not None and found:
        yield Paragraph(text=ceilings(roofline, texts), detail=True)
        if found[0][1].flops_s > 0:
            yield chart(found, roofline, texts)
        yield _table(found, texts, citations)
        beyond = beyond_sentence(found, texts)
        if beyond:
            yield Paragraph(text=beyond, detail=True)
    noise = noise_sentence(measurements, texts)
    if noise:
        yield Paragraph(text=noise, detail=True)
    energy = energy_sentence(measurements, texts)
    if energy:
        yield Paragraph(text=energy, detail=True)
    if any(m.findings for m in measurements):
        yield _findings(measurements, texts, citations)


def ceilings(roofline: Roofline, texts: Texts) -> str:
    """What the machine can do at most, and what showed it."""
    peak, width = roofline.peaks[0], roofline.bandwidth
    return texts.t(
        "report.roofline.ceilings",
        rate=wording.amount(texts, peak.flops_s / GIGA, "GFLOP/s"),
        by=peak.by,
        bandwidth=wording.amount(texts, width.bytes_s / GIGA, "GB/s"),
        kernel=width.kernel,
        threads=wording.whole(texts, width.threads),
    )


def share_of(where: Standing, texts: Texts) -> str:
    """The share reached; over the ceiling only that, since no share can be over 100 %."""
    if not where.beyond:
        return wording.share(texts, where.share.point)
    return f"≥ {texts.percent(1.0)}{' !' if where.disturbed else ''}"


def interval_of(where: Standing, texts: Texts) -> str:
    """The interval of the share, up to the ceiling."""
    return texts.t(
        "report.interval",
        low=wording.share(texts, min(1.0, where.share.low)),
        high=wording.share(texts, min(1.0, where.share.high)),
    )


def beyond_sentence(found: Sequence[Placed], texts: Texts) -> str:
    """What it means that results are over the ceiling; "" where none is."""
    over = [where for _, where in found if where.beyond]
    if not over:
        return ""
    reason = "low-ceiling" if any(where.disturbed for where in over) else "beyond"
    return texts.t(f"report.roofline.{reason}", count=wording.whole(texts, len(over)))


def chart(found: Sequence[Placed], roofline: Roofline, texts: Texts) -> RooflineChart:
    """The chart; its marks are the rows of the table."""
    best, worst = (pick(found, key=lambda each: each[1].share.point) for pick in (max, min))
    alt = texts.t(
        "report.roofline.alt",
        count=wording.whole(texts, len(found)),
        best=best[0].stack,
        high=share_of(best[1], texts),
        worst=worst[0].stack,
        low=share_of(worst[1], texts),
    )
    return RooflineChart(
        title=texts.t("report.roofline.title"),
        alt=alt,
        x=texts.t("report.roofline.x"),
        y=texts.t("report.roofline.y"),
        peak=roofline.peaks[0].flops_s,
        bandwidth=roofline.bandwidth.bytes_s,
        points=tuple(
            RooflinePoint(
                label=f"{m.task.lane} {m.workload} × {m.batch}",
                intensity=where.intensity,
                rate=where.flops_s,
                text=share_of(where, texts),
            )
            for m, where in found
            if where.flops_s > 0
        ),
    )


def _table(found: Sequence[Placed], texts: Texts, citations: Citations) -> Table:
    return Table(
        caption=texts.t("report.roofline.caption"),
        columns=tuple(texts.t(f"report.roofline.{name}") for name in COLUMNS),
        rows=tuple(
            tuple(_row(number, m, where, texts, citations))
            for number, (m, where) in enumerate(found, start=1)
        ),
        numeric=(2, 4, 5),
        detail=True,
    )


def _row(
    number: int, m: Measurement, where: Standing, texts: Texts, citations: Citations
) -> Iterator[Cell]:
    yield Cell(text=f"{number}  {m.task.lane}")
    batch = wording.whole(texts, m.batch)
    yield Cell(text=texts.t("report.measurements.task", workload=m.workload, batch=batch))
    yield Cell(
        text=share_of(where, texts),
        sub=interval_of(where, texts),
        mark="measured",
        evidence=citations.of_measurement(m),
    )
    yield Cell(text=texts.t(f"report.roofline.bound-{where.bound}"))
    yield Cell(text=wording.amount(texts, where.flops_s / GIGA, "GFLOP/s"))
    yield Cell(text=wording.plain(texts, where.intensity, ""))


def noise_sentence(measurements: Sequence[Measurement], texts: Texts) -> str:
    """What was told of the machine's noise before the latest run; "" where nothing was."""
    told = [m for m in measurements if m.noise is not None]
    if not told:
        return ""
    noise = max(told, key=lambda m: m.started).noise
    if noise is None:
        return ""
    return texts.t(
        "report.roofline.noise",
        within=wording.share(texts, noise.within),
        between=wording.share(texts, noise.between),
        processes=wording.whole(texts, noise.processes),
        cores=texts.number(noise.foreign_cpu, 2),
    )


def energy_sentence(measurements: Sequence[Measurement], texts: Texts) -> str:
    """That energy is not counted here, and why; "" where it is, or nothing was asked."""
    told = [m.energy for m in measurements if m.energy is not None]
    if not told or any(each.joules is not None for each in told):
        return ""
    return texts.t("report.roofline.no-energy", why=texts.say(told[-1].absent))


def _findings(measurements: Sequence[Measurement], texts: Texts, citations: Citations) -> Table:
    language = texts.language
    joiner = texts.t("report.roofline.and")
    names = ("stack", "task", "finding", "evidence", "remedy")
    return Table(
        caption=texts.t("report.roofline.findings"),
        columns=tuple(texts.t(f"report.roofline.{name}") for name in names),
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
                Cell(
                    text=each.title.in_language(language),
                    sub=texts.t(f"report.roofline.{each.severity}"),
                    evidence=citations.of_measurement(m),
                ),
                Cell(text=joiner.join(one.in_language(language) for one in each.evidence)),
                Cell(text=each.remedy.in_language(language)),
            )
            for m in measurements
            for each in m.findings
        ),
        detail=True,
    )
