"""The sentences in which the checks of a user's own requirements give their reasons.

Whole sentences in every language of the product; titles are put in, nothing is glued together.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from knowledge.schema.base import LocalText
from knowledge.schema.device import Device
from knowledge.schema.framework import Framework
from knowledge.schema.probing import Estimate
from knowledge.schema.scenario import WorkloadUse


def joined(texts: Sequence[LocalText]) -> LocalText:
    """Several sentences one after the other."""
    return LocalText(en=" ".join(t.en for t in texts), zh="".join(t.zh for t in texts))


def assumed(text: LocalText) -> LocalText:
    """A sentence that rests on what the user assumed."""
    return joined([text, LocalText(en="(You assumed this.)", zh="（此为您的假设。）")])


def emulated(device: Device, capability: LocalText) -> LocalText:
    """The processor has no arithmetic of the kind."""
    return LocalText(
        en=f"{device.title} lacks “{capability.en}” in hardware: it is emulated there, if at all.",
        zh=f"{device.title} 硬件不具备“{capability.zh}”，即使可用也只是模拟执行。",
    )


def chip_lacks(chip: Device, capability: LocalText, note: LocalText | None) -> LocalText:
    """The chip that is asked for has no arithmetic of the kind."""
    text = LocalText(
        en=f"{chip.title} lacks “{capability.en}” in hardware.",
        zh=f"{chip.title} 硬件不具备“{capability.zh}”。",
    )
    return text if note is None else joined([text, note])


def chip_partly(chip: Device, capability: LocalText, note: LocalText | None) -> LocalText:
    """The chip that is asked for has such arithmetic, but not everywhere or not for all."""
    text = LocalText(
        en=f"{chip.title} has “{capability.en}” only with a limit.",
        zh=f"{chip.title} 对“{capability.zh}”的支持有限制。",
    )
    return text if note is None else joined([text, note])


def chip_unknown(chip: Device, capability: LocalText) -> LocalText:
    """Nothing usable is said of the chip."""
    return LocalText(
        en=f"Whether {chip.title} has “{capability.en}” in hardware is not known.",
        zh=f"{chip.title} 硬件是否具备“{capability.zh}”尚无依据。",
    )


def chip_other_part(chip: Device, capability: LocalText) -> LocalText:
    """What is said of the chip is said of another part of it than the stack computes on."""
    return LocalText(
        en=f"What is known of “{capability.en}” on {chip.title} is about another part of the chip.",
        zh=f"关于 {chip.title} 的“{capability.zh}”，已有依据针对该芯片的其他部分。",
    )


def disagrees(name: str, use: WorkloadUse, kind: str, share: tuple[float, float]) -> LocalText:
    """The reduced precision changes its answers by more than may be."""
    task, task_zh = f"{use.workload}, batch {use.batch}", f"{use.workload}，批量 {use.batch}"
    seen, least = share
    if kind == "top1":
        return LocalText(
            en=f"{name} names the same top class as fp32 in {seen:.1%} of the rows on {task}, "
            f"less than {least:.1%}.",
            zh=f"{name} 与 fp32 首位类别一致的比例为 {seen:.1%}（{task_zh}），低于 {least:.1%}。",
        )
    return LocalText(
        en=f"The cosine of {name} with fp32 is {seen:.5f} on {task}, below {least:g}.",
        zh=f"{name} 与 fp32 的余弦相似度为 {seen:.5f}（{task_zh}），低于 {least:g}。",
    )


def agreement_unknown(name: str) -> LocalText:
    """How far the reduced precision changes its answers was not seen."""
    return LocalText(
        en=f"How well {name} agrees with fp32 has not been measured here.",
        zh=f"{name} 与 fp32 的一致程度尚未在本机测量。",
    )


def no_python(framework: Framework) -> LocalText:
    """No Python package is known of."""
    return LocalText(
        en=f"No Python package of {framework.title} is known of.",
        zh=f"未见 {framework.title} 的 Python 安装包。",
    )


def nothing_measured() -> LocalText:
    """The scenario has no workload that could be measured."""
    return LocalText(
        en="This scenario measures no workload, so the amount is not known.",
        zh="该场景没有可测量的工作负载，数值未知。",
    )


def weights_too_large(use: WorkloadUse, weights: float, limit: float) -> LocalText:
    """The model cannot fit, whatever runs it."""
    return LocalText(
        en=f"The weights of {use.workload} alone take {weights:,.1f} MiB, "
        f"more than {limit:,.0f} MiB.",
        zh=f"{use.workload} 仅权重就占 {weights:,.1f} MiB，超过 {limit:,.0f} MiB。",
    )


def above(name: str, use: WorkloadUse, kind: str, amount: Estimate, limit: float) -> LocalText:
    """What was measured is, or may be, above the ceiling."""
    point, low, high, top = (_shown(kind, x) for x in (*_ends(amount), limit))
    task = f"{use.workload}, batch {use.batch}"
    task_zh = f"{use.workload}，批量 {use.batch}"
    if amount.low > limit:
        return LocalText(
            en=f"{name} needs {point} ({low} to {high}) on {task}, more than {top}.",
            zh=f"{name} 需 {point}（{low} 至 {high}；{task_zh}），超过 {top}。",
        )
    return LocalText(
        en=f"{name} needs {point} ({low} to {high}) on {task}: not surely within {top}.",
        zh=f"{name} 需 {point}（{low} 至 {high}；{task_zh}），不能确定在 {top} 以内。",
    )


def _ends(amount: Estimate) -> tuple[float, float, float]:
    return amount.point, amount.low, amount.high


def _shown(kind: str, amount: float) -> str:
    if kind == "memory":
        return f"{amount:,.0f} MiB"
    return f"{amount * 1e3:,.3g} ms" if amount < 1 else f"{amount:,.3g} s"


def no_release_known(framework: Framework) -> LocalText:
    """No date of a release is on record."""
    return LocalText(
        en=f"When {framework.title} was last released is not known.",
        zh=f"{framework.title} 最近一次发布的日期尚无依据。",
    )


def released_long_ago(framework: Framework, day: date, months: int) -> LocalText:
    """The last release is older than was asked."""
    return LocalText(
        en=f"The last release of {framework.title} known of is of {day}, "
        f"more than {months} months ago.",
        zh=f"{framework.title} 已知的最近一次发布为 {day}，距今超过 {months} 个月。",
    )


def no_support_known(framework: Framework) -> LocalText:
    """No promise of support is on record."""
    return LocalText(
        en=f"Until when {framework.title} is supported is not known: its maker gives no date.",
        zh=f"{framework.title} 的支持截止日期尚无依据，官方未公布日期。",
    )


def support_ends(framework: Framework, day: date, until: date) -> LocalText:
    """Support ends before the horizon."""
    return LocalText(
        en=f"The support of {framework.title} is promised until {day}, not until {until}.",
        zh=f"{framework.title} 的支持仅承诺至 {day}，不到 {until}。",
    )


def no_licence_known(framework: Framework) -> LocalText:
    """No licence is on record."""
    return LocalText(
        en=f"The licence of {framework.title} is not known.",
        zh=f"{framework.title} 的许可证尚无依据。",
    )


def licence_unclear(framework: Framework, licence_: str) -> LocalText:
    """What the licence asks is not known here."""
    return LocalText(
        en=f"{framework.title} is under {licence_}, whose kind is not known here.",
        zh=f"{framework.title} 采用 {licence_}，其类别在此未知。",
    )


def licence(framework: Framework, licence_: str, part: str) -> LocalText:
    """A part, or one of its components, is under a licence that may not be."""
    if not part:
        return LocalText(
            en=f"{framework.title} is under {licence_}.", zh=f"{framework.title} 采用 {licence_}。"
        )
    return LocalText(
        en=f"{framework.title} ({part}) is under {licence_}.",
        zh=f"{framework.title}（{part}）采用 {licence_}。",
    )


def ruled_out(label: str, route: LocalText | None) -> LocalText:
    """The user named the stack itself, or its route."""
    if route is None:
        return LocalText(en=f"You ruled out {label}.", zh=f"您已排除 {label}。")
    return LocalText(
        en=f"You ruled out the route “{route.en}”.", zh=f"您已排除转换路线“{route.zh}”。"
    )


def ruled_out_part(label: str, title: str, through: bool) -> LocalText:
    """The user named a part of the stack, or what it computes through."""
    if through:
        return LocalText(
            en=f"You ruled out {title}, through which {label} computes.",
            zh=f"您已排除 {title}，而 {label} 借其计算。",
        )
    return LocalText(en=f"You ruled out {title}.", zh=f"您已排除 {title}。")
