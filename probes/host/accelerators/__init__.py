"""Accelerators by name: one module per vendor, found by listing this folder.

A vendor module has one function, `names(system: System) -> tuple[str, ...]`: one entry per device
that this process can use, in the vendor's own words; empty when there is none. `KINDS` says which
capabilities device.* of the knowledge base such a name stands for. A missing tool or driver is not
an error. Adding a vendor is adding a file.
"""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Iterator
from typing import Protocol, cast

from probes.host.system import System


class Vendor(Protocol):
    """What a module in this folder offers."""

    KINDS: tuple[tuple[str, str], ...]
    """Pattern found in a name, and the capability device.* it stands for."""

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
    return tuple(name for vendor in _modules() for name in vendor.names(system))


def kinds(name: str) -> frozenset[str]:
    """The capabilities device.* that an accelerator called `name` stands for.

    >>> sorted(kinds("Tesla V100-SXM2-16GB")), sorted(kinds("Intel Arc A770"))
    (['device.nvidia'], ['device.intel-gpu'])
    """
    every = (pair for vendor in _modules() for pair in vendor.KINDS)
    return frozenset(kind for pattern, kind in every if re.search(pattern, name))


def _modules() -> Iterator[Vendor]:
    for vendor in vendors():
        yield cast("Vendor", importlib.import_module(f"{__name__}.{vendor}"))
