from __future__ import annotations

from datetime import date, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from advisor.usecases.knowledge.aging import ages
from knowledge.catalog import Catalog
from knowledge.lint import lint

READ = date(2026, 10, 1)
ONNX = READ + timedelta(days=100)
"""The last fresh day of claims on export.onnx."""


def test_on_its_last_day_a_reading_is_fresh_and_soon_stale(catalog: Catalog) -> None:
    found = ages(catalog, ONNX, 1)
    assert not found.stale
    assert {a.statement.term for a in found.soon} == {"export.onnx"}
    assert ages(catalog, ONNX, 0).soon == ()


def test_a_day_later_it_is_stale(catalog: Catalog) -> None:
    found = ages(catalog, ONNX + timedelta(days=1), 0)
    keys = [a.statement.key for a in found.stale]
    assert keys == sorted(keys)
    assert "claim:pytorch:export.onnx" in keys
    assert all(a.statement.stale_since == ONNX for a in found.stale)
    assert found.stale[0].entry.family == "frameworks"


def test_the_oldest_come_first(catalog: Catalog) -> None:
    days = [a.statement.fresh_until for a in ages(catalog, READ + timedelta(days=400), 0).stale]
    assert days == sorted(days)
    assert len(set(days)) > 1


def test_it_agrees_with_lint(catalog: Catalog) -> None:
    day = READ + timedelta(days=200)
    stale = {f.subject for f in lint(catalog, day) if f.rule == "stale-reading"}
    assert {a.statement.key for a in ages(catalog, day, 0).stale} == stale


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None
)
@given(days=st.integers(-50, 5000), within=st.integers(0, 5000))
def test_what_is_soon_stale_is_stale_later(catalog: Catalog, days: int, within: int) -> None:
    day = READ + timedelta(days=days)
    now, later = ages(catalog, day, within), ages(catalog, day + timedelta(days=within), 0)
    both = {a.statement.key for a in (*now.stale, *now.soon)}
    assert both == {a.statement.key for a in later.stale}
    assert now.statements == later.statements
