"""The version of the probes: raised when results of an older one no longer compare.

Apart from the measuring code, so that reading earlier results does not load it.
"""

from __future__ import annotations

PROBE_VERSION = 1
