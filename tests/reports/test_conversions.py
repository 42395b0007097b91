"""The table of conversions: what made the artefacts that runtimes ran."""

from __future__ import annotations

from knowledge.schema.decision import Recommendation
from knowledge.schema.probing import Conversion, Status
from knowledge.schema.report import Table
from knowledge.texts import Texts
from reports.sections import measurements
from tests.reports import sample

MADE = Conversion(
    converter="tflite",
    routes=("tensorflow-to-litert",),
    environment="provisioned:tensorflow",
    versions={"tensorflow": "2.21.0"},
    seconds=5.3,
    size_bytes=10 * 2**20,
    delegated=0.92,
    max_error=8.6e-7,
)
FAILED = Conversion(converter="pnnx", unconverted=("TopK",))


def answer() -> Recommendation:
    """The sample, whose first measurement and first failure rest on conversions."""
    found = sample.measurements()
    bad = next(i for i, m in enumerate(found) if m.status is Status.FAILED)
    conversions = {0: MADE, bad: FAILED}
    return sample.recommendation(
        measurements=tuple(
            m.model_copy(update={"conversion": conversions.get(i)}) for i, m in enumerate(found)
        )
    )


def table(language: str = "en") -> Table:
    blocks = measurements.build(answer(), Texts(language))
    caption = Texts(language).t("report.measurements.conversions")
    (found,) = [b for b in blocks if isinstance(b, Table) and b.caption == caption]
    return found


def test_a_row_says_what_made_it_and_what_that_cost() -> None:
    row = table().rows[0]
    assert row[0].text == "openvino/cpu"
    assert row[0].sub == "mobilenet-v3-small, batch 1"
    assert (row[1].text, row[1].sub) == ("tflite", "tensorflow 2.21.0, tensorflow-to-litert")
    assert [cell.text for cell in row[2:]] == ["5.3 s", "10.0 MiB", "92%", "8.6e-7"]
    assert all(cell.evidence for cell in row[2:])


def test_what_a_failed_conversion_leaves_open_is_not_known() -> None:
    assert [cell.short for cell in table().rows[1][2:]] == ["–"] * 4


def test_it_is_there_only_where_something_was_converted() -> None:
    blocks = measurements.build(sample.recommendation(), Texts("en"))
    assert len([b for b in blocks if isinstance(b, Table)]) == 3


def test_in_chinese() -> None:
    assert table("zh").columns[1] == "转换器"
