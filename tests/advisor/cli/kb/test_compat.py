"""`advisor kb compat` on advisor's own facts: what it prints, and how it ends."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from advisor.__main__ import run
from tests.knowledge.files import write


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all: the facts are read from their files only once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_folders(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("COLUMNS", "200")


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert run(["kb", "compat", *arguments]) == code
    return capsys.readouterr().out


ASKED = ("pytorch=2.6", "cuda=12.4", "chip=rtx-5090", "python=3.11", "os=linux")


def test_a_no_says_why_what_to_do_and_what_works(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, *ASKED, code=1)
    assert out.startswith("does not work: PyTorch 2.6, CUDA 12.4, chip rtx-5090, Python 3.11")
    assert "CUDA compute capability 12.0" in out
    assert "What speaks against it" in out
    only = "only PyTorch 2.6, CUDA 12.4, CUDA compute capability 5.0 to below 10"
    assert only in " ".join(out.split())
    assert "is not compatible" in out
    assert "Instead: " in out
    assert "documented, read 2026-11-30: " in out
    assert "PyTorch 2.6 → 2.7" in out
    assert "CUDA 12.4 → 12.8" in out


def test_a_yes_lists_what_works_and_what_it_takes(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "pytorch", "chip=rtx-5090")
    assert out.startswith("works: PyTorch, chip rtx-5090")
    assert "Values that work" in out
    assert "PyTorch  2.15, 2.14" in out
    assert "It also takes" in out


def test_unknown_is_said_in_clear_words_and_is_no_failure(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = said(capsys, "pytorch=2.99", "python=3.12")
    assert out.startswith("not known: PyTorch 2.99, Python 3.12")
    assert "PyTorch 2.99 is newer than anything read here; the newest is 2.15." in out
    assert "neither a yes nor a no" in out
    assert "Nothing here says" in said(capsys, "transformer-engine", "os=windows")


def test_what_was_never_released_is_said_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there has been no 3.x" in said(capsys, "tensorflow=3.0", code=1)


def test_in_chinese(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "mindspore=2.2.14", "cann=7.0.1.1", "chip=310P3", "--lang", "zh", code=1)
    assert out.startswith("不可用：MindSpore 2.2.14，CANN 7.0.1.1")
    assert "CANN 7.0.1.1 → 7.0.0" in out
    assert "先将 CANN" in out


def test_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(said(capsys, *ASKED, "--json", code=1))
    assert (found["schema"], found["verdict"]) == ("advisor.kb.compat/1", "no")
    assert found["values"]["compute-capability"] == "12.0"
    rule = found["decided"][0]
    assert (rule["table"], rule["row"], rule["verdict"]) == ("pytorch-gpu", None, "no")
    assert rule["evidence"][0]["address"].startswith("https://")
    assert found["nearest"]["changes"] == {"pytorch": ["2.6", "2.7"], "cuda": ["12.4", "12.8"]}
    assert found["axes"]["os"] == {"en": "operating system", "zh": "操作系统"}


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        (["pytorhc=2.6"], "did you mean pytorch?"),
        (["pytorch=two"], "is no version"),
        (["chip=rtx-9999"], "unknown chip 'rtx-9999'"),
        (["os=beos"], "unknown os 'beos'"),
        (["pytorch=2.6", "torch=2.7"], "stands twice"),
        (["pytorch="], "has no value"),
    ],
)
def test_what_cannot_be_understood_is_refused(
    capsys: pytest.CaptureFixture[str], terms: list[str], says: str
) -> None:
    assert run(["kb", "compat", *terms]) == 2
    assert says in capsys.readouterr().err


def test_without_a_term_the_usage_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kb", "compat"]) == 2
    assert "TERM" in capsys.readouterr().err


def test_rules_of_an_overlay_count(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    over = """\
id: our-rules
title: {en: What our cluster runs, zh: 我们的集群}
axes: [pytorch, os]
keys: [pytorch]
rows:
  - when: {pytorch: ">=2.6", os: linux}
    verdict: no
    note: {en: Our cluster is older., zh: 集群过旧。}
evidence:
  - {source: torch-2.15.0, locator: house rule, read: 2026-11-30, grade: documented}
