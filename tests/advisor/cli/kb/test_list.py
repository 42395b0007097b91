from __future__ import annotations

from tests.advisor.cli.kb.conftest import Kb


def test_families_are_listed_with_counts(kb: Kb) -> None:
    lines = kb("list").out.splitlines()
    assert lines[0].split() == ["family", "title", "entries", "statements", "oldest", "reading"]
    assert lines[1].split() == [
        *("frameworks", "Frameworks", "and", "runtimes", "4", "7", "2026-09-01"),
    ]


def test_entries_are_listed_without_columns_that_say_nothing(kb: Kb) -> None:
    printed = kb("list", "devices")
    head = printed.out.splitlines()[0].split()
    assert head == ["id", "title", "kind", "statements", "oldest", "reading"]
    assert "nvidia-h100-sxm  NVIDIA H100 (SXM)" in printed.out


def test_filters_and_chinese(kb: Kb) -> None:
    printed = kb("list", "--lifecycle", "dead", "--lang", "zh")
    assert printed.code == 0
    rows = printed.out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == ["frameworks/mxnet", "systems/tflite"]
    assert all("停止" in row for row in rows)


def test_nothing_that_fits_is_a_negative_answer(kb: Kb) -> None:
    printed = kb("list", "systems", "--lifecycle", "active")
    assert (printed.code, printed.out) == (1, "")
    assert "no entry fits" in printed.err


def test_bad_input_is_refused_with_the_nearest(kb: Kb) -> None:
    printed = kb("list", "frameworkz")
    assert printed.code == 2
    assert "did you mean frameworks?" in printed.err


def test_both_lists_as_json(kb: Kb) -> None:
    families = kb("list", "--json").json
    assert families["schema"] == "advisor.kb.list/1"
    assert families["families"][0] == {
        "id": "frameworks",
        "entries": 4,
        "statements": 7,
        "oldest": "2026-09-01",
    }
    entries = kb("list", "systems", "--json", "--kind", "runtime").json
    assert entries["filters"] == {"kind": "runtime"}
    assert entries["entries"][0]["title"] == {"en": "TensorFlow Lite", "zh": "TensorFlow Lite"}
    assert entries["entries"][0]["state"] == "dead"
