from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.__main__ import run
from knowledge.store.store import Store
from tests.reports import sample


@pytest.fixture(autouse=True)
def _kept_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "state" / "advisor").mkdir(parents=True)
    store = Store(tmp_path / "state" / "advisor" / "advisor.sqlite")
    store.save_recommendation(sample.recommendation())


@pytest.mark.parametrize(
    ("form", "start"),
    [("markdown", "---\nstatus"), ("short", "Edge"), ("csv", "stack,"), ("html", "<!doctype html")],
)
def test_a_form_of_text_is_printed_or_written(
    form: str, start: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", "--format", form, "--lang", "en"]) == 0
    printed = capsys.readouterr().out
    assert printed.lower().startswith(start.lower())
    file = tmp_path / "out"
    assert run(["report", "latest", "--format", form, "--lang", "en", "--out", str(file)]) == 0
    assert capsys.readouterr().out == ""
    assert file.read_text(encoding="utf-8-sig") == printed


def test_a_file_that_exists_is_overwritten_only_by_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.md"
    file.write_text("mine", encoding="utf-8")
    words = ["report", "--format", "short", "--lang", "en", "--out", str(file)]
    assert run(words) == 2
    assert "--force" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8") == "mine"
    assert run([*words, "--force"]) == 0
    assert f"overwrote {file}" in capsys.readouterr().err
    assert file.read_text(encoding="utf-8").startswith("Edge")


def test_a_page_beside_an_answer_is_overwritten_with_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "page.html"
    words = ["history", "show", "latest", "--lang", "en", "--html", str(file)]
    for said in ("wrote", "overwrote"):
        assert run(words) == 0
        assert f"\n{said} {file}" in "\n" + capsys.readouterr().err


def test_json_is_that_of_recommend(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == "advisor.recommendation/1"


def test_a_pdf_wants_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--format", "pdf"]) == 2
    assert "--out" in capsys.readouterr().err
    file = tmp_path / "report.pdf"
    assert run(["report", "--format", "pdf", "--out", str(file), "--anonymize"]) == 0
    assert file.read_bytes().startswith(b"%PDF")


def test_anonymize_leaves_the_host_out(capsys: pytest.CaptureFixture[str]) -> None:
    name = sample.recommendation().host.hostname
    for form in ("markdown", "json", "html"):
        assert run(["report", "--format", form, "--anonymize"]) == 0
        assert name not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "nothing"], "no recommendation"),
        (["report", "--format", "docx"], "docx"),
        (["report", "--out", "/nowhere/at/all.md"], "does not exist"),
        (["report", "--format", "csv", "--table", "ranking"], "ranking"),
    ],
)
def test_bad_input_is_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    assert said in capsys.readouterr().err


def test_a_report_can_be_brief(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--brief", "--lang", "en"]) == 0
    brief = capsys.readouterr().out
    assert run(["report", "--lang", "en"]) == 0
    assert len(brief) < len(capsys.readouterr().out) / 4
    file = tmp_path / "page.pdf"
    assert run(["report", "--brief", "--format", "pdf", "--anonymize", "--out", str(file)]) == 0
    assert file.read_bytes().startswith(b"%PDF")


def test_two_runs_can_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = sample.clear_winner().model_copy(update={"id": "r-20261201-000000"})
    Store(tmp_path / "state" / "advisor" / "advisor.sqlite").save_recommendation(other)
    name = other.host.hostname
    for form in ("markdown", "html", "short", "json"):
        words = ["report", other.id, "--against", "r-20261130", "--format", form, "--anonymize"]
        assert run([*words, "--lang", "en"]) == 0
        printed = capsys.readouterr().out
        assert form == "json" or "is first in both" in printed
        assert name not in printed


def test_a_move_from_a_stack_in_use_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["report", "--from", "tensorflow/xla", "--lang", "zh"]) in (0, 2)
    assert "TensorFlow (xla) 迁移到" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--against", "nothing"], "no recommendation"),
        (["--against", "latest", "--format", "csv"], "has none"),
        (["--brief", "--format", "short"], "has none"),
        (["--brief", "--against", "latest"], "different documents"),
        (["--from", "tensorfloww"], "tensorfloww"),
        (["--from", "tensorflow", "--format", "json"], "has none"),
    ],
)
def test_documents_that_make_no_sense_are_told(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["report", "--lang", "en", *arguments]) == 2
    assert said in capsys.readouterr().err
