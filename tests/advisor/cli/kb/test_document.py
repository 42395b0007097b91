"""The page that describes the documents, held against the documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.advisor.cli.kb.conftest import Kb
from tests.advisor.usecases.knowledge.base import BASE
from tests.knowledge.files import write

PAGE = Path(__file__).parents[4] / "docs" / "kb.md"
NAME = re.compile(r"`([a-z_]+)`")


def told(row: str) -> set[str]:
    """The field names in the row of the page that begins with `row`."""
    (line,) = [one for one in PAGE.read_text().splitlines() if one.startswith(f"| `{row}` | `")]
    return set(NAME.findall(line.partition("|")[2].partition("|")[2]))


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["list", "frameworks"],
        ["show", "tensorflow 3.0"],
        ["search", "onnx"],
        ["stale", "--on", "2027-02-01"],
        ["lint"],
    ],
)
def test_every_field_of_a_document_is_described(kb: Kb, arguments: list[str]) -> None:
    document = kb(*arguments, "--json").json
    command = arguments[0]
    assert document.pop("schema") == f"advisor.kb.{command}/1"
    assert document.keys() <= told(command)
    for field in ("entries", "findings", "families", "stale"):
        for one in document.get(field) or () if isinstance(document.get(field), list) else ():
            assert one.keys() <= told(command)


def test_every_field_of_a_change_is_described(kb: Kb, tmp_path: Path) -> None:
    name = "frameworks/pytorch.yaml"
    over = write(tmp_path / "over", {name: BASE[name].replace("512", "600")})
    document = kb("diff", str(over), "--json").json
    assert document.keys() - {"schema"} <= told("diff")
    (entry,) = document["entries"]
    assert entry.keys() <= told("diff")
    assert entry["statements"][0].keys() <= told("diff")


def test_every_field_of_a_statement_is_described(kb: Kb) -> None:
    page = PAGE.read_text()
    part = page[page.index("### A statement") : page.index("### Documents")]
    described = set(NAME.findall(part))
    for stated in kb("show", "pytorch", "--json").json["statements"]:
        assert stated.keys() <= described
        assert stated["evidence"][0].keys() <= described
