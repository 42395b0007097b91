"""Semantic blocks: what a section says, before any format decides how it looks."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field

from knowledge.schema.base import Noun


class Heading(Noun):
    """A section title; level 1 to 3."""

    kind: Literal["heading"] = "heading"
    text: str
    level: Annotated[int, Field(ge=1, le=3)] = 2
    anchor: str


class Paragraph(Noun):
    """Running text."""

    kind: Literal["paragraph"] = "paragraph"
    text: str
    detail: bool = False
    """True where a brief format (terminal, chat) leaves the block out."""


class Callout(Noun):
    """A sentence that must not be overlooked."""

    kind: Literal["callout"] = "callout"
    tone: Literal["answer", "note", "warning"]
    text: str


class Cell(Noun):
    """One table cell; `level` (0 worst to 1 best) lets a format shade it, text says the same."""

    text: str
    short: str = ""
    """The text without its unit, for formats that are short of room; empty means `text`."""
    sub: str = ""
    """Second line in small print: interval, grade."""
    level: Annotated[float, Field(ge=0, le=1)] | None = None
    mark: Literal["", "measured", "documented", "partial", "assumed", "unknown", "tie"] = ""
    evidence: tuple[str, ...] = ()
    """Anchors of evidence entries the number can be followed to."""


class Table(Noun):
    """A table with one header row; the first column names the rows."""

    kind: Literal["table"] = "table"
    caption: str
    columns: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """Small print under each column title (unit, weight); empty or as long as `columns`."""
    rows: tuple[tuple[Cell, ...], ...]
    numeric: tuple[int, ...] = ()
    """Indices of the columns that align right."""
    detail: bool = False
    """True where a brief format leaves the table out."""
    live: Literal["", "ranking", "acceptability", "contributions", "matrix"] = ""
    """What it shows of the ranking, row by row, for a format that can rank again."""


class Bar(Noun):
    """A labelled interval on a common axis."""

    label: str
    point: float
    low: float
    high: float
    text: str


class IntervalChart(Noun):
    """Horizontal points with intervals; `alt` says the same in words."""

    kind: Literal["intervals"] = "intervals"
    title: str
    alt: str
    unit: str
    bars: tuple[Bar, ...]
    log: bool = False
    live: Literal["", "intervals"] = ""
    """Whether it shows the ranking, for a format that can rank again."""


class RooflinePoint(Noun):
    """A result under the roofline."""

    label: str
    intensity: Annotated[float, Field(gt=0)]
    """Operations per byte."""
    rate: Annotated[float, Field(gt=0)]
    """Operations per second reached."""
    text: str


class RooflineChart(Noun):
    """Results under what a machine can do at most, on logarithmic axes; `alt` says it in words."""

    kind: Literal["roofline"] = "roofline"
    title: str
    alt: str
    x: str
    """What runs to the right: operations per byte."""
    y: str
    """What runs upwards: operations per second."""
    peak: Annotated[float, Field(gt=0)]
    """Operations per second, at most."""
    bandwidth: Annotated[float, Field(gt=0)]
    """Bytes per second, at most."""
    points: Annotated[tuple[RooflinePoint, ...], Field(min_length=1)]
    """The marks of the chart are their numbers, from 1."""


class Stack(Noun):
    """A bar made of parts that add up, in the order of the chart's legend."""

    label: str
    parts: tuple[float, ...]
    text: str


class StackedChart(Noun):
    """Bars of parts beside each other; `alt` says the same in words."""

    kind: Literal["stacked"] = "stacked"
    title: str
    alt: str
    legend: tuple[str, ...]
    """What the parts are, in order; empty where their numbers say it."""
    bars: tuple[Stack, ...]
    share: bool = False
    """Whether the axis is a share of 1, shown in per cent."""
    live: Literal["", "shares", "parts"] = ""
    """What it shows of the ranking, for a format that can rank again."""


class Spot(Noun):
    """A point with intervals both ways; its mark is its number, from 1."""

    label: str
    x: Annotated[float, Field(gt=0)]
    y: Annotated[float, Field(gt=0)]
    front: bool
    """Whether nothing else is at least as good both ways: such a point is filled."""


class ScatterChart(Noun):
    """Numbered points on two logarithmic axes with the front through the best of them."""

    kind: Literal["scatter"] = "scatter"
    title: str
    alt: str
    x: str
    """What runs to the right: less is better."""
    y: str
    """What runs upwards: more is better."""
    points: Annotated[tuple[Spot, ...], Field(min_length=1)]


class Span(Noun):
    """A lane of a timeline: days that are marked, and the days from and to which it runs."""

    label: str
    days: tuple[date, ...]
    start: date
    end: date
    text: str


class TimelineChart(Noun):
    """Lanes over a common calendar with one day set apart; `alt` says the same in words."""

    kind: Literal["timeline"] = "timeline"
    title: str
    alt: str
    today: date
    today_label: str
    lanes: Annotated[tuple[Span, ...], Field(min_length=1)]


class Shape(Noun):
    """An outline of a radar."""

    label: str
    values: tuple[Annotated[float, Field(ge=0, le=1)], ...]


class RadarChart(Noun):
    """Outlines over the same spokes, 0 in the middle and 1 at the rim; `alt` says it in words."""

    kind: Literal["radar"] = "radar"
    title: str
    alt: str
    axes: Annotated[tuple[str, ...], Field(min_length=3)]
    """The spokes bear their numbers, from 1."""
    shapes: Annotated[tuple[Shape, ...], Field(min_length=1, max_length=3)]


Chart = IntervalChart | RooflineChart | StackedChart | ScatterChart | TimelineChart | RadarChart
"""Everything that `reports.charts` draws."""


class Definition(Noun):
    """A term with its text and, for evidence, where it can be read."""

    anchor: str = ""
    term: str
    text: str
    link: str = ""
    evidence: tuple[str, ...] = ()
    """Anchors of the entries it is made from."""
    source: str = ""
    """What `text` says of the source as a whole, for a format that lists every source once."""
    place: str = ""
    """What `text` says besides: where in the source, and since when it is stale."""


class Definitions(Noun):
    """A list of terms: evidence, settings, digests."""

    kind: Literal["definitions"] = "definitions"
    items: tuple[Definition, ...]
    detail: bool = False
    """True where a brief format leaves the list out."""


class Code(Noun):
    """A command to copy, or a file of several lines."""

    kind: Literal["code"] = "code"
    text: str
    more: tuple[str, ...] = ()
    """Further lines: a line break within a text would be one that a fact brought along."""

    @property
    def script(self) -> str:
        """All lines as one text."""
        return "\n".join((self.text, *self.more))


Block = Annotated[
    Heading | Paragraph | Callout | Table | Chart | Definitions | Code,
    Field(discriminator="kind"),
]


class Section(Noun):
    """What one section file returned."""

    id: str
    blocks: tuple[Block, ...]


class Report(Noun):
    """A document in one language, ready for a format."""

    kind: Literal["decision", "comparison", "brief"] = "decision"
    title: str
    language: Literal["en", "zh"]
    subtitle: str
    created: datetime
    """When the decision was made; the date a document carries."""
    sections: tuple[Section, ...]
