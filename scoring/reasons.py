"""The sentences in which screening and the next measurement give their reasons.

Whole sentences in every language of the product; titles are put in, nothing is glued together.
"""

from __future__ import annotations

from collections.abc import Sequence

from knowledge.schema.base import LocalText
from knowledge.schema.claims import Claim
from knowledge.schema.framework import Framework, Route
from knowledge.schema.probing import Measurement, Status
from knowledge.schema.scenario import WorkloadUse

LIFECYCLE = LocalText(en="Lifecycle", zh="生命周期")


def lacks(framework: Framework, capability: LocalText, claim: Claim) -> LocalText:
    """The evidence says no, or no longer."""
    if claim.support.removed is not None:
        return LocalText(
            en=f"{framework.title} dropped “{capability.en}” in version {claim.support.removed}.",
            zh=f"{framework.title} 自 {claim.support.removed} 版起不再支持“{capability.zh}”。",
        )
    return LocalText(
        en=f"{framework.title} does not support “{capability.en}”.",
        zh=f"{framework.title} 不支持“{capability.zh}”。",
    )


def partly(framework: Framework, capability: LocalText, note: LocalText | None) -> LocalText:
    """The evidence says yes, in part."""
    return _with_note(
        LocalText(
            en=f"{framework.title} supports “{capability.en}” only in part.",
            zh=f"{framework.title} 仅部分支持“{capability.zh}”。",
        ),
        note,
    )


def not_known(framework: Framework, capability: LocalText) -> LocalText:
    """There is no usable evidence."""
    return LocalText(
        en=f"Whether {framework.title} supports “{capability.en}” is not known.",
        zh=f"{framework.title} 是否支持“{capability.zh}”尚无依据。",
    )


def other_hardware(name: str, own: Sequence[LocalText], target: Sequence[LocalText]) -> LocalText:
    """The mode computes on devices of which the target has none."""
    return LocalText(
        en=f"{name} computes on: {', '.join(t.en for t in own)}; "
        f"the target has: {', '.join(t.en for t in target)}.",
        zh=f"{name} 的计算设备为：{'、'.join(t.zh for t in own)}；"
        f"目标硬件为：{'、'.join(t.zh for t in target)}。",
    )


def weighs(term: LocalText, level: float | None, stars: float) -> LocalText:
    """What an indicator that is worth up to `stars` adds; `level` is None where not known."""
    most = f"{stars:.2f}"
    if level is None:
        return LocalText(
            en=f"“{term.en}” is not known; it could add up to {most} stars.",
            zh=f"“{term.zh}”尚无依据，至多可加 {most} 星。",
        )
    added = f"{level * stars:.2f}"
    return LocalText(
        en=f"“{term.en}” adds {added} of {most} stars.",
        zh=f"“{term.zh}”加 {added} 星，满分 {most} 星。",
    )


def discontinued(framework: Framework, successor: str | None) -> LocalText:
    """The product is over; `successor` is the title of what took its place."""
    if successor is None:
        return LocalText(
            en=f"{framework.title} is discontinued.", zh=f"{framework.title} 已停止维护。"
        )
    return LocalText(
        en=f"{framework.title} is discontinued; its successor is {successor}.",
        zh=f"{framework.title} 已停止维护，后继为 {successor}。",
    )


def no_route(route: Route) -> LocalText:
    """The conversion does not work."""
    return _with_note(
        LocalText(
            en=f"The route “{route.title.en}” does not work.",
            zh=f"转换路线“{route.title.zh}”不可用。",
        ),
        route.note,
    )


def cannot_carry(route: Route, operators: Sequence[str]) -> LocalText:
    """The model needs operators that the route loses."""
    names = ", ".join(operators)
    return LocalText(
        en=f"The route “{route.title.en}” cannot carry operators of the model: {names}.",
        zh=f"转换路线“{route.title.zh}”不支持模型所用的算子：{names}。",
    )


def might_not_carry(route: Route, operators: Sequence[str]) -> LocalText:
    """The only evidence for the limit was contradicted."""
    names = ", ".join(operators)
    return LocalText(
        en=f"Sources disagree on whether the route “{route.title.en}” carries: {names}.",
        zh=f"关于转换路线“{route.title.zh}”是否支持下列算子，来源说法不一：{names}。",
    )


def route_unsettled(route: Route) -> LocalText:
    """All evidence for the route was contradicted."""
    return LocalText(
        en=f"Sources disagree on whether the route “{route.title.en}” works.",
        zh=f"关于转换路线“{route.title.zh}”是否可用，来源说法不一。",
    )


