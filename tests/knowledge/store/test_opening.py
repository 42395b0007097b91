import sqlite3

import pytest

from knowledge.errors import KnownError
from knowledge.store.store import Store
from knowledge.store.tables import SCHEMA_VERSION
from tests.knowledge.store.nouns import measurement, recommendation


def run(file, *statements):
    connection = sqlite3.connect(file)
    rows = [connection.execute(statement).fetchall() for statement in statements]
    connection.commit()
    connection.close()
    return rows


@pytest.fixture
def file(tmp_path):
    return tmp_path / "advisor.sqlite"


def test_a_new_file_is_made_with_its_folder_version_and_journal(tmp_path):
    file = tmp_path / "a" / "b" / "advisor.sqlite"
    Store(file)
    version, mode = run(file, "PRAGMA user_version", "PRAGMA journal_mode")
    assert (version, mode) == ([(SCHEMA_VERSION,)], [("wal",)])


def test_an_empty_file_is_a_new_one(file):
    file.touch()
    Store(file).save_recommendation(recommendation("r1"))


def test_opening_again_keeps_what_is_there(file):
    Store(file).save_recommendation(recommendation("r1"))
    assert [s.id for s in Store(file).recommendations()] == ["r1"]


def test_samples_kept_within_a_measurement_are_moved_apart(file):
    store = Store(file)
    store.save_measurements([measurement("m1"), measurement("m2", steady=False)])
    run(
        file,
        "UPDATE measurement SET body = json_set(body, '$.samples', json(samples))",
        "ALTER TABLE measurement DROP COLUMN samples",
        "ALTER TABLE measurement DROP COLUMN weak",
        "ALTER TABLE measurement DROP COLUMN mode",
        "PRAGMA user_version = 1",
    )
    again = Store(file)
    assert again.measurement("m1") == measurement("m1")
    assert len(measurement("m1").samples) == 1
    assert [m.id for m in again.measurements("h")] == ["m1"]  # m2 did not settle
    assert again.measurement("m2") == measurement("m2", steady=False)
    assert run(file, "PRAGMA user_version") == [[(SCHEMA_VERSION,)]]


def test_a_file_from_before_baselines_gets_their_table_and_keeps_its_own(file):
    Store(file).save_measurements([measurement("m1")])
    run(
        file,
        "DROP TABLE baseline",
        "ALTER TABLE measurement DROP COLUMN mode",
        "PRAGMA user_version = 2",
    )
    again = Store(file)
    assert again.baselines("h", 2) == ()
    assert again.measurement("m1") == measurement("m1")
    assert run(file, "PRAGMA user_version") == [[(SCHEMA_VERSION,)]]


def test_measurements_from_before_modes_are_of_inference(file):
    Store(file).save_measurements([measurement("m1")])
    run(file, "ALTER TABLE measurement DROP COLUMN mode", "PRAGMA user_version = 3")
    again = Store(file)
    again.save_measurements([measurement("m2", mode="training")])
    assert {m.id: str(m.mode) for m in again.measurements("h")} == {
        "m1": "inference",
        "m2": "training",
    }
    assert run(file, "SELECT id, mode FROM measurement ORDER BY id") == [
        [("m1", "inference"), ("m2", "training")]
    ]
    assert run(file, "PRAGMA user_version") == [[(SCHEMA_VERSION,)]]


def test_a_newer_file_is_refused_with_a_way_out(file):
    Store(file)
    run(file, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    with pytest.raises(KnownError, match="written by a newer advisor") as caught:
        Store(file)
    assert "update advisor" in caught.value.hint
    assert run(file, "PRAGMA user_version") == [[(SCHEMA_VERSION + 1,)]]


def test_somebody_elses_database_is_left_alone(file):
    run(file, "CREATE TABLE theirs (x)")
    with pytest.raises(KnownError, match="not advisor's"):
        Store(file)
    assert run(file, "SELECT name FROM sqlite_master") == [[("theirs",)]]


def test_a_file_that_is_no_database_is_a_known_error(file):
    file.write_text("this is not a database\n" * 100)
    with pytest.raises(KnownError, match="is not a database") as caught:
        Store(file)
    assert caught.value.hint


def test_damage_found_later_is_a_known_error_too(file):
    store = Store(file)
    for number in range(20):
        store.save_recommendation(recommendation(f"r{number}"))
    run(file, "PRAGMA wal_checkpoint(TRUNCATE)")
    content = bytearray(file.read_bytes())
    content[4096:] = b"\xff" * (len(content) - 4096)
    file.write_bytes(content)
    with pytest.raises(KnownError, match="is damaged"):
        store.recommendations()


def test_a_locked_file_is_a_known_error(file, monkeypatch):
    Store(file)
    monkeypatch.setattr("knowledge.store.opening.BUSY_TIMEOUT_S", 0.05)
    store = Store(file)
    holder = sqlite3.connect(file)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(KnownError, match="locked by another process"):
        store.save_recommendation(recommendation("r1"))
    holder.close()
    store.save_recommendation(recommendation("r1"))


def test_a_folder_that_cannot_be_made_is_a_known_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(KnownError, match="cannot make the folder"):
        Store(tmp_path / "file" / "advisor.sqlite")


def test_a_folder_in_place_of_the_file_is_a_known_error(tmp_path):
    with pytest.raises(KnownError, match="cannot be opened"):
        Store(tmp_path)


@pytest.mark.parametrize("url", ["nosuch://host/db", "://"])
def test_a_url_that_means_nothing_is_a_known_error(url):
    with pytest.raises(KnownError):
        Store(url)
