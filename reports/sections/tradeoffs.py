"""Latency, throughput and power against each other: who is beaten in all of them, and by whom.

From the measurements alone. What a machine cannot read is said to be unknown, and never counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from knowledge.schema.probing import Status
from knowledge.schema.report import (
    Block,
    Cell,
    Heading,
    Paragraph,
    ScatterChart,
    Spot,
    Table,
)
from reports import wording
from reports.citations import Citations, cite

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.schema.probing import Estimate, Measurement
    from knowledge.texts import Texts

ORDER = 62
LEAST = 2
"""Stacks that a comparison needs."""


@dataclass(frozen=True)
class Place:
    """What one stack reached on one workload."""

    stack: str
    quick: Measurement
    """At the smallest batch: its latency."""
    rapid: Measurement
    """At the batch of the highest throughput."""
    latency: Estimate
    """Seconds."""
    throughput: float
    """Items per second."""
    per_joule: float | None
    """Items per joule, which is throughput per watt; None where no counter can be read."""

    @property
    def axes(self) -> tuple[float, float, float | None]:
        """What is compared, more is better."""
        return -self.latency.point, self.throughput, self.per_joule

    def beats(self, other: Place) -> bool:
        """Whether it is at least as good in all that is known of both, and better in something."""
        pairs = [
            (a, b)
            for a, b in zip(self.axes, other.axes, strict=True)
            if a is not None and b is not None
        ]
        return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """A chart and a table for each workload with two stacks or more; nothing without."""
    everything = places(recommendation.measurements)
    groups = {name: found for name, found in everything.items() if len(found) >= LEAST}
    if not groups:
        return ()
    citations = cite(recommendation)
    return (
        Heading(text=texts.t("report.tradeoffs.heading"), anchor="tradeoffs"),
        Paragraph(text=texts.t("report.tradeoffs.intro"), detail=True),
        *(
            block
            for name, found in groups.items()
            for block in _workload(name, found, texts, citations)
        ),
        *_power(recommendation.measurements, texts),
    )


def places(measurements: Sequence[Measurement]) -> dict[str, list[Place]]:
    """By workload, what every stack reached that gave a time, the quickest first."""
    results: dict[tuple[str, str], list[Measurement]] = {}
    for m in measurements:
        if m.status is Status.OK and m.latency is not None and m.latency.point > 0:
            results.setdefault((m.workload, m.task.lane), []).append(m)
    found: dict[str, list[Place]] = {}
    for (workload, stack), own in results.items():
        found.setdefault(workload, []).append(_place(stack, own))
    for group in found.values():
        group.sort(key=lambda place: (place.latency.point, place.stack))
    return found


def _place(stack: str, own: Sequence[Measurement]) -> Place:
    quick = min(own, key=lambda m: m.batch)
    rapid = max(own, key=_rate)
    energies = [m.energy.items_per_joule for m in own if m.energy is not None]
    known = [value for value in energies if value is not None]
    latency = quick.latency
    if latency is None:  # pragma: no cover  (only results with a time get here)
        raise AssertionError(stack)
    return Place(stack, quick, rapid, latency, _rate(rapid), max(known, default=None))


def _rate(m: Measurement) -> float:
    return 0.0 if m.latency is None else m.batch / m.latency.point


def beaten_by(place: Place, group: Sequence[Place]) -> list[Place]:
    """Those of the front that beat it."""
    return [other for other in group if other.beats(place) and not _beaten(other, group)]


def _beaten(place: Place, group: Sequence[Place]) -> bool:
    return any(other.beats(place) for other in group)


def _workload(
    name: str, group: Sequence[Place], texts: Texts, citations: Citations
) -> Iterator[Block]:
    front = [place for place in group if not _beaten(place, group)]
    single = {place.quick.batch for place in group} == {place.rapid.batch for place in group}
    said = "front_one" if len(front) == 1 else "front_many"
    about = texts.t(
        f"report.tradeoffs.{said}",
        workload=name,
        names=wording.names(texts, [place.stack for place in front]),
        count=wording.whole(texts, len(group)),
    )
    yield Paragraph(text=about)
    if single:
        yield Paragraph(text=texts.t("report.tradeoffs.one_batch"), detail=True)
    else:
        yield _chart(name, group, about, texts)
    yield _table(name, group, texts, citations)


def _chart(name: str, group: Sequence[Place], about: str, texts: Texts) -> ScatterChart:
    return ScatterChart(
        title=texts.t("report.tradeoffs.chart", workload=name),
        alt=about,
        x=texts.t("report.tradeoffs.x"),
        y=texts.t("report.tradeoffs.y"),
        points=tuple(
            Spot(
                label=place.stack,
                x=1e3 * place.latency.point,
                y=place.throughput,
                front=not _beaten(place, group),
            )
            for place in group
        ),
    )


def _table(name: str, group: Sequence[Place], texts: Texts, citations: Citations) -> Table:
    columns = ("stack", "latency", "throughput", "power", "beaten")
    rows = []
    for number, place in enumerate(group, start=1):
        beaten = [group.index(other) + 1 for other in beaten_by(place, group)]
        label = {"rank": wording.whole(texts, number), "stack": place.stack}
        rows.append(
            (
                Cell(text=texts.t("report.ranking.place", **label)),
                Cell(
                    text=wording.amount(texts, 1e3 * place.latency.point, "ms"),
                    sub=texts.t(
                        "report.tradeoffs.batch", batch=wording.whole(texts, place.quick.batch)
                    ),
                    evidence=citations.of_measurement(place.quick),
                ),
                Cell(
                    text=wording.amount(texts, place.throughput, "items/s"),
                    sub=texts.t(
                        "report.tradeoffs.batch", batch=wording.whole(texts, place.rapid.batch)
                    ),
                    evidence=citations.of_measurement(place.rapid),
                ),
                _power_cell(place, texts, citations),
                Cell(text=wording.places(texts, beaten) if beaten else texts.t("report.dash")),
            )
        )
    return Table(
        caption=texts.t("report.tradeoffs.caption", workload=name),
        columns=tuple(texts.t(f"report.tradeoffs.{name}") for name in columns),
        rows=tuple(rows),
        numeric=(1, 2, 3),
        detail=True,
    )


def _power_cell(place: Place, texts: Texts, citations: Citations) -> Cell:
    if place.per_joule is None:
        return Cell(text=texts.t("report.not_known"), short=texts.t("report.dash"))
    return Cell(
        text=texts.t("report.tradeoffs.per_joule", value=texts.number(place.per_joule, 3)),
        evidence=citations.of_measurement(place.rapid),
    )


def _power(measurements: Sequence[Measurement], texts: Texts) -> Iterator[Block]:
    """Why power is not known, where it is known of nothing."""
    energies = [m.energy for m in measurements if m.energy is not None]
    if any(energy.items_per_joule is not None for energy in energies):
        return
    why = next((texts.say(energy.absent) for energy in energies if energy.absent), "")
    key = "no_power_why" if why else "no_power"
    yield Paragraph(text=texts.t(f"report.tradeoffs.{key}", **({"why": why} if why else {})))
