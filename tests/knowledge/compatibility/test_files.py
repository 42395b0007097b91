"""Tables as files: advisor's own, those of an overlay, and ones with mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from knowledge.compatibility.answer import answer
from knowledge.findings import KnowledgeError
from knowledge.loader import load
from knowledge.paths import data_dir
from knowledge.schema.compatibility import Verdict
from tests.conftest import own_facts
from tests.knowledge.files import ONE, write

AXES = """\
python:
  title: {en: Python, zh: Python}
  kind: version
os:
  title: {en: operating system, zh: 操作系统}
  kind: name
  values: {linux: [], windows: [win]}
"""
TABLE = """\
id: torch-python
title: {en: PyTorch and Python, zh: PyTorch 与 Python}
axes: [pytorch, python, os]
keys: [pytorch]
closed: true
note: {en: Wheels are built for these., zh: 仅为这些版本构建。}
rows:
  - when: {pytorch: "2.10", python: ">=3.10,<3.15", os: linux}
evidence:
  - {source: torch-docs, locator: table 1, read: 2026-10-01, grade: documented}
"""
SMALL = {**ONE, "vocabulary/axes.yaml": AXES, "compatibility/torch-python.yaml": TABLE}


def folder(path: Path, old: str = "", new: str = "") -> Path:
    assert old in TABLE
    changed = TABLE.replace(old, new, 1)
    return write(path, {**SMALL, "compatibility/torch-python.yaml": changed})


def test_a_table_is_read_and_asked(tmp_path: Path) -> None:
    catalog = load((folder(tmp_path),))
    assert answer(catalog, ["pytorch==2.10", "python=3.11"]).verdict is Verdict.YES
    assert answer(catalog, ["pytorch=2.10", "python=3.9"]).verdict is Verdict.NO
    assert answer(catalog, ["pytorch=2.10", "os=win"]).verdict is Verdict.NO


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("[pytorch, python, os]", "[pytorch, pyhton, os]", "python is no axis of the table"),
        ("os: linux", "os: linus", "'linus' is no os"),
        ('python: ">=3.10,<3.15"', 'python: ">=three"', "is no version of python"),
        ("source: torch-docs", "source: torch-doc", "unknown source 'torch-doc'"),
        ("keys: [pytorch]", "keys: [numpy]", "numpy is no axis"),
        ("id: torch-python", "id: torch-pythons", "torch-python"),
        ("closed: true", "closed: maybe", "closed"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    with pytest.raises(KnowledgeError) as raised:
        load((folder(tmp_path, old, new),))
    assert says in str(raised.value)
    assert "torch-python.yaml:" in str(raised.value)


def test_an_axis_that_is_none_is_told(tmp_path: Path) -> None:
    files = {**SMALL, "vocabulary/axes.yaml": AXES.replace("python:", "pypy:", 1)}
    with pytest.raises(KnowledgeError, match="unknown axis 'python'"):
        load((write(tmp_path, files),))


def test_an_overlay_replaces_a_table_and_contradicts_it(tmp_path: Path) -> None:
    """Somebody built PyTorch 2.6 for Python 3.14 themselves."""
    over = """\
id: pytorch-python
title: {en: Our own builds, zh: 自行构建}
axes: [pytorch, python]
keys: [pytorch]
closed: true
rows:
  - when: {pytorch: "2.6", python: "3.14"}
evidence:
  - {source: our-builds, locator: build 7, read: 2026-11-30, grade: measured-here}
"""
    source = """\
our-builds:
  title: Builds of our own
  url: https://example.org/builds
  publisher: us
  kind: repository
"""
    asked = ["pytorch=2.6", "python=3.14"]
    assert answer(own_facts(), asked).verdict is Verdict.NO
    files = {"compatibility/pytorch-python.yaml": over, "sources/ours.yaml": source}
    catalog = load((data_dir(), write(tmp_path, files)))
    assert "compatibility/pytorch-python" in catalog.overlaid
    found = answer(catalog, asked)
    assert found.verdict is Verdict.YES
    assert found.decided[0].evidence[0].source == "our-builds"
    assert answer(catalog, ["pytorch=2.6", "python=3.13"]).verdict is Verdict.NO


def test_an_overlay_adds_a_veto(tmp_path: Path) -> None:
    """A company bans what works elsewhere: one no beats every yes."""
    over = """\
id: our-rules
title: {en: What our cluster runs, zh: 我们的集群}
axes: [pytorch, python]
keys: [pytorch]
rows:
  - when: {pytorch: ">=2.0", python: "<3.12"}
    verdict: no
    note: {en: The cluster has Python 3.12 only., zh: 集群仅有 Python 3.12。}
    action: {en: Use 3.12., zh: 使用 3.12。}
evidence:
  - {source: torch-2.15.0, locator: house rule, read: 2026-11-30, grade: documented}
"""
    catalog = load((data_dir(), write(tmp_path, {"compatibility/our-rules.yaml": over})))
    found = answer(catalog, ["pytorch=2.6", "python=3.11"])
    assert found.verdict is Verdict.NO
    assert found.decided[0].table == "our-rules"
    assert found.nearest is not None
    assert found.nearest.changes == {"python": ("3.11", "3.12")}
