"""The closed vocabularies: what can be claimed (capabilities) and counted (quantities)."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from knowledge.schema.base import LocalText, Noun

DEVICES = ("device.", "os.")
"""Prefixes of the capabilities that a framework has through the one its mode computes with: chips,
and the systems that one has packages for."""


class CapabilityTerm(Noun):
    """Something a framework, runtime or device can or cannot do."""

    title: LocalText
    about: LocalText
    shelf_life_days: Annotated[int, Field(gt=0)] = 365


class QuantityTerm(Noun):
    """Something that has a value: its unit, and the days after which a reading is stale."""

    title: LocalText
    unit: str
    shelf_life_days: Annotated[int, Field(gt=0)]
    numeric: bool = True
