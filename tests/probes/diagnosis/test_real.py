"""Rules on a real framework: silent on a good build, and speaking where cores are taken."""

import multiprocessing
import os

import pytest

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.machine import Severity
from knowledge.schema.probing import Task
from probes.diagnosis import contended_cores, device_fallback, no_onednn, threads_beyond_quota
from probes.diagnosis.known import Known
from probes.host import detect
from probes.run import Equipment
from probes.runner import measure
from probes.settings import Settings
from probes.workloads.case import case_for

pytestmark = [pytest.mark.frameworks, pytest.mark.extended]
STACK = "pytorch/eager"


def _spin():
    while True:
        pass


@pytest.fixture
def busy():
    """As many busy loops as there are cores."""
    loops = [
        multiprocessing.get_context("spawn").Process(target=_spin, daemon=True)
        for _ in range(os.cpu_count() or 1)
    ]
    for loop in loops:
        loop.start()
    yield
    for loop in loops:
        loop.kill()
        loop.join()


@pytest.fixture
def known(framework_python, tmp_path):
    """A quick result of torch on a convolution, with what it says of itself."""

    def go():
        host = detect()
        environment = Environment(
            id="given:torch",
            spec="torch",
            python=str(framework_python("torch")),
            python_version="3.11",
            version="2",
            origin=Origin.GIVEN,
        )
        (found,) = measure(
            [Task(stack=STACK, workload="conv2d")],
            {STACK: environment},
            adapters={STACK: "torch"},
            host=host,
            cases=lambda workload, batch, mode: case_for(workload, batch, 0, tmp_path),
            cache_dir=tmp_path,
            budget_s=60,
            equipment=Equipment(settings=Settings(generations=1, most_generations=1)),
        )
        return Known(found, host)

    return go


def test_an_official_build_has_nothing_the_matter_with_it(known):
    found = known()
    assert "OpenMP" in found.said("torch.parallel")
    assert found.devices() >= {"cpu"}
    assert found.measurement.work.flops == 2 * 64 * 64 * 9 * 56 * 56
    assert no_onednn.diagnose(found) is None
    assert threads_beyond_quota.diagnose(found) is None
    if not found.host.accelerators:
        assert device_fallback.diagnose(found) is None


def test_taken_cores_are_named(known, busy):
    finding = contended_cores.diagnose(known())
    assert finding.severity is Severity.SERIOUS
    assert any("OMP_WAIT_POLICY is not set" in text.en for text in finding.evidence)
