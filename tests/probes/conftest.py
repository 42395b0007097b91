"""What tests of the probes share: interpreters that hold a framework, and a plain worker client."""

import os
import sys
from pathlib import Path

import platformdirs
import pytest

from tests.probes.worker.client import Client

FAKES = Path(__file__).parent / "fakes"


@pytest.fixture(scope="session")
def framework_python():
    """Interpreter of an environment, by spec id; a missing one fails the test, never skips it."""

    def find(spec_id):
        given = os.environ.get("ADVISOR_TEST_ENVS")
        cache = platformdirs.user_cache_path("advisor") / "environments"
        python = (Path(given) if given else cache) / spec_id / "bin" / "python"
        if not python.exists():
            pytest.fail(f"{python} is missing: `advisor env create {spec_id}` makes it")
        return python

    return find


@pytest.fixture
def fake():
    """Path of a fake framework's adapter, by name."""
    return lambda name: str(FAKES / f"{name}.py")


@pytest.fixture
def start_worker():
    """Start workers, in this interpreter unless told otherwise, and end them with the test."""
    clients = []

    def start(python=sys.executable, **options):
        clients.append(Client(python, **options))
        return clients[-1]

    yield start
    for client in clients:
        client.kill()