"""
    folder = write(tmp_path / "over", {"compatibility/our-rules.yaml": over})
    out = said(capsys, "pytorch=2.6", "os=linux", "--knowledge", str(folder), code=1)
    assert "Our cluster is older." in out
    assert said(capsys, "pytorch=2.6", "os=linux").startswith("works: ")


def test_a_question_that_lacks_a_part_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    out = " ".join(said(capsys, "pytorch", "dtype=bf16").split())
    assert out.startswith("not known: ")
    assert "only together with what was not asked: CUDA compute capability" in out
    assert "Nothing here says" not in out
    command = "advisor kb compat pytorch dtype=bf16 compute-capability"
    assert command in out
    assert said(capsys, *command.split()[3:]).startswith("works: ")
    assert "须同时给出" in said(capsys, "pytorch", "dtype=bf16", "--lang", "zh")


def test_what_works_instead_can_be_asked_as_it_is_written(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out = said(capsys, "pytorch=2.6", "chip=rtx-5090", code=1)
    (line,) = [line for line in out.splitlines() if "advisor kb compat" in line]
    command = line.partition("advisor kb compat ")[2].split()
    assert said(capsys, *command).startswith("works: ")
    document = json.loads(said(capsys, "pytorch=2.6", "chip=rtx-5090", "--json", code=1))
    assert document["nearest"]["command"].endswith(" ".join(command))


def test_rules_that_have_nothing_to_do_with_the_question_are_left_out(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert "Python" not in said(capsys, "vllm", "dtype=fp8").partition("Values that work")[0]
    assert "accelerator nvidia: works" not in said(capsys, "cuda=12.8", "driver=535")


def test_ranges_are_said_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "pytorch=2.6", "python=3.14", code=1)
    assert "Python 3.9 to below 3.14" in out
    assert ">=" not in out.partition("documented")[0]
    assert "起、低于" in said(capsys, "pytorch=2.6", "python=3.14", "--lang", "zh", code=1)


def test_an_asked_range_is_told_as_it_was_asked(capsys: pytest.CaptureFixture[str]) -> None:
    out = said(capsys, "numpy>=2", "pytorch=2.1", code=1)
    assert out.startswith("does not work: NumPy 2 or later, PyTorch 2.1")
    assert "NumPy 2 or later → 1.26" in out
    chinese = said(capsys, "numpy>=2", "pytorch=2.1", "--lang", "zh", code=1)
    assert "NumPy 2" in chinese.splitlines()[0]
    assert "2.2" not in out.splitlines()[0]


def test_the_hint_on_a_version_names_one_that_the_tables_have(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["kb", "compat", "pytorch=banana"]) == 2
    example = capsys.readouterr().err.partition("write pytorch=")[2].split()[0]
    assert said(capsys, f"pytorch={example}", "os=linux").startswith("works: ")


def test_every_mistake_in_a_question_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["kb", "compat", "pytorch=x", "cuda=y"]) == 2
    err = capsys.readouterr().err
    assert "pytorch: 'x' is no version" in err
    assert "cuda: 'y' is no version" in err


PAGE = Path(__file__).parents[4] / "docs" / "json.md"


def described(field: str) -> bool:
    return f"| `{field}` |" in PAGE.read_text(encoding="utf-8")


def test_every_field_of_the_document_is_described(capsys: pytest.CaptureFixture[str]) -> None:
    no = json.loads(said(capsys, *ASKED, "--json", code=1))
    unknown = json.loads(said(capsys, "pytorch", "dtype=bf16", "--json"))
    assert all(map(described, no.keys() - {"schema"}))
    assert all(described(f"decided[].{name}") for name in no["decided"][0])
    assert all(described(f"nearest.{name}") for name in no["nearest"])
    assert all(described(f"leads[].{name}") for name in unknown["leads"][0])


def test_examples_of_the_page_are_what_is_printed(
    capsys: pytest.CaptureFixture[str],
) -> None:
    page = (PAGE.parent / "kb.md").read_text(encoding="utf-8")
    for command in ("pytorch=2.6 chip=rtx-5090", "pytorch dtype=bf16"):
        shown = page.partition(f"$ advisor kb compat {command}\n")[2].partition("```")[0]
        capsys.readouterr()
        run(["kb", "compat", *command.split()])
        printed = capsys.readouterr().out.splitlines()
        lines = [line for line in shown.splitlines() if line and line.strip() != "..."]
        assert set(lines) <= set(printed), set(lines) - set(printed)
