import json
from datetime import datetime, timedelta, timezone

from knowledge.store.tables import measurement_row, recommendation_row, utc
from tests.knowledge.store.nouns import measurement, recommendation


def test_rows_hold_what_is_asked_for_beside_the_whole_noun():
    row = measurement_row(measurement("m1", batch=8))
    assert (row.id, row.stack, row.batch, row.status) == ("m1", "pytorch/eager", 8, "ok")
    assert json.loads(row.body)["samples"] == []
    assert json.loads(row.samples) == [
        {"process": 0, "round": 0, "loops": 10, "seconds": 0.5, "foreign_cpu": 0.0,
         "contended": False}
    ]  # fmt: skip
    kept = recommendation_row(recommendation("r1"))
    assert (kept.knowledge, kept.code, kept.inputs) == ("k", "c", "i")


def test_instants_are_kept_in_utc_without_a_zone():
    west = timezone(timedelta(hours=-5))
    assert utc(datetime(2026, 10, 1, 20, tzinfo=west)) == datetime(2026, 10, 2, 1)
    assert utc(datetime(2026, 10, 1)) == datetime(2026, 10, 1)
