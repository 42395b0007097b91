"""Vetoes as a user states them: the worst amount by a criterion that may still be chosen.

Pure. `CRITERION=AMOUNT`, in the criterion's own unit, which may stand behind the number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.scenario import Scenario


def vetoing(catalog: Catalog, scenario: Scenario, stated: Sequence[str]) -> Scenario:
    """The scenario with these vetoes in place of its own by the same criteria.

    Raises:
        KnownError: not a pair, a criterion the scenario does not use, no number in its unit, or two
            amounts for one criterion.
    """
    names = [preference.criterion for preference in scenario.preferences]
    vetoes: dict[str, float] = {}
    for text in stated:
        name, given, amount = (part.strip() for part in text.partition("="))
        if not given or not name:
            raise KnownError(
                f"--veto {text!r} is not CRITERION=AMOUNT", hint="for example --veto latency=20"
            )
        if name not in names:
            raise KnownError(
                f"unknown criterion {name!r} in scenario {scenario.id}",
                hint=did_you_mean(name, names),
            )
        limit = _amount(name, amount, catalog.criterion(name).unit)
        if vetoes.setdefault(name, limit) != limit:
            raise KnownError(
                f"--veto names {name} twice, with different amounts",
                hint="give each criterion one amount",
            )
    return scenario.model_copy(
        update={
            "preferences": tuple(
                p.model_copy(update={"veto": vetoes[p.criterion]}) if p.criterion in vetoes else p
                for p in scenario.preferences
            )
        }
    )


def _amount(name: str, text: str, unit: str) -> float:
    """The number, with or without the unit.

    >>> _amount("latency", "20 ms", "ms"), _amount("reach", "60", "points")
    (20.0, 60.0)
    """
    try:
        found = float(text.removesuffix(unit))
    except ValueError:
        found = math.nan
    if not math.isfinite(found) or found < 0:
        raise KnownError(f"{text!r} is no amount of {name}", hint=f"a number of {unit}, such as 20")
    return found
