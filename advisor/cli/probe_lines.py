"""What `advisor probe` prints: results, their place under the roofline, findings, plans."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from advisor.cli.flow_lines import print_flows
from advisor.cli.table import print_table
from knowledge.roofline import standing
from knowledge.schema.base import LocalText
from knowledge.schema.machine import Finding, Roofline, Severity
from knowledge.schema.probing import Estimate, Measurement, RunMode, Status, Task
from knowledge.texts import Texts
from reports.precisions import precision_line

if TYPE_CHECKING:
    from advisor.usecases.planning import Plan
    from advisor.usecases.showing import Shown

RUN = (
    "stack",
    "workload",
    "batch",
    "precision",
    "status",
    "latency",
    "interval",
    "memory",
    "share",
)
SHOW = ("number", "stack", "workload", "batch", "precision", "status", "latency", "interval",
        "share", "bound", "rounds", "parity", "cold-start", "version")  # fmt: skip


def _workload(task: Task, texts: Texts) -> str:
    """The workload, and that it was trained where it was."""
    if task.mode is RunMode.INFERENCE:
        return task.workload
    return texts.t("cli.probe.trained", workload=task.workload)


def print_results(measurements: Sequence[Measurement], texts: Texts) -> None:
    """A run's results, then what is the matter with them and how noisy the machine was."""
    from reports.roofline import roofline_of

    rows = []
    for m in measurements:
        memory = f"{m.memory.point:.0f} MiB" if m.memory else ""
        rows.append(
            (
                m.stack,
                _workload(m.task, texts),
                str(m.batch),
                m.precision,
                _status(m, texts),
                *_time(m, texts),
                memory,
                _share(m, m.roofline, texts)[0],
            )
        )
    print_table([texts.t(f"cli.probe.{name}") for name in RUN], rows)
    print_flows(measurements, texts)
    print_doubts(measurements, roofline_of(measurements), texts)
    print_costs(measurements, texts)
    print_training(measurements, texts)
    print_findings(measurements, texts)
    print_noise(measurements, texts)


def print_training(measurements: Sequence[Measurement], texts: Texts) -> None:
    """What the training steps among them are, and how many examples a second each learns from."""
    from advisor.usecases.probing import training_step

    trained = [m for m in measurements if m.mode is RunMode.TRAINING]
    for workload in dict.fromkeys(m.workload for m in trained):
        about = training_step(workload)
        if about is not None:
            click.echo(f"\n{workload}: {about.in_language(texts.language)}")
        for m in trained:
            if m.workload == workload and m.latency is not None:
                click.echo("  · " + texts.t("cli.probe.learns", **_rates(m, m.latency)))


def _rates(m: Measurement, latency: Estimate) -> dict[str, str]:
    """Examples a second of a training step, to three digits, and their interval."""
    times = {"rate": latency.point, "low": latency.high, "high": latency.low}
    rates = {name: m.batch / seconds for name, seconds in times.items()}
    shown = {n: f"{v:.0f}" if v >= 100 else f"{v:.3g}" for n, v in rates.items()}
    return {"stack": m.stack, "batch": str(m.batch), **shown}


def print_costs(measurements: Sequence[Measurement], texts: Texts) -> None:
    """One line per reduced precision: how much faster than fp32 it is here, and what that costs."""
    lines = [line for m in measurements if (line := precision_line(m, texts))]
    if lines:
        click.echo("\n" + texts.t("report.precision.intro"))
        for line in lines:
            click.echo(f"  · {line}")


