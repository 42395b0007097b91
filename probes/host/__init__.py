"""This machine: `detect` describes it, `match_class` finds its CPU class in the catalog.

Parsers are pure functions over file texts and command outputs; `System` alone reads. A vendor's
accelerators are one file in `accelerators/`.
"""

from probes.host.detection import detect
from probes.host.device_class import match_class
from probes.host.system import System

__all__ = ["System", "detect", "match_class"]
