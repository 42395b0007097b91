"""What a scenario weighs besides once it compares precisions: the answers that a lower one changes.

Pure. Speed alone would put the lowest precision first. What is lost weighs as much as the times by
which it is gained, latency and throughput together; `--weight` says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.probing import Precision
from knowledge.schema.scenario import Preference, Scenario
from knowledge.schema.stakes import Stated

if TYPE_CHECKING:
    from knowledge.catalog import Catalog

GAINED = ("latency", "throughput")


def comparing(catalog: Catalog, scenario: Scenario) -> Scenario:
    """The scenario with changed answers among its criteria, or without where all is fp32.

    A scenario that states them keeps its own weight and anchors. One without a criterion of time
    has nothing that a lower precision gains, and is left as it is.
    """
    kinds = {p.criterion: catalog.criterion(p.criterion).measured for p in scenario.preferences}
    own = [p for p in scenario.preferences if kinds[p.criterion] == "changed"]
    if set(scenario.precisions) == {Precision.FP32}:
        return plain(catalog, scenario)
    gained = [p for p in scenario.preferences if kinds[p.criterion] in GAINED and p.measure]
    found = [c for _, c in sorted(catalog.criteria.items()) if c.measured == "changed"]
    if own or not gained or not found or found[0].anchors is None:
        return scenario
    # More rows in a batch are more answers to compare.
    use = max((p.measure for p in gained if p.measure is not None), key=lambda use: use.batch)
    added = Preference(
        criterion=found[0].id,
        weight=sum(p.weight for p in gained),
        anchors=found[0].anchors,
        measure=use,
    )
    return scenario.model_copy(update={"preferences": (*scenario.preferences, added)})


def plain(catalog: Catalog, scenario: Scenario) -> Scenario:
    """The scenario without changed answers among its criteria."""
    rest = tuple(
        p for p in scenario.preferences if catalog.criterion(p.criterion).measured != "changed"
    )
    return scenario.model_copy(update={"preferences": rest})


def completed(catalog: Catalog, scenario: Scenario, said: Stated) -> Stated:
    """A person's weights with that of changed answers, by the rule of `comparing`, summing to 1."""
    kinds = {p.criterion: catalog.criterion(p.criterion).measured for p in scenario.preferences}
    gained = sum(said.weights[name] for name, kind in kinds.items() if kind in GAINED)
    missing = [name for name in kinds if name not in said.weights]
    if not missing:
        return said
    more = {**said.weights, **dict.fromkeys(missing, gained)}
    total = sum(more.values())
    return said.model_copy(update={"weights": {name: w / total for name, w in more.items()}})
