"""The machine in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.host import Host
from reports import wording

if TYPE_CHECKING:
    from knowledge.texts import Texts


def host_line(host: Host, texts: Texts) -> str:
    """Processor, usable cores, memory in GiB, accelerators if any, operating system."""
    cores = host.cpu.cores_available
    facts = {
        "cpu": host.cpu.model,
        "cores": texts.number(cores, 3),
        "online": wording.whole(texts, host.cpu.cores_online),
        "memory": wording.fixed(texts, host.memory_bytes / 2**30, 1),
        "os": host.os,
    }
    if host.accelerators:
        listed = wording.names(texts, host.accelerators)
        return texts.t("report.host_accelerated", accelerators=listed, **facts)
    return texts.t("report.host", **facts)
