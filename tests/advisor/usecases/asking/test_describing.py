from __future__ import annotations

import pytest

from advisor.usecases.asking.describing import JOBS, Described, Job, described, resembling
from knowledge.errors import KnownError
from probes.workloads.catalog import workload_ids


def test_every_workload_of_a_task_exists() -> None:
    assert {name for names in JOBS.values() for name in names} <= set(workload_ids())
    assert set(JOBS) == set(Job)


@pytest.mark.parametrize(
    ("parameters", "nearest"), [(3.0, "mobilenet-v3-small"), (22.0, "resnet-50"), (90, "vit-b-16")]
)
def test_of_a_task_the_nearest_in_size_is_taken(parameters: float, nearest: str) -> None:
    found = resembling(Described(job=Job.CLASSIFY, size=224, parameters_m=parameters))
    assert found.nearest is not None
    assert (found.nearest.id, found.near) == (nearest, True)
    assert found.nearest.size == 224


def test_a_large_language_model_resembles_nothing_here() -> None:
    found = resembling(Described(job=Job.GENERATE, parameters_m=7000))
    assert found.nearest is not None
    assert not found.near
    assert found.parameter_factor == pytest.approx(56, rel=0.05)
    assert found.size_factor is None


def test_sizes_far_from_a_workload_do_not_resemble_it_either() -> None:
    assert not resembling(Described(job=Job.SEGMENT, size=4096)).near
    assert resembling(Described(job=Job.SEGMENT, size=512)).near


def test_a_task_without_a_workload_has_none() -> None:
    assert resembling(Described(job=Job.OTHER)).nearest is None


def test_the_command_measures_as_described() -> None:
    said = {"job": "encode", "batch": "4", "precision": "bf16", "size": "128"}
    found = resembling(described(said))
    assert found.command == ("advisor probe run --workload bert-base --batch 4 --precision bf16")


@pytest.mark.parametrize("wrong", ["many", "0", "-3", "2.5", "1e999"])
def test_a_number_that_is_none_is_explained(wrong: str) -> None:
    with pytest.raises(KnownError, match="is no such number") as refused:
        described({"job": "encode", "batch": wrong})
    assert refused.value.hint
