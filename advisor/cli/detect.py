"""`advisor detect`."""

from __future__ import annotations

import click

from advisor.cli import options
from advisor.cli.table import print_table
from advisor.wiring import Wiring
from knowledge.texts import Texts


@click.command("detect")
@options.as_json
@options.language
def command(json_: bool, lang: str) -> int:
    """Show this machine as advisor sees it: processor, memory, limits, accelerators."""
    host = Wiring().host
    if json_:
        click.echo(host.model_dump_json(indent=2))
        return 0
    texts, cpu = Texts(lang), host.cpu
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
    }
    print_table(
        [texts.t("cli.detect.what"), texts.t("cli.detect.value")],
        [(texts.t(f"cli.detect.{key}"), value) for key, value in rows.items()],
    )
    return 0
