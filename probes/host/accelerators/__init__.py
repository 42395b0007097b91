"""Accelerators by name: one module per vendor, found by listing this folder.

A vendor module has one function, `names(system: System) -> tuple[str, ...]`: one entry per device
that this process can use, in the vendor's own words; empty when there is none. A missing tool or
driver is not an error. Adding a vendor is adding a file.
"""

from __future__ import annotations

import importlib
import pkgutil
from typing import Protocol, cast

from probes.host.system import System


class Vendor(Protocol):
    """What a module in this folder offers."""

    def names(self, system: System) -> tuple[str, ...]:
        """Names of the vendor's devices that this process can use."""


def vendors() -> tuple[str, ...]:
    """Names of the vendor modules, sorted.

    >>> "nvidia" in vendors()
    True
    """
    return tuple(sorted(module.name for module in pkgutil.iter_modules(__path__)))


def names(system: System) -> tuple[str, ...]:
    """All accelerators of a system, a repeated name per device, grouped by vendor."""
    found: list[str] = []
    for vendor in vendors():
        module = cast("Vendor", importlib.import_module(f"{__name__}.{vendor}"))
        found.extend(module.names(system))
    return tuple(found)
