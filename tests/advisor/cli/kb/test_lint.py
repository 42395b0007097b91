"""Files that cannot be used: all mistakes at once, each with its file, line and remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.advisor.cli.kb.conftest import Kb
from tests.advisor.usecases.knowledge.base import BASE
from tests.knowledge.files import write

GOOD = BASE["frameworks/onnxruntime.yaml"]
# file, what stands in ONNX Runtime's entry, the mistake in its place, line, part of the remedy
MALFORMED = [
    ("a-tab", "claims: []", "\tclaims: []", 9, "YAML takes no tabs"),
    ("b-deeper", "roles:", " roles:", 4, "roles is indented by 1, but summary in line 3 by 0"),
    ("c-colon", "title: ONNX Runtime", "title: ONNX: Runtime", 2, "that holds ': ' in quotes"),
    ("d-quote", "title: ONNX Runtime", 'title: "ONNX Runtime', 2, "never closed"),
    ("e-brace", "en: Runs ONNX models.,", "en: Runs ONNX models.，", 3, "， is a full-width sign"),
    ("f-space", "lifecycle: active", "lifecycle:active", 5, "put a space after the colon"),
    ("g-twice", "lifecycle: active", "lifecycle: active\nlifecycle: dead", 6, ""),
    ("h-empty", "lifecycle: active", "lifecycle:", 5, "write null or ''"),
    ("i-anchor", "title: ONNX Runtime", "title: &name ONNX\naliases: [*name]", 2, "write it out"),
    ("j-tag", "title: ONNX", "title: !!set ONNX", 2, ""),
    ("k-sign", "title: ONNX", "title: @ONNX", 2, "starts with a sign in quotes"),
    ("l-two", "claims: []", "claims: []\n---\nid: x", 10, "remove the line with ---"),
    ("m-list", GOOD, "- a\n- b\n", 1, ""),
    ("n-comma", "{en: Runs ONNX models., zh", "{en: Runs, ONNX models., zh", 3, "holds a comma"),
]


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """An overlay in which every file has one mistake."""
    files = {}
    for stem, old, new, _, _ in MALFORMED:
        assert old in GOOD, old
        text = GOOD.replace("id: onnxruntime", f"id: {stem}").replace(
            old.replace("id: onnxruntime", f"id: {stem}"), new, 1
        )
        files[f"frameworks/{stem}.yaml"] = text
    return write(tmp_path / "over", files)


def test_every_malformed_file_is_told_at_once_with_its_line(kb: Kb, broken: Path) -> None:
    printed = kb("lint", "--knowledge", str(broken))
    assert (printed.code, printed.out) == (2, "")
    first, *rest = printed.err.splitlines()
    assert first.endswith("errors in the knowledge base:")
    for stem, _, _, line, tip in MALFORMED:
        found = [one for one in rest if f"/{stem}.yaml:{line}: " in one]
        assert found, (stem, printed.err)
        assert any(tip in one for one in found), (stem, found)
    assert "Traceback" not in printed.err


def test_the_problems_as_json(kb: Kb, broken: Path) -> None:
    printed = kb("lint", "--knowledge", str(broken), "--json")
    assert printed.code == 2
    assert (printed.json["schema"], printed.json["findings"]) == ("advisor.kb.lint/1", [])
    told = {Path(one["file"]).stem: one for one in printed.json["problems"]}
    for stem, _, _, line, tip in MALFORMED:
        assert told[stem]["line"] == line, told[stem]
        assert tip in told[stem]["tip"]
        assert told[stem]["message"]


def test_what_is_doubtful_is_listed_and_a_negative_answer(kb: Kb) -> None:
    printed = kb("lint")
    assert printed.code == 1
    assert "thin-entry: frameworks/pytorch: " in printed.out
    findings = kb("lint", "--json").json["findings"]
    assert {"rule", "subject", "message", "file", "line"} == findings[0].keys()
    assert "data/frameworks/pytorch.yaml:1: thin-entry: " in printed.out
    assert "条主张与事实" in kb("lint", "--lang", "zh").out


def test_an_overlay_that_leaves_out_much_of_an_entry_is_told(kb: Kb, tmp_path: Path) -> None:
    name = "frameworks/pytorch.yaml"
    bare = BASE[name][: BASE[name].index("claims:")]
    over = write(tmp_path / "over", {name: bare})
    told = "over/frameworks/pytorch.yaml:1: dropped-statements: frameworks/pytorch: leaves out"
    assert told in kb("lint", "--knowledge", str(over)).out
    whole = write(tmp_path / "whole", {name: BASE[name]})
    assert "dropped-statements" not in kb("lint", "--knowledge", str(whole)).out


def test_a_link_that_leads_nowhere_is_told_with_its_file(kb: Kb, tmp_path: Path) -> None:
    over = tmp_path / "over" / "frameworks"
    over.mkdir(parents=True)
    (over / "gone.yaml").symlink_to(tmp_path / "nothing.yaml")
    printed = kb("lint", "--knowledge", str(over.parent))
    assert printed.code == 2
    assert "frameworks/gone.yaml:1: this link leads nowhere" in printed.err


@pytest.mark.parametrize("package", ["pypi/torch 2.1", "torch"])
def test_a_malformed_package_url_is_told_with_file_and_line(
    kb: Kb, tmp_path: Path, package: str
) -> None:
    name = "frameworks/tensorflow.yaml"
    text = BASE[name].replace("pkg:pypi/tensorflow@2.21.0", package)
    printed = kb("lint", "--knowledge", str(write(tmp_path / "over", {name: text})))
    assert printed.code == 2
    assert "tensorflow.yaml:7: package: a package URL is pkg:TYPE/NAME@VERSION" in printed.err
    assert "pkg:pypi/torch@2.13.0" in printed.err


def test_a_clean_run_says_how_much_was_looked_at(kb: Kb, folder: Path) -> None:
    findings = kb("lint", "--json").json["findings"]
    accepted = "".join(
        f"- {{rule: {f['rule']}, subject: '{f['subject']}', reason: small}}\n"
        for f in {(f["rule"], f["subject"]): f for f in findings}.values()
    )
    write(folder, {"lint-exceptions.yaml": accepted})
    printed = kb("lint")
    assert (printed.code, printed.out) == (0, "")
    assert printed.err == "no findings in 12 statements of 20 entries\n"
    assert "没有问题" in kb("lint", "--lang", "zh").err