def print_shown(shown: Shown, texts: Texts, *, samples: bool) -> None:
    """Everything known of this machine's results."""
    placed = _placed(shown)
    numbers = {m.id: number for number, m in enumerate(placed, start=1)}
    rows = [_row(m, shown, numbers.get(m.id), texts) for m in shown.measurements]
    print_table([texts.t(f"cli.probe.{name}") for name in SHOW], rows)
    print_flows(shown.measurements, texts)
    print_doubts(shown.measurements, shown.roofline, texts)
    print_costs(shown.measurements, texts)
    print_training(shown.measurements, texts)
    print_findings(shown.measurements, texts)
    if shown.roofline is None:
        click.echo("\n" + texts.t("cli.probe.no-roofline"))
    else:
        print_roofline(placed, shown.roofline, texts)
    print_noise(shown.measurements, texts)
    if samples:
        for m in shown.measurements:
            _print_samples(m, texts)


def print_roofline(placed: Sequence[Measurement], roofline: Roofline, texts: Texts) -> None:
    """The ceilings in words, and the drawing where there is something to draw."""
    from reports.formats.terminal_roofline import draw
    from reports.roofline import ceilings, chart

    click.echo("\n" + ceilings(roofline, texts))
    found = [(m, where) for m in placed if (where := standing(m, roofline)) is not None]
    if not found:
        return
    drawn = chart(found, roofline, texts)
    width = min(100, shutil.get_terminal_size((80, 24)).columns)
    click.echo("\n" + f"{drawn.title} ({drawn.y} / {drawn.x})")
    for line in draw(drawn, width):
        click.echo(line)


def print_findings(measurements: Sequence[Measurement], texts: Texts) -> None:
    """One paragraph per finding: what it is, of which results and why, and what to do."""
    language = texts.language
    about: dict[tuple[str, Severity, LocalText, LocalText], list[tuple[Measurement, Finding]]] = {}
    for m in measurements:
        for each in m.findings:
            key = (each.id, each.severity, each.title, each.remedy)
            about.setdefault(key, []).append((m, each))
    for (rule, severity, title, remedy), found in about.items():
        meaning = texts.t(f"report.roofline.{severity.value}")
        click.echo(f"\n{title.in_language(language)} [{rule}: {meaning}]")
        for m, each in found:
            said = [one.in_language(language) for one in each.evidence]
            reasons = texts.t("report.roofline.and").join(said)
            click.echo(f"  · {m.task.lane} {m.workload} × {m.batch}: {reasons}")
        click.echo(f"  → {remedy.in_language(language)}")


def print_noise(measurements: Sequence[Measurement], texts: Texts) -> None:
    """How noisy the machine was before the latest run, and what it says of energy."""
    from reports.roofline import energy_sentence, noise_sentence

    for sentence in (noise_sentence(measurements, texts), energy_sentence(measurements, texts)):
        if sentence:
            click.echo("\n" + sentence)
    for m in measurements:
        used = m.energy
        if used is not None and used.joules is not None and used.items_per_joule is not None:
            click.echo(
                texts.t(
                    "cli.probe.energy",
                    task=f"{m.task.lane} {m.workload} × {m.batch}",
                    joules=f"{used.joules:.3g}",
                    rate=f"{used.items_per_joule:.3g}",
                    sources=", ".join(used.sources),
                )
            )


def print_plan(plan: Plan, texts: Texts) -> None:
    """What a run would do, task by task, and how long the first process of each takes."""
    rows = []
    for step in plan.steps:
        seconds = "" if step.seconds is None else texts.duration(step.seconds)
        guess = texts.t("cli.probe.guessed") if step.guessed else ""
        action = texts.t(f"cli.probe.will-{step.action}")
        task = step.task
        expected = f"{seconds} {guess}".strip()
        workload = _workload(task, texts)
        rows.append((task.stack, workload, str(task.batch), task.precision, action, expected))
    columns = ("stack", "workload", "batch", "precision", "will", "expected")
    print_table([texts.t(f"cli.probe.{name}") for name in columns], rows)
    click.echo()
    click.echo(
        texts.t(
            "cli.probe.plan",
            seconds=texts.duration(plan.seconds),
            budget=texts.duration(plan.budget_s),
        )
    )


