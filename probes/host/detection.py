"""Detect this machine: processor, memory, accelerators, and what a container leaves of them."""

from __future__ import annotations

import hashlib
import os
import platform
import shlex
from collections.abc import Iterable
from pathlib import Path

from knowledge.schema.device import Device
from knowledge.schema.host import Cpu, Host
from probes.host import accelerators, cpu, macos, memory, virtualization
from probes.host.device_class import match_class
from probes.host.system import System, here

MEMORY_GRAIN = 256 << 20
"""Bytes to which memory is rounded in a host's id: firmware hands out a little more or less."""


def detect(
    root: Path = Path("/"), *, devices: Iterable[Device] = (), system: System | None = None
) -> Host:
    """Describe the machine.

    Args:
        root: where its files are read; another folder than "/" is a recording, and then no command
            runs.
        devices: CPU classes of the catalog, one of which becomes `cpu.device_class`.
        system: the whole view of a machine instead, for recordings of commands.

    Returns:
        The Host. Linux is read in full, macOS through sysctl; elsewhere instruction sets and
        caches stay empty (unknown).
    """
    system = system or here(root)
    described = _READERS.get(system.name, _other)(system)
    device_class = match_class(described.cpu, devices)
    return described.model_copy(
        update={
            "id": host_id(described),
            "cpu": described.cpu.model_copy(update={"device_class": device_class}),
        }
    )


def host_id(host: Host) -> str:
    """Sixteen hexadecimal digits that equal machines share.

    Left out: the hostname (it does not change speed), the device class (it belongs to the catalog,
    not to the machine) and the last MiB of memory (they differ from boot to boot).
    """
    rounded = round(host.memory_bytes / MEMORY_GRAIN) * MEMORY_GRAIN
    stable = host.model_copy(
        update={
            "id": "",
            "hostname": "",
            "memory_bytes": rounded,
            "cpu": host.cpu.model_copy(update={"device_class": None}),
        }
    )
    return hashlib.sha256(stable.model_dump_json().encode()).hexdigest()[:16]


def _linux(system: System) -> Host:
    return Host(
        id="",
        hostname=system.hostname,
        os=os_release(system.text("/etc/os-release") or system.text("/usr/lib/os-release") or ""),
        kernel=system.kernel,
        cpu=cpu.read(system),
        memory_bytes=memory.read(system),
        accelerators=accelerators.names(system),
        virtualized=virtualization.read(system),
    )


def _macos(system: System) -> Host:
    values = macos.parse(system.run(["sysctl", "-a"]) or "")
    return Host(
        id="",
        hostname=system.hostname,
        os=f"macOS {values.get('kern.osproductversion', '')}".strip(),
        kernel=system.kernel,
        cpu=macos.cpu(values, system.machine),
        memory_bytes=macos.memory(values),
        accelerators=accelerators.names(system),
        virtualized=macos.virtualized(values),
    )


def _other(system: System) -> Host:
    """A system without a reader of its own: counts only, instruction sets unknown."""
    import psutil

    cores = os.cpu_count() or 1
    return Host(
        id="",
        hostname=system.hostname,
        os=f"{system.name} {system.kernel}".strip(),
        kernel=system.kernel,
        cpu=Cpu(
            model=platform.processor() or "unknown",
            machine=system.machine,
            isa=(),
            caches_kib={},
            cores_online=cores,
            cores_available=float(cores),
        ),
        memory_bytes=psutil.virtual_memory().total,
        accelerators=accelerators.names(system),
    )


_READERS = {"Linux": _linux, "Darwin": _macos}


def os_release(text: str) -> str:
    r"""Name and version of a distribution from its os-release file (a list of shell assignments).

    >>> os_release('NAME="openEuler"\nPRETTY_NAME="openEuler 24.03 (LTS)"\n')
    'openEuler 24.03 (LTS)'
    >>> os_release("")
    'Linux'
    """
    values: dict[str, str] = {}
    for line in text.splitlines():
        key, assigned, value = line.strip().partition("=")
        if assigned and not key.startswith("#"):
            values[key] = _unquoted(value)
    return values.get("PRETTY_NAME") or values.get("NAME") or "Linux"


def _unquoted(value: str) -> str:
    """A shell word without its quotes; a malformed one as it stands."""
    try:
        return " ".join(shlex.split(value))
    except ValueError:
        return value
