import hashlib
import json
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings

from knowledge.errors import KnownError
from knowledge.schema.machine import Bandwidth, Baseline, Peak
from knowledge.schema.probing import Measurement, Precision, Status
from knowledge.store.store import Store
from tests.knowledge.store.nouns import (
    environment,
    host,
    hosts,
    measurement,
    measurements,
    recommendation,
)

DAY = datetime(2026, 10, 1, tzinfo=UTC)


def digest(noun):
    """An id that only equal nouns share."""
    return hashlib.sha256(noun.model_dump_json().encode()).hexdigest()


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "state" / "advisor.sqlite")


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    return Store(tmp_path_factory.mktemp("store") / "advisor.sqlite")


@given(hosts)
@settings(max_examples=20, deadline=None)
def test_a_host_comes_back_as_it_was(shared, noun):
    noun = noun.model_copy(update={"id": digest(noun)})
    shared.save_host(noun)
    assert shared.host(noun.id) == noun


@given(measurements)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_measurement_comes_back_with_all_its_samples(shared, noun):
    name = digest(noun)
    noun = noun.model_copy(update={"status": Status.OK, "id": name, "host": name})
    shared.save_measurements([noun])
    assert shared.measurement(noun.id) == noun
    assert shared.measurements(noun.id) == (noun.without_samples,)


def test_a_recommendation_comes_back_as_it_was(store):
    kept = recommendation("r1", measurements=(measurement("m1"),))
    store.save_recommendation(kept)
    assert store.recommendation("r1") == kept


def test_what_one_store_wrote_another_reads(tmp_path):
    Store(tmp_path / "a.sqlite").save_recommendation(recommendation("r1"))
    assert Store(str(tmp_path / "a.sqlite")).recommendation("r1").id == "r1"
    url = f"sqlite:///{tmp_path / 'a.sqlite'}"
    assert Store(url).recommendation("r1").id == "r1"


def test_saving_again_changes_nothing(store):
    for _ in range(2):
        store.save_host(host())
        store.save_measurements([measurement("m1"), measurement("m1")])
        store.save_recommendation(recommendation("r1"))
    assert len(store.measurements("h")) == len(store.recommendations()) == 1


def test_history_is_never_overwritten(store):
    store.save_recommendation(recommendation("r1"))
    with pytest.raises(KnownError, match="already has another recommendation r1"):
        store.save_recommendation(recommendation("r1", seed=7))
    assert store.recommendation("r1").seed == 0


def test_a_batch_is_kept_as_a_whole_or_not_at_all(store):
    store.save_measurements([measurement("m1")])
    with pytest.raises(KnownError):
        store.save_measurements([measurement("m2", batch=2), measurement("m1", seed=7)])
    assert [m.id for m in store.measurements("h")] == ["m1"]


def test_a_host_stays_as_first_seen(store):
    store.save_host(host(hostname="first"))
    store.save_host(host(hostname="second"))
    assert store.host("h").hostname == "first"
    assert store.host("nobody") is None


def test_an_environment_is_kept_again_only_when_it_changed(store):
    for version in ("2.12.0", "2.12.0", "2.13.0", "2.12.0"):
        store.save_environments("h", [environment(version=version)])
    kept = [e.version for e in store.environments("h")]
    assert kept == ["2.12.0", "2.13.0", "2.12.0"]
    assert store.environments("elsewhere") == ()


def test_only_the_newest_result_of_each_kind_is_found(store):
    store.save_measurements(
        [
            measurement("old", started=DAY),
            measurement("new", started=DAY + timedelta(hours=1)),
            measurement("skipped", started=DAY + timedelta(hours=2), status=Status.SKIPPED),
            measurement("batch", batch=8, started=DAY + timedelta(minutes=1)),
            measurement("settled", batch=10),
            measurement("busy", batch=10, started=DAY + timedelta(hours=3), steady=False),
            measurement(
                "killed", batch=10, started=DAY + timedelta(hours=4), status=Status.CRASHED
            ),
            measurement("good", batch=9, started=DAY - timedelta(minutes=1)),
            measurement("failed", batch=9, status=Status.FAILED),
            measurement("workload", workload="conv2d"),
            measurement("version", version="2.12.0"),
            measurement("unknown", version=None),
            measurement("elsewhere", host="other"),
        ]
    )
    found = [m.id for m in store.measurements("h")]
    assert set(found) == {"new", "batch", "workload", "version", "unknown", "failed", "settled"}
    assert found[-2:] == ["batch", "new"], "oldest first"


def test_newest_is_by_the_instant_whatever_the_zone(store):
    from datetime import timezone

    east = timezone(timedelta(hours=8))
    store.save_measurements(
        [
            measurement("later", started=datetime(2026, 10, 1, 4, tzinfo=UTC)),
            measurement("sooner", started=datetime(2026, 10, 1, 8, tzinfo=east)),
        ]
    )
    assert [m.id for m in store.measurements("h")] == ["later"]


