from __future__ import annotations

from datetime import date

from advisor.usecases.compatibility import compatibility
from knowledge.schema.compatibility import Verdict
from knowledge.schema.evidence import Source
from tests.knowledge.compatibility.world import AXES, CITED, WORLD, catalog

TODAY = date(2026, 12, 1)
DOCS = Source.model_validate(
    {
        "title": "The documentation",
        "url": "https://example.org/docs",
        "publisher": "Example",
        "kind": "docs",
    }
)
WORLD_WITH_SOURCES = catalog(*WORLD, sources={CITED.source: DOCS})


def test_every_rule_has_its_sources_resolved() -> None:
    found = compatibility(WORLD_WITH_SOURCES, ["torch=2.6", "cuda=12.8"], TODAY)
    assert found.verdict is Verdict.NO
    (cited,) = found.decided[0].evidence
    assert (cited.title, cited.address, cited.locator) == (
        "The documentation",
        "https://example.org/docs",
        "table 1",
    )
    assert cited.stale_since is None
    assert found.nearest is not None
    assert all(rule.evidence for rule in found.nearest.decided)


def test_every_axis_that_is_spoken_of_has_its_name() -> None:
    found = compatibility(WORLD_WITH_SOURCES, ["torch=2.6", "chip=b200", "cuda=12.4"], TODAY)
    assert found.nearest is not None
    spoken = {*found.asked, *found.values, *found.needs, *found.nearest.values}
    spoken |= {axis for rule in found.decided for axis in rule.when}
    assert spoken <= set(found.axes) <= set(AXES)


def test_a_reading_past_its_life_is_marked() -> None:
    found = compatibility(WORLD_WITH_SOURCES, ["torch=2.6", "cuda=12.8"], date(2030, 1, 1))
    assert found.decided[0].evidence[0].stale_since is not None
