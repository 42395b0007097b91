"""What `advisor probe` prints of what is no call of a graph: how much went through per second."""

from __future__ import annotations

from collections.abc import Sequence

import click

from advisor.cli.table import print_table
from knowledge.schema.probing import Estimate, Flow, FlowUnit, Measurement
from knowledge.texts import Texts

COLUMNS = ("stack", "workload", "flow-rate", "flow-interval", "flow-processes", "flow-efficiency")


def print_flows(measurements: Sequence[Measurement], texts: Texts) -> None:
    """A table of rates and efficiencies; nothing where no flow was timed."""
    rows = [_row(m, m.flow, texts) for m in measurements if m.flow and m.flow.rate]
    if not rows:
        return
    click.echo("\n" + texts.t("cli.probe.flow-intro"))
    print_table([texts.t(f"cli.probe.{name}") for name in COLUMNS], rows)


def _row(m: Measurement, flow: Flow, texts: Texts) -> tuple[str, ...]:
    rate = flow.rate
    point, low, high = _told(rate, flow.unit, texts) if rate else ("", "", "")
    return (
        m.stack,
        m.workload,
        point,
        f"{low} – {high}",
        str(flow.processes),
        _efficiency(flow.efficiency, texts),
    )


def _told(rate: Estimate, unit: FlowUnit, texts: Texts) -> tuple[str, str, str]:
    """Point, low and high, with the unit."""
    scale = 1e6 if unit is FlowUnit.BYTES else 1.0
    point, low, high = (
        texts.t(f"cli.probe.flow-{unit.value}", rate=texts.number(value / scale))
        for value in (rate.point, rate.low, rate.high)
    )
    return point, low, high


def _efficiency(share: Estimate | None, texts: Texts) -> str:
    if share is None:
        return ""
    return (
        f"{texts.percent(share.point)} ({texts.percent(share.low)} – {texts.percent(share.high)})"
    )
