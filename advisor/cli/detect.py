"""`advisor detect`."""

from __future__ import annotations

import json

import click

from advisor.cli import options
from advisor.cli.narration import Narrator
from advisor.cli.table import print_table
from advisor.usecases.showing import Machine, machine
from advisor.wiring import Wiring
from knowledge.texts import Texts


@click.command("detect")
@click.option("--measure", is_flag=True, help="Measure now what it can do at most, and its noise.")
@options.as_json
@options.language
def command(measure: bool, json_: bool, lang: str) -> int:
    """Show this machine as advisor sees it: processor, memory, limits, accelerators, ceilings."""
    wiring, texts = Wiring(), Texts(lang)
    host, cpu = wiring.host, wiring.host.cpu
    narrator = Narrator(texts)
    try:
        known = machine(wiring, measure=measure, progress=narrator)
    finally:
        narrator.close()
    if json_:
        ceilings = known.model_dump(mode="json")
        click.echo(json.dumps({**host.model_dump(mode="json"), **ceilings}, indent=2))
        return 0
    none = texts.t("cli.none")
    rows = {
        "host": host.hostname,
        "system": f"{host.os} {host.kernel}",
        "processor": cpu.model,
        "architecture": cpu.machine,
        "isa": " ".join(cpu.isa) or none,
        "class": cpu.device_class or none,
        "cores": texts.t(
            "cli.detect.cores-text", available=f"{cpu.cores_available:g}", online=cpu.cores_online
        ),
        "limits": ", ".join(cpu.limited_by) or none,
        "caches": ", ".join(f"{name} {size} KiB" for name, size in cpu.caches_kib.items()) or none,
        "memory": f"{host.memory_bytes / 2**30:.1f} GiB",
        "accelerators": ", ".join(host.accelerators) or none,
        "virtual": texts.t(f"cli.detect.virtual-{str(host.virtualized).lower()}"),
    } | _ceilings(known, texts)
    print_table(
        [texts.t("cli.detect.what"), texts.t("cli.detect.value")],
        [(texts.t(f"cli.detect.{key}"), value) for key, value in rows.items()],
    )
    return 0


def _ceilings(known: Machine, texts: Texts) -> dict[str, str]:
    """What the machine was seen to reach, and its noise if that was told now."""
    rows = {}
    if known.baselines:
        peak = max((b.peak for b in known.baselines), key=lambda p: p.flops_s)
        rows["product"] = f"{peak.flops_s / 1e9:.3g} GFLOP/s ({peak.by})"
        latest = max(known.baselines, key=lambda b: b.bandwidth.bytes_s)
        rows["bandwidth"] = ", ".join(
            texts.t(
                "cli.detect.bandwidth-text",
                rate=f"{b.bytes_s / 1e9:.3g} GB/s",
                kernel=b.kernel,
                threads=b.threads,
            )
            for b in latest.bandwidths
        )
        if not any(baseline.quiet for baseline in known.baselines):
            rows["bandwidth"] += " " + texts.t("cli.detect.loud")
    if known.noise is not None:
        rows["noise"] = texts.t(
            "cli.detect.noise-text",
            within=texts.percent(known.noise.within),
            between=texts.percent(known.noise.between),
            cores=f"{known.noise.foreign_cpu:g}",
        )
    return rows
