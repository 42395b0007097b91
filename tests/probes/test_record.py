import dataclasses

import pytest

from knowledge.schema.machine import Energy
from knowledge.schema.probing import Parity, Sample, Status
from probes.protocol import Opened, Prepared, Trouble
from probes.record import (
    LATER,
    STDERR,
    Circumstances,
    Record,
    latency_of,
    status_of,
    summarise,
)
from probes.trial import Correct, Warmth, WrongResult
from tests.probes.staged import MIB, NOW, environment, host, tasks

HERE = Circumstances(host(), seed=5, started=NOW, watched=True)
RIGHT = Parity(max_abs_error=0.0, cosine=1.0, passed=True)


def opened(version="1.0", import_s=1.0, notes=()):
    return Opened(
        type="opened", version=version, import_s=import_s, rss_bytes=1, threads=2, notes=notes
    )


def correct(build_s=1.0):
    prepared = Prepared(
        type="prepared",
        case="c",
        build_s=build_s,
        first_call_s=2.0,
        outputs="x",
        peak_rss_bytes=1,
        notes=("a note",),
    )
    return Correct(prepared, RIGHT)


def samples(process, *seconds, foreign=0.0, contended=False):
    return [
        Sample(
            process=process,
            round=number,
            loops=1,
            seconds=each,
            foreign_cpu=foreign,
            contended=contended,
        )
        for number, each in enumerate(seconds)
    ]


@pytest.fixture
def record():
    """A task that went well in two processes."""
    task = tasks("a/m")[0]
    made = Record(task, environment("a/m"))
    for process, peak in enumerate((100, 120)):
        made.opened(opened(), alone=True)
        made.correct(correct(), before=(), alone=True)
        made.warm(Warmth(calls=10 + process, became_steady=True, peak_rss_bytes=peak * MIB))
        made.samples += samples(process, 1.0, 1.01, 0.99, 1.0)
    return made


def test_a_good_record_becomes_a_measurement(record):
    found = summarise(record, HERE)
    assert found.status is Status.OK
    assert found.message == ""
    assert found.task == record.task
    assert (found.rounds, found.processes) == (8, 2)
    assert found.latency.point == pytest.approx(1.0)
    assert (found.memory.low, found.memory.point, found.memory.high) == (100, 110, 120)
    assert (found.import_s, found.build_s, found.first_call_s) == (1.0, 1.0, 2.0)
    assert found.steady
    assert found.notes == ("a note", "warm-up: 11 calls")
    assert (found.environment, found.version) == ("given:a/m", "1.0+cpu")
    assert (found.host, found.seed, found.started, found.threads) == ("host", 5, NOW, 2)
    assert found.parity == RIGHT


def test_ids_differ_by_what_was_measured_when(record):
    other = Record(tasks("a/m")[1], environment("a/m"))
    later = Circumstances(HERE.host, 5, NOW.replace(hour=13), watched=True)
    made = [summarise(record, HERE), summarise(other, HERE), summarise(record, later)]
    assert len({m.id for m in made}) == 3
    assert summarise(record, HERE).id == made[0].id


def test_the_first_preparation_that_was_alone_is_reported(record):
    record.opened(opened(import_s=9.0), alone=True)
    record.correct(correct(build_s=9.0), before=(), alone=True)
    assert (record.import_s, record.build_s) == (1.0, 1.0)
    crowded = Record(record.task, record.environment)
    crowded.opened(opened(), alone=False)
    crowded.correct(correct(), before=(), alone=False)
    crowded.opened(opened(), alone=True)
    crowded.correct(correct(), before=(), alone=True)
    assert (crowded.import_s, crowded.build_s, crowded.first_call_s) == (1.0, 1.0, 2.0)
    assert LATER in crowded.notes
    assert LATER not in record.notes


def test_a_cold_start_is_the_sum_of_what_its_user_waits_for(record):
    made = correct().prepared
    record.cold(0.25, opened(), made, alone=True)
    record.cold(9.0, opened(), made, alone=True)
    assert record.cold_start_s == 0.25 + 1.0 + 1.0 + 2.0
    assert not record.cold_start_crowded