def test_results_of_an_older_probe_do_not_count(store):
    store.save_measurements(
        [
            measurement("one", probe_version=1, started=DAY + timedelta(days=1)),
            measurement("two", probe_version=2, started=DAY),
            measurement("only-one", probe_version=1, batch=8),
        ]
    )
    assert [m.id for m in store.measurements("h")] == ["two"]
    assert {m.id for m in store.measurements("h", 1)} == {"one", "only-one"}
    assert store.measurements("h", 3) == ()


def test_the_history_lists_the_newest_first(store):
    for day in range(5):
        created = DAY + timedelta(days=day)
        store.save_recommendation(recommendation(f"r{day}", created=created))
    store.save_recommendation(recommendation("none", created=DAY, ranking=()))
    summaries = store.recommendations(2)
    assert [s.id for s in summaries] == ["r4", "r3"]
    first = summaries[0]
    assert (first.created, first.scenario) == (DAY + timedelta(days=4), "edge-cv")
    assert (first.host, first.winner) == ("here", "PyTorch (eager)")
    assert store.recommendations(100)[-1].winner in (None, "PyTorch (eager)")
    assert {s.id: s.winner for s in store.recommendations(100)}["none"] is None


def test_a_recommendation_is_found_by_id_by_its_start_or_as_the_latest(store):
    for number, name in enumerate(["ab", "abc", "b1", "b_"]):
        created = DAY - timedelta(days=number)
        store.save_recommendation(recommendation(name, created=created))
    assert store.recommendation("ab").id == "ab", "a whole id wins over longer ones"
    assert store.recommendation("abc").id == "abc"
    assert store.recommendation("latest").id == "ab"
    assert store.recommendation("b_").id == "b_", "_ is no wildcard"
    with pytest.raises(KnownError) as caught:
        store.recommendation("b")
    assert caught.value.hint == "it may be b1, b_"
    for nothing in ("x", "", "%", "latest-one"):
        with pytest.raises(KnownError, match="no recommendation"):
            store.recommendation(nothing)


def test_the_latest_of_an_empty_history_says_how_to_make_one(store):
    with pytest.raises(KnownError) as caught:
        store.recommendation("latest")
    assert "advisor recommend" in caught.value.hint


def test_a_noun_of_another_format_is_a_known_error(store):
    kept = recommendation("r1").model_copy(update={"format": "advisor.recommendation/9"})
    store.save_recommendation(kept)
    with pytest.raises(KnownError, match="cannot be read by this advisor"):
        store.recommendation("latest")


WRITER = """
import sys
from knowledge.store.store import Store
from tests.knowledge.store.nouns import host, measurement, recommendation
store = Store(sys.argv[1])
for number in range(15):
    store.save_host(host())
    store.save_measurements([measurement("shared"), measurement(f"{sys.argv[2]}{number}")])
    store.save_recommendation(recommendation(f"{sys.argv[2]}{number}"))
"""


def test_two_processes_write_at_once_and_nothing_is_lost(tmp_path):
    file = tmp_path / "advisor.sqlite"
    command = [sys.executable, "-c", WRITER, str(file)]
    writers = [subprocess.Popen([*command, name], stderr=subprocess.PIPE) for name in "ab"]
    for writer in writers:
        assert writer.communicate()[1] == b""
        assert writer.returncode == 0
    kept = {summary.id for summary in Store(file).recommendations(100)}
    assert kept == {f"{name}{number}" for name in "ab" for number in range(15)}


def test_baselines_are_kept_by_host_and_threads(store):
    def baseline(name, host="h", threads=2, day=0):
        return Baseline(
            id=name,
            host=host,
            threads=threads,
            peak=Peak(flops_s=1e9, by="NumPy"),
            bandwidths=(Bandwidth(threads=threads, kernel="copy", bytes_s=1e9),),
            started=DAY + timedelta(days=day),
        )

    for each in (
        baseline("late", day=1),
        baseline("early"),
        baseline("other", host="x"),
        baseline("one", threads=1),
    ):
        store.save_baseline(each)
    store.save_baseline(baseline("early"))
    assert [b.id for b in store.baselines("h", 2)] == ["early", "late"]


def test_precisions_are_results_of_their_own(store):
    store.save_measurements(
        [
            measurement("m1"),
            measurement("m2", precision="bf16"),
            measurement("m3", precision="int8"),
        ]
    )
    assert {m.id: m.precision for m in store.measurements("h")} == {
        "m1": "fp32", "m2": "bf16", "m3": "int8",
    }  # fmt: skip


def test_a_record_without_a_precision_is_of_fp32(store):
    body = json.loads(measurement("m1").model_dump_json())
    for name in ("precision", "gain"):
        del body[name]
    old = Measurement.model_validate_json(json.dumps(body))
    assert (old.precision, old.gain) == (Precision.FP32, None)
    assert old == measurement("m1")
