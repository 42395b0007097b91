from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from knowledge.catalog import Catalog
from knowledge.loader import load
from tests.advisor.usecases.knowledge.base import BASE
from tests.conftest import own_facts
from tests.knowledge.files import write

TODAY = date(2026, 10, 2)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("base"), BASE)


@pytest.fixture(scope="session")
def catalog(folder: Path) -> Catalog:
    return load((folder,))


@pytest.fixture(scope="session")
def real() -> Catalog:
    return own_facts()


@pytest.fixture
def today() -> date:
    return TODAY