def _placed(shown: Shown) -> list[Measurement]:
    return [m for m in shown.measurements if _stands(m, shown.roofline)]


def _stands(m: Measurement, roofline: Roofline | None) -> bool:
    """Whether it has a place in the drawing: what computes nothing has none."""
    where = standing(m, roofline) if roofline and m.status is Status.OK else None
    return where is not None and where.flops_s > 0


def _row(m: Measurement, shown: Shown, number: int | None, texts: Texts) -> tuple[str, ...]:
    from reports.formats.terminal_roofline import mark

    share, bound = _share(m, shown.roofline, texts)
    parity = ""
    if m.parity is not None:
        told = "ignored" if m.parity.ignored else "wrong"
        parity = (
            f"{m.parity.max_abs_error:.1e}" if m.parity.passed else texts.t(f"cli.probe.{told}")
        )
    rounds = texts.t("cli.probe.rounds-in", rounds=m.rounds, processes=m.processes)
    return (
        "" if number is None else mark(number),
        m.stack,
        _workload(m.task, texts),
        str(m.batch),
        m.precision,
        _status(m, texts),
        *_time(m, texts),
        share,
        bound,
        rounds if m.rounds else "",
        parity,
        _cold_start(m, texts),
        m.version or "",
    )


def _cold_start(m: Measurement, texts: Texts) -> str:
    """From the start of the process to its first result; at most that, where it was not alone."""
    if m.cold_start_s is None:
        return ""
    return ("≤ " if m.cold_start_crowded else "") + texts.duration(m.cold_start_s)


def _status(m: Measurement, texts: Texts) -> str:
    """How it ended, with a mark where the timing is inconclusive."""
    return texts.t(f"status.{m.status.value}") + ("" if m.steady else " ?")


def print_doubts(
    measurements: Sequence[Measurement], roofline: Roofline | None, texts: Texts
) -> None:
    """What the marks in a table mean: inconclusive timings, and shares over the ceiling.

    And whether its times were taken together.
    """
    from reports.loads import mixed
    from reports.roofline import beyond_sentence, placed

    if any(not m.steady for m in measurements):
        click.echo("\n" + texts.t("cli.probe.inconclusive"))
    over = beyond_sentence(placed(measurements, roofline), texts)
    if over:
        click.echo("\n" + over)
    apart = mixed(measurements, texts)
    if apart is not None:
        click.echo("\n" + apart[0])


def _time(m: Measurement, texts: Texts) -> tuple[str, str]:
    """The time of a call and its interval; or nothing, and why."""
    if m.latency is None:
        return "", texts.say(m.message)
    low, high = texts.duration(m.latency.low), texts.duration(m.latency.high)
    return texts.duration(m.latency.point), f"{low} – {high}"


def _share(m: Measurement, roofline: Roofline | None, texts: Texts) -> tuple[str, str]:
    """The share of the roofline with its interval, and what bounds it; empty where unknown."""
    where = standing(m, roofline) if roofline else None
    if where is None:
        return "", ""
    from reports.roofline import share_of
    from reports.wording import share

    low, high = (share(texts, min(1.0, v)) for v in (where.share.low, where.share.high))
    shown = share_of(where, texts) + ("" if where.beyond else f" ({low}–{high})")
    return shown, texts.t(f"report.roofline.bound-{where.bound}")


def _print_samples(m: Measurement, texts: Texts) -> None:
    if not m.samples:
        return
    click.echo(f"\n{m.task.lane} {m.workload} × {m.batch}  {m.id}")
    columns = ("process", "round", "loops", "per-call", "others", "disturbed")
    print_table(
        [texts.t(f"cli.probe.{name}") for name in columns],
        [
            (
                str(s.process),
                str(s.round),
                str(s.loops),
                texts.duration(s.seconds_per_call),
                f"{s.foreign_cpu:.2f}",
                texts.t("cli.yes" if s.contended else "cli.no"),
            )
            for s in m.samples
        ],
    )
