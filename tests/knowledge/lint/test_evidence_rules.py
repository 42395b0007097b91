from datetime import date

import pytest

from knowledge.lint.run import lint
from knowledge.loader import load
from tests.knowledge.files import ONE, changed, write

PYTORCH, ROUTE, SOURCES = (
    "frameworks/pytorch.yaml",
    "routes/pytorch-onnxruntime.yaml",
    "sources/torch.yaml",
)
TODAY = date(2026, 10, 2)


def findings(folder, rule, today=TODAY):
    """What `rule` finds in `folder`: subject to messages."""
    found = {}
    for finding in lint(load([folder]), today):
        if finding.rule == rule:
            found.setdefault(finding.subject, []).append(finding.message)
    return found


@pytest.mark.parametrize("grade", ["article", "contradicted"])
def test_a_statement_that_rests_on_an_article_is_weak(tmp_path, grade):
    folder = changed(tmp_path, PYTORCH, "grade: documented", f"grade: {grade}")
    assert findings(folder, "weak-evidence").keys() == {"claim:pytorch:export.onnx"}


def test_an_article_beside_better_evidence_is_not_weak(tmp_path):
    more = "- {source: torch-package, locator: x, read: 2026-10-01, grade: article}"
    folder = changed(tmp_path, PYTORCH, "facts:", f"      {more}\nfacts:")
    assert findings(folder, "weak-evidence") == {}


def test_readings_are_stale_after_their_shelf_life(tmp_path):
    folder = write(tmp_path, ONE)
    assert findings(folder, "stale-reading") == {}
    late = findings(folder, "stale-reading", date(2027, 1, 10))
    assert late == {
        "claim:pytorch:export.onnx": ["stale since 2027-01-09: torch-docs was read on 2026-10-01"]
    }


def test_the_limits_of_routes_are_statements_too(tmp_path):
    late = findings(write(tmp_path, ONE), "stale-reading", date(2027, 12, 1))
    assert {"route:pytorch-onnxruntime", "route:pytorch-onnxruntime:NonZero"} <= late.keys()


def test_nothing_is_read_in_the_future(tmp_path):
    folder = changed(tmp_path, PYTORCH, "read: 2026-10-01", "read: 2062-10-01")
    assert findings(folder, "future-reading").keys() == {"claim:pytorch:export.onnx"}


def test_a_source_nobody_cites_is_found(tmp_path):
    folder = changed(tmp_path, PYTORCH, "source: torch-package", "source: torch-docs")
    assert findings(folder, "unused-source").keys() == {"sources/torch-package"}


def test_two_sources_with_one_address_are_twins(tmp_path):
    purl, url = "purl: pkg:pypi/torch@2.10", "url: https://pytorch.org/docs/2.10/onnx.html"
    folder = changed(tmp_path, SOURCES, purl, url)
    assert findings(folder, "twin-sources").keys() == {"sources/torch-package"}
