"""The table of conversions: how the artefacts were made that runtimes ran, and what that cost.

Routes are shown by their ids, which lead to `advisor kb show`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from knowledge.schema.report import Cell, Table
from reports import wording

if TYPE_CHECKING:
    from knowledge.schema.probing import Conversion, Measurement
    from knowledge.texts import Texts
    from reports.citations import Citations

COLUMNS = ("stack", "converter", "took", "size", "delegated", "error")
MIB = 2**20


def conversions(measurements: Sequence[Measurement], texts: Texts, citations: Citations) -> Table:
    """One row per measurement of a stack that ran, or should have run, a converted model."""
    return Table(
        caption=texts.t("report.measurements.conversions"),
        columns=tuple(texts.t(f"report.measurements.{name}") for name in COLUMNS),
        notes=(
            *("",) * 4,
            texts.t("report.measurements.delegated_note"),
            texts.t("report.measurements.error_note"),
        ),
        rows=tuple(
            tuple(_row(m, m.conversion, texts, citations.of_measurement(m)))
            for m in measurements
            if m.conversion is not None
        ),
        numeric=(2, 3, 4, 5),
        detail=True,
    )


def _row(
    measurement: Measurement, conversion: Conversion, texts: Texts, anchors: tuple[str, ...]
) -> Iterator[Cell]:
    batch = wording.whole(texts, measurement.batch)
    task = texts.t("report.measurements.task", workload=measurement.workload, batch=batch)
    yield Cell(text=measurement.task.lane, sub=task)
    versions = (f"{name} {version}" for name, version in conversion.versions.items())
    yield Cell(
        text=conversion.converter,
        sub=texts.t("report.separator").join([*versions, *conversion.routes]),
    )
    seconds, size = conversion.seconds, conversion.size_bytes
    for shown in (
        None if seconds is None else texts.duration(seconds),
        None if size is None else wording.amount(texts, size / MIB, "MiB"),
        None if conversion.delegated is None else wording.share(texts, conversion.delegated),
        None if conversion.max_error is None else wording.scientific(conversion.max_error),
    ):
        if shown is None:
            yield Cell(text=texts.t("report.not_known"), short=texts.t("report.dash"))
        else:
            yield Cell(text=shown, evidence=anchors)
