from __future__ import annotations

from pathlib import Path

import pytest

from tests.advisor.cli.kb.conftest import Kb
from tests.advisor.usecases.knowledge.base import BASE
from tests.knowledge.files import write

PYTORCH = "frameworks/pytorch.yaml"


@pytest.fixture
def overlay(tmp_path: Path) -> Path:
    text = BASE[PYTORCH].replace('support: "2.10"', "support: false").replace("512", "600")
    text = text.replace("title: PyTorch", "title: Our PyTorch")
    return write(tmp_path / "over", {PYTORCH: text})


def test_an_overlay_that_contradicts_is_told_and_a_negative_answer(kb: Kb, overlay: Path) -> None:
    printed = kb("diff", str(overlay))
    assert printed.code == 1
    lines = printed.out.splitlines()
    assert lines[0] == "before: advisor's own facts"
    assert lines[1].startswith("after: advisor's own facts, with")
    assert "~ Our PyTorch (frameworks/pytorch): changed" in lines
    assert "  ~ title: PyTorch → Our PyTorch" in lines
    verdict = "Export to ONNX: since 2.10 → no (contradicts what it replaces, other verdict)"
    assert f"  ! {verdict}" in lines
    assert "      before: documented, read 2026-10-01: PyTorch documentation; torch.onnx" in lines
    assert "      after: documented, read 2026-10-01: PyTorch documentation; torch.onnx" in lines
    assert any("512 operators (device cpu) → 600 operators (device cpu)" in line for line in lines)
    assert "2 changed, 2 of them contradicting" in printed.err


def test_the_same_folder_has_no_difference(kb: Kb, folder: Path) -> None:
    printed = kb("diff", str(folder), str(folder))
    assert (printed.code, printed.out) == (0, "")
    assert "no difference" in printed.err


def test_two_folders_in_chinese(kb: Kb, folder: Path, tmp_path: Path) -> None:
    files = {name: text for name, text in BASE.items() if "mxnet" not in name}
    other = write(tmp_path / "other", files)
    printed = kb("diff", str(folder), str(other), "--lang", "zh")
    assert printed.code == 0
    assert "- Apache MXNet (frameworks/mxnet)：移除" in printed.out or (
        "- Apache MXNet (frameworks/mxnet): 移除" in printed.out
    )
    assert "移除 2" in printed.err


def test_added_and_removed_statements_show_their_evidence(kb: Kb, tmp_path: Path) -> None:
    text = BASE[PYTORCH].replace("{device: cpu}", "{device: gpu}")
    printed = kb("diff", str(write(tmp_path / "over", {PYTORCH: text})))
    assert printed.code == 0
    assert "  - removed: Operators with a kernel: 512 operators (device cpu)" in printed.out
    assert "  + added: Operators with a kernel: 512 operators (device gpu)" in printed.out


def test_only_citations_that_differ_are_shown(kb: Kb, tmp_path: Path) -> None:
    text = BASE["frameworks/tensorflow.yaml"].replace("page 2", "page 3")
    printed = kb("diff", str(write(tmp_path / "over", {"frameworks/tensorflow.yaml": text})))
    assert printed.code == 0
    assert "(other evidence)" in printed.out
    assert "before: article, read 2026-09-01: PyTorch documentation; page 2" in printed.out
    assert "after: article, read 2026-09-01: PyTorch documentation; page 3" in printed.out
    assert "page 1" not in printed.out


def test_a_broken_overlay_is_told_with_its_lines(kb: Kb, tmp_path: Path) -> None:
    over = write(tmp_path / "over", {PYTORCH: BASE[PYTORCH].replace("512", "many")})
    printed = kb("diff", str(over))
    assert printed.code == 2
    assert "pytorch.yaml:22: facts[1].value: operators is a number, not 'many'" in printed.err


def test_the_changes_as_json(kb: Kb, overlay: Path) -> None:
    found = kb("diff", str(overlay), "--json").json
    assert (found["schema"], found["before"]) == ("advisor.kb.diff/1", None)
    assert found["counts"] == {
        "entries": 1,
        "added": 0,
        "removed": 0,
        "changed": 2,
        "contradictions": 2,
    }
    (entry,) = found["entries"]
    assert entry["fields"] == [{"path": "title", "before": "PyTorch", "after": "Our PyTorch"}]
    verdict, value = entry["statements"]
    assert verdict["aspects"] == ["verdict"]
    assert (verdict["before"]["support"]["added"], verdict["after"]["support"]["added"]) == (
        "2.10",
        False,
    )
    assert (value["before"]["value"], value["after"]["value"]) == (512.0, 600.0)


def test_both_sides_and_the_signs_are_named(kb: Kb, folder: Path, overlay: Path) -> None:
    two = kb("diff", str(folder), str(overlay)).out
    assert two.startswith(f"before: {folder}")
    assert "+ added: only after" in two
    assert "后者" in kb("diff", str(overlay), "--lang", "zh").out


def test_a_wrong_folder_is_refused_with_a_hint(kb: Kb, tmp_path: Path) -> None:
    empty, file = tmp_path / "empty", tmp_path / "file.yaml"
    empty.mkdir()
    file.write_text("id: x\n")
    for given, says in ((empty, "holds no facts"), (file, "is a file"), (tmp_path / "no", "no kn")):
        printed = kb("diff", str(given))
        assert (printed.code, printed.out) == (2, "")
        assert says in printed.err
        assert "hint: " in printed.err


def test_both_wrong_folders_are_told_at_once(kb: Kb, tmp_path: Path) -> None:
    printed = kb("diff", str(tmp_path / "one"), str(tmp_path / "two"))
    assert printed.code == 2
    assert "one" in printed.err
    assert "two" in printed.err
