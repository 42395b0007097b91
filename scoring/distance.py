"""How far a measurement is from what it is asked about, and what that takes from its precision.

Pure. A time of an older version, or of another machine with the same class of CPU, is evidence
still, but of something else: its interval is widened on the log scale. Both widths are judgement,
to be replaced once measurements of several versions and machines are on record.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from packaging.version import InvalidVersion, Version

from knowledge.schema.probing import Measurement
from scoring.moments import Z95

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

OLDER_VERSION_SD = math.log(1.25) / Z95
"""Per cent by which a release with another minor version may be faster or slower, at 95 %: 25."""
OTHER_MACHINE_SD = math.log(2.0) / Z95
"""A machine of the same class may be twice as fast or half: clocks, cores and memory differ."""


@dataclass(frozen=True, slots=True)
class Distances:
    """What tells near measurements from far ones."""

    catalog: Catalog
    elsewhere: frozenset[str] = frozenset()
    """Ids of measurements that were taken on other machines."""

    def assumed(self, measurement: Measurement) -> bool:
        """Whether the user put it in: certain, and no evidence."""
        return f"measurement:{measurement.id}" in self.catalog.assumed

    def here(self, measurement: Measurement) -> bool:
        """Whether it was taken on this machine."""
        return measurement.id not in self.elsewhere

    def log_sd(self, measured: str | None, measurement: Measurement) -> float:
        """The deviation, on the log scale, that distance adds to what was measured.

        Memory hardly depends on the machine, so that only another version counts there.
        """
        if self.assumed(measurement):
            return 0.0
        older = self._older(measurement)
        far = measured != "memory" and not self.here(measurement)
        return math.hypot(OLDER_VERSION_SD if older else 0.0, OTHER_MACHINE_SD if far else 0.0)

    def _older(self, measurement: Measurement) -> bool:
        framework, _ = self.catalog.mode(measurement.stack)
        return older(measurement.version, framework.package.partition("@")[2].partition("?")[0])


def older(version: str | None, present: str) -> bool:
    """Whether `version` is of an earlier minor release than `present`; not where one is unknown.

    >>> older("2.13.1+cpu", "2.15.0"), older("2.15.0", "2.15.3"), older(None, "2.15")
    (True, False, False)
    """
    try:
        return Version(version or "").release[:2] < Version(present).release[:2]
    except InvalidVersion:
        return False
