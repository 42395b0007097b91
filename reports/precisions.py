"""What a reduced precision gains over fp32 here, and what it costs in accuracy, in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.probing import Precision

if TYPE_CHECKING:
    from knowledge.schema.probing import Measurement, Parity
    from knowledge.texts import Texts


def precision_line(measurement: Measurement, texts: Texts) -> str:
    """The gain with its interval and the cost with its bound; "" for fp32 and without outputs."""
    parity = measurement.parity
    if measurement.precision is Precision.FP32 or parity is None or parity.least_cosine is None:
        return ""
    task = f"{measurement.stack} {measurement.workload} × {measurement.batch}"
    parts = {"task": task, "precision": measurement.precision.value}
    return texts.t(
        "report.precision.line", **parts, gain=_gain(measurement, texts), cost=cost(parity, texts)
    )


def _gain(measurement: Measurement, texts: Texts) -> str:
    gain = measurement.gain
    if gain is None:
        return texts.t("report.precision.no-gain")
    name = "faster" if gain.low > 1 else "slower" if gain.high < 1 else "tie"
    point, low, high = gain.point, gain.low, gain.high
    if name == "slower":
        point, low, high = 1 / point, 1 / high, 1 / low
    numbers = {"ratio": f"{point:.2f}", "low": f"{low:.2f}", "high": f"{high:.2f}"}
    return texts.t(f"report.precision.{name}", **numbers)


def cost(parity: Parity, texts: Texts) -> str:
    """Cosine with its bound, largest relative error, and top-1 agreement where there is one."""
    if parity.ignored:
        return texts.t("report.precision.ignored")
    error = parity.max_relative_error
    parts = [
        texts.t(
            "report.precision.cosine", cosine=f"{parity.cosine:.5f}", bound=f"{parity.least_cosine}"
        ),
        "" if error is None else texts.t("report.precision.error", error=f"{error:.2%}"),
    ]
    if parity.top1 is not None and parity.rows:
        same = round(parity.top1 * parity.rows)
        parts.append(texts.t("report.precision.top1", same=str(same), rows=str(parity.rows)))
    if not parity.passed:
        parts.append(texts.t("report.precision.wrong"))
    return texts.t("report.precision.and").join(part for part in parts if part)