def test_a_cold_start_beside_others_gives_way_to_one_alone(record):
    made = correct().prepared
    for start_s, alone, told in ((3.0, False, 7.0), (9.0, False, 7.0), (0.5, True, 4.5)):
        record.cold(start_s, opened(), made, alone=alone)
        assert (record.cold_start_s, record.cold_start_crowded) == (told, not alone)
    record.cold(0.1, opened(), made, alone=False)
    found = summarise(record, HERE)
    assert (found.cold_start_s, found.cold_start_crowded) == (4.5, False)


def test_of_stderr_only_what_tells_of_speed_is_kept(record):
    record.heard(["loading", "WARNING: 5 calls triggered tf.function retracing"] * 3)
    assert record.report[STDERR] == "WARNING: 5 calls triggered tf.function retracing"
    quiet = Record(record.task, record.environment)
    quiet.heard(["loading"])
    assert STDERR not in quiet.report


def test_a_trouble_keeps_the_samples_but_gives_no_latency(record):
    record.end(Trouble(status=Status.CRASHED, message="killed by SIGBUS"))
    found = summarise(record, HERE)
    assert (found.status, found.message) == (Status.CRASHED, "killed by SIGBUS")
    assert len(found.samples) == 8
    assert found.latency is None
    assert found.memory is None
    assert not record.open


def test_a_wrong_result_shows_its_parity(record):
    wrong = Parity(max_abs_error=1.0, cosine=0.5, passed=False)
    record.end(WrongResult(status=Status.FAILED, message="parity", parity=wrong))
    assert summarise(record, HERE).parity == wrong


def test_no_environment_is_unavailable():
    record = Record(tasks("a/m")[0], None)
    assert status_of(record)[0] is Status.UNAVAILABLE
    assert not record.open
    assert summarise(record, HERE).version is None


def test_the_first_reason_for_skipping_is_kept():
    record = Record(tasks("a/m")[0], environment("a/m"))
    assert status_of(record) == (Status.SKIPPED, "nothing was tried")
    record.skip("too slow")
    record.skip("budget spent")
    assert status_of(record) == (Status.SKIPPED, "too slow")
    assert latency_of(record, 0) is None


def test_disturbed_samples_make_it_inconclusive(record):
    quiet = summarise(record, HERE)
    loud = Record(record.task, record.environment)
    loud.samples = samples(0, 1.0, 1.0, 1.0, foreign=0.8, contended=True)
    found = summarise(loud, HERE)
    assert found.status is Status.OK
    assert not found.steady
    note = "inconclusive: other programs kept 0.8 cores busy, 3 of 3 samples were disturbed"
    assert note in found.notes
    assert found.latency.high > quiet.latency.high


def test_drift_makes_it_inconclusive(record):
    drifting = Record(record.task, record.environment, samples=samples(0, 2.0, 1.6, 1.2, 1.0))
    found = summarise(drifting, HERE)
    assert not found.steady
    assert "inconclusive: the timings drifted or scattered" in found.notes


def test_an_unwatched_run_says_so(record):
    found = summarise(record, Circumstances(HERE.host, 5, NOW, watched=False))
    assert any("cannot be read here" in note for note in found.notes)


@pytest.mark.parametrize(
    ("said", "noted"), [("1.0", False), ("1.0+cpu", False), ("1.0-77-build", False), ("2.0", True)]
)
def test_a_framework_of_another_version_than_listed_is_noted(said, noted):
    record = Record(tasks("a/m")[0], environment("a/m"))
    record.opened(opened(version=said), alone=True)
    assert (f"the framework calls itself {said}" in summarise(record, HERE).notes) is noted


def test_equal_records_and_seeds_give_equal_intervals(record):
    assert latency_of(record, 1) == latency_of(record, 1)


def test_memory_of_a_later_case_says_what_it_includes(record):
    one, eight = tasks("a/m")
    record.correct(correct(), before=(one,), alone=True)
    assert "memory includes net batch 1, run earlier in the same process" in record.notes
    assert eight.batch == 8


def test_joules_are_per_call_over_the_samples_the_time_rests_on(record):
    here = dataclasses.replace(HERE, counters=("RAPL",), uncounted="NVML: no device")
    assert summarise(record, here).energy == Energy(sources=("RAPL",), absent="NVML: no device")
    record.samples = [
        s.model_copy(update={"joules": 4.0 * s.loops, "loops": s.loops}) for s in record.samples
    ]
    found = summarise(record, here).energy
    assert found.joules == 4.0
    assert found.items_per_joule == 0.25
