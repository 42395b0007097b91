"""What every test may use: advisor's own facts, loaded once and kept between commands."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from knowledge import loader, snapshot
from knowledge.catalog import Catalog
from knowledge.dialect import parse
from knowledge.loader import load

# Overlays are tested over all of advisor's own facts: no file of these is parsed twice.
loader.parse = functools.cache(parse)


# How fast examples are made says more about what else runs than about the test.
settings.register_profile("any machine", suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")


@functools.cache
def own_facts() -> Catalog:
    """The catalog of advisor's own data, loaded once: that takes longer than most tests."""
    return load()


@pytest.fixture(scope="session")
def kept_facts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the catalog of advisor's own data is kept, as in a user's cache."""
    from knowledge.paths import data_dir

    folder = tmp_path_factory.mktemp("kept") / "knowledge"
    snapshot.load_kept((data_dir(),), folder)
    return folder


@pytest.fixture
def cache_home(tmp_path: Path, kept_facts: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of the test's own, in which the facts are kept already."""
    home = tmp_path / "cache"
    (home / "advisor").mkdir(parents=True)
    (home / "advisor" / "knowledge").symlink_to(kept_facts)
    monkeypatch.setenv("XDG_CACHE_HOME", str(home))
    return home