def route_partial(route: Route) -> LocalText:
    """The route works for some models, and nobody listed which operators it loses."""
    return _with_note(
        LocalText(
            en=f"The route “{route.title.en}” works only in part, and which operators it loses is "
            "not known.",
            zh=f"转换路线“{route.title.zh}”仅部分可用，且具体不支持哪些算子尚无依据。",
        ),
        route.note,
    )


def operators_not_listed(workload: str) -> LocalText:
    """The operators of a workload are not known to this run."""
    return LocalText(
        en=f"The operators that {workload} needs are not known here.",
        zh=f"{workload} 所需的算子在此未知。",
    )


def ended_badly(name: str, measurement: Measurement) -> LocalText:
    """It was run here and did not give the right result."""
    task = f"{measurement.workload}, batch {measurement.batch}"
    task_zh = f"{measurement.workload}，批量 {measurement.batch}"
    en, zh = {
        Status.FAILED: (f"{name} failed here on {task}", f"{name} 在本机运行失败（{task_zh}）"),
        Status.CRASHED: (f"{name} crashed here on {task}", f"{name} 在本机崩溃（{task_zh}）"),
        Status.TIMEOUT: (
            f"{name} did not finish in time here on {task}",
            f"{name} 在本机超时（{task_zh}）",
        ),
    }[measurement.status]
    if not measurement.message:
        return LocalText(en=f"{en}.", zh=f"{zh}。")
    return LocalText(en=f"{en}: {measurement.message}", zh=f"{zh}：{measurement.message}")


def not_run(name: str, use: WorkloadUse, measurement: Measurement | None) -> LocalText:
    """It was not run here; the measurement, where there is one, says why."""
    en = f"{name} has not been run here on {use.workload}, batch {use.batch}"
    zh = f"{name} 尚未在本机运行（{use.workload}，批量 {use.batch}）"
    if measurement is None or not measurement.message:
        return LocalText(en=f"{en}.", zh=f"{zh}。")
    message = measurement.message.rstrip(".")
    return LocalText(en=f"{en}: {message}.", zh=f"{zh}：{message}。")


def run_in_part(
    name: str, done: WorkloadUse, use: WorkloadUse, measurement: Measurement | None
) -> LocalText:
    """It gave the right result on `done`, and was not run on `use`."""
    en = (
        f"{name} gave the right result here on {done.workload}, batch {done.batch}, and was not "
        f"run on {use.workload}, batch {use.batch}"
    )
    zh = (
        f"{name} 在本机对 {done.workload}（批量 {done.batch}）结果正确，"
        f"但尚未运行 {use.workload}（批量 {use.batch}）"
    )
    if measurement is None or not measurement.message:
        return LocalText(en=f"{en}.", zh=f"{zh}。")
    message = measurement.message.rstrip(".")
    return LocalText(en=f"{en}: {message}.", zh=f"{zh}：{message}。")


def no_probe(name: str) -> LocalText:
    """No adapter measures this mode."""
    return LocalText(en=f"No probe can run {name} yet.", zh=f"目前没有探针可以运行 {name}。")


def worth_measuring(name: str, use: WorkloadUse, measured: bool) -> LocalText:
    """Why a measurement is proposed: not known at all, or not known well."""
    task = f"{use.workload}, batch {use.batch}"
    task_zh = f"{use.workload}，批量 {use.batch}"
    if measured:
        return LocalText(
            en=f"{name} has been measured on {task}, but not surely enough to settle the choice.",
            zh=f"{name} 已测过（{task_zh}），但误差范围仍可能改变结论。",
        )
    return LocalText(
        en=f"{name} has not been measured on {task}, and the result could change the choice.",
        zh=f"{name} 尚未测量（{task_zh}），其结果可能改变结论。",
    )


def worth_verifying(name: str, use: WorkloadUse, requirement: LocalText) -> LocalText:
    """Why a measurement is proposed: a requirement of the stack that is first is open."""
    task = f"{use.workload}, batch {use.batch}"
    task_zh = f"{use.workload}，批量 {use.batch}"
    return LocalText(
        en=f"The first place runs on {name}, of which it is not verified that it meets "
        f"“{requirement.en}”. Measuring it on {task} settles that; failing would rule it out.",
        zh=f"居首方案在 {name} 上运行，尚未验证其是否满足“{requirement.zh}”。"
        f"实测（{task_zh}）即可判定；若不满足则被排除。",
    )


def _with_note(text: LocalText, note: LocalText | None) -> LocalText:
    """The sentence followed by the evidence's own note, which is a sentence of its own."""
    if note is None:
        return text
    return LocalText(en=f"{text.en} {note.en}", zh=f"{text.zh}{note.zh}")
