from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from rich.cells import cell_len

from advisor.wiring import Wiring
from tests.advisor.cli.kb.conftest import Kb
from tests.advisor.usecases.knowledge.base import BASE
from tests.knowledge.files import write


def test_every_statement_stands_with_its_evidence(kb: Kb) -> None:
    out = kb("show", "tensorflow").out
    assert "~ Export to ONNX  partial" in out
    assert "    By a separate tool." in out
    assert "    documented, read 2026-10-01: PyTorch documentation; page 1" in out
    assert "    article, read 2026-09-01: PyTorch documentation; page 2" in out
    assert "• No GPU on native Windows." in out
    assert "3.0  The releases go on with 2.x." in out
    assert "function (tf.function)" in out
    assert "TF" in out


def test_facts_have_units_and_qualifiers_and_routes_their_limits(kb: Kb) -> None:
    out = kb("show", "torch").out
    assert "Operators with a kernel  512 operators (device cpu)" in out
    assert "Routes from here (1)" in out
    assert "• ONNX Runtime (frameworks/onnxruntime): pytorch-onnxruntime" in out
    assert "NonZero" in out
    assert "shapes are static" in out
    assert "Routes to here (1)" in out


def test_what_is_over_says_so_first(kb: Kb) -> None:
    lines = kb("show", "mxnet").out.splitlines()
    assert lines[:5] == [
        "Apache MXNet (frameworks/mxnet)",
        "Apache MXNet: discontinued.",
        "Use PyTorch (frameworks/pytorch) instead.",
        "How to move: Rewrite the model by hand.",
        "Routes there: MXNet weights to PyTorch (routes/mxnet-pytorch)",
    ]


def test_a_former_id_and_another_name_are_explained(kb: Kb) -> None:
    assert "old-name is called x86-64 with AVX2 now." in kb("show", "old-name").out
    assert "TF is TensorFlow." in kb("show", "tf").out


@pytest.mark.parametrize("name", [("tensorflow", "3.0"), ("tensorflow 3.0",), ("tensorflow@3.0",)])
def test_a_release_that_never_was_is_told_with_who_says_so(kb: Kb, name: tuple[str, ...]) -> None:
    lines = kb("show", *name).out.splitlines()
    assert lines[1] == "TensorFlow 3.0 was never released."
    assert lines[2] == "The releases go on with 2.x."
    assert "read 2026-10-01: PyTorch documentation; page 1" in lines[3]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("tensorflow@2.21.0", "2.21.0 is the release this entry describes."),
        ("tensorflow@1.0", "1.0 is older than the release this entry describes (2.21.0)"),
        ("tensorflow@9", "9 is newer"),
        ("tensorflow@26.04-py3", "Nothing is known here of a release 26.04-py3"),
        ("h100@2", "Nothing is known here of a release 2."),
    ],
)
def test_other_releases_are_placed(kb: Kb, name: str, says: str) -> None:
    assert says in kb("show", name).out


def test_stale_readings_say_since_when(kb: Kb, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wiring, "now", lambda _: datetime(2027, 2, 1, tzinfo=UTC))
    out = kb("show", "pytorch").out
    assert "documented, read 2026-10-01, stale since 2027-01-09: PyTorch documentation" in out


def test_brief_gives_each_statement_one_line(kb: Kb) -> None:
    out = kb("show", "pytorch", "--brief").out
    (line,) = [line for line in out.splitlines() if "Export to ONNX" in line]
    assert line.split() == [
        "✓",
        "Export",
        "to",
        "ONNX",
        "since",
        "2.10",
        "documented",
        "2026-10-01",
    ]
    assert "torch.onnx" not in out.split("Routes")[0]


def test_in_chinese_columns_line_up_by_cells(kb: Kb) -> None:
    out = kb("show", "pytorch", "--lang", "zh").out
    facts = [line for line in out.splitlines() if line.startswith(("最新版本", "有内核的算子数"))]
    places = {
        cell_len(line[: line.index(value)])
        for line, value in zip(facts, ("2.10", "512"), strict=True)
    }
    assert len(places) == 1
    assert "官方文档，2026-10-01 查阅：PyTorch documentation；torch.onnx" in out


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("name", ["pytorch", "mxnet", "export.onnx", "edge-cv", "torch-docs"])
def test_no_line_is_wider_than_the_terminal(
    kb: Kb, name: str, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("advisor.cli.output.terminal_width", lambda: 80)
    for line in kb("show", name, "--lang", lang).out.splitlines():
        assert cell_len(line) <= 80, line


def test_a_term_lists_who_has_it(kb: Kb) -> None:
    out = kb("show", "export.onnx").out
    assert "• PyTorch: Export to ONNX: since 2.10" in out
    assert "• Apache MXNet: Export to ONNX: no" in out


def test_facts_of_an_overlay_show_as_such(kb: Kb, tmp_path: Path) -> None:
    name = "frameworks/pytorch.yaml"
    over = write(tmp_path / "over", {name: BASE[name].replace("512", "600")})
    out = kb("show", "pytorch", "--knowledge", str(over)).out
    assert out.splitlines()[0] == "PyTorch (frameworks/pytorch), from an overlay"
    assert "600 operators" in out


def test_hidden_characters_in_facts_are_shown(kb: Kb, folder: Path) -> None:
    name = "frameworks/tensorflow.yaml"
    write(
        folder,
        {
            name: BASE[name]
            .replace("No GPU on", '"No \\u202e GPU on')
            .replace("native Windows.,", 'native Windows.",')
        },
    )
    assert "[U+202E]" in kb("show", "tensorflow").out
    assert "\\u202e" in kb("show", "tensorflow", "--json").out


@pytest.mark.parametrize(
    ("name", "says"),
    [("pytroch", "did you mean pytorch (PyTorch)?"), ("nvidia", "name one: devices/nvidia-h100")],
)
def test_a_name_that_is_not_clear_is_refused(kb: Kb, name: str, says: str) -> None:
    printed = kb("show", name)
    assert (printed.code, printed.out) == (2, "")
    assert says in printed.err


def test_an_entry_as_json(kb: Kb) -> None:
    found = kb("show", "TF", "--json").json
    assert found["schema"] == "advisor.kb.show/1"
    assert (found["family"], found["id"], found["matched"]) == ("frameworks", "tensorflow", "alias")
    assert found["entry"]["package"] == "pkg:pypi/tensorflow@2.21.0"
    claim = found["statements"][0]
    assert claim["key"] == "claim:tensorflow:export.onnx"
    assert claim["support"] == {"added": True, "removed": None, "partial": True, "requires": []}
    assert claim["note"] == {"en": "By a separate tool.", "zh": "由单独工具完成。"}
    assert claim["evidence"][0] == {
        "source": "torch-docs",
        "title": "PyTorch documentation",
        "address": "https://pytorch.org/docs/2.10/onnx.html",
        "locator": "page 1",
        "read": "2026-10-01",
        "grade": "documented",
        "stale_since": None,
    }
    release = kb("show", "tensorflow 3.0", "--json").json["release"]
    assert (release["version"], release["standing"]) == ("3.0", "never-released")
    over = kb("show", "mxnet", "--json").json["over"]
    assert over["successors"][0]["id"] == "pytorch"
    assert over["routes"][0]["id"] == "mxnet-pytorch"
