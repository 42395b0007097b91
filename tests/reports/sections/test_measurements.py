"""Measured results by workload and batch, and everything that gave none."""

from __future__ import annotations

from knowledge.schema.decision import Recommendation
from knowledge.schema.probing import Parity, Precision
from knowledge.schema.report import IntervalChart, Paragraph, Table
from knowledge.texts import Texts
from reports.sections import measurements
from tests.reports import sample


def tables(recommendation: Recommendation | None = None, language: str = "en") -> list[Table]:
    blocks = measurements.build(recommendation or sample.recommendation(), Texts(language))
    return [block for block in blocks if isinstance(block, Table)]


def test_a_table_for_each_workload_and_batch_fastest_first() -> None:
    first, second, _ = tables()
    assert first.caption == "mobilenet-v3-small, batch 1"
    assert second.caption == "mobilenet-v3-small, batch 8"
    assert first.rows[0][0].text == "openvino/cpu"
    assert [cell.text for cell in first.rows[0][1:]] == [
        "2.61 ms", "383 items/s", "148 MiB", "52 ms", "1.62 s", "12 / 3",
    ]  # fmt: skip


def test_throughput_is_batch_over_latency() -> None:
    assert tables()[1].rows[0][2].text == "611 items/s"


def test_an_unsteady_result_says_so() -> None:
    assert tables()[0].rows[-1][1].sub == "44.9–52.6, inconclusive"
    assert tables(language="zh")[0].rows[-1][1].sub == "44.9～52.6，不稳定"


def test_every_status_other_than_ok_is_listed_with_its_reason() -> None:
    missing = tables()[-1]
    assert [row[2].text for row in missing.rows] == [
        "failed", "timed out", "crashed", "not installed", "skipped",
    ]  # fmt: skip
    assert missing.rows[0][3].text.startswith("wrong result")
    assert missing.rows[3][3].text == "no reason given"
    assert all(row[3].evidence for row in missing.rows)


def test_one_result_alone() -> None:
    one = sample.recommendation(measurements=sample.measurements()[:1])
    blocks = measurements.build(one, Texts("en"))
    (chart,) = [block for block in blocks if isinstance(block, IntervalChart)]
    assert chart.alt == "Time of one call of one stack: openvino/cpu with 2.61 ms."
    assert "One of 1 measurements gave a result." in [
        block.text for block in blocks if isinstance(block, Paragraph)
    ]


def test_no_measurement_and_no_result() -> None:
    none = measurements.build(sample.recommendation(measurements=()), Texts("en"))
    assert [b.text for b in none if isinstance(b, Paragraph)] == [
        "Nothing was measured on this machine."
    ]
    failed = sample.recommendation(measurements=sample.measurements()[-2:])
    texts = [b.text for b in measurements.build(failed, Texts("en")) if isinstance(b, Paragraph)]
    assert "None of 2 measurements gave a result." in texts


def test_a_missing_number_is_not_zero() -> None:
    first = sample.measurements()[0].model_copy(update={"memory": None, "import_s": None})
    row = tables(sample.recommendation(measurements=(first,)))[0].rows[0]
    assert row[3].text == row[5].text == "not known"


def test_another_precision_is_never_in_one_table_with_fp32() -> None:
    plain = sample.recommendation()
    one = next(m for m in plain.measurements if m.stack == "openvino/cpu" and m.latency)
    cost = Parity(max_abs_error=0.1, cosine=0.9987, passed=True, least_cosine=0.9)
    half = one.model_copy(update={"id": "int8", "precision": Precision.INT8, "parity": cost})
    more = plain.model_copy(update={"measurements": (*plain.measurements, half)})
    found, before = tables(more), tables(plain)
    assert [len(table.rows) for table in found if "int8" in table.caption] == [1]
    assert "mobilenet-v3-small (int8), batch 1" in [table.caption for table in found]
    assert found[0] == before[0]
    blocks = measurements.build(more, Texts("en"))
    assert any("cosine 0.99870" in b.text for b in blocks if isinstance(b, Paragraph))
