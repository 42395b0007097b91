"""docs/criteria.md speaks of the criteria there are, all of them."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_every_criterion_is_named_and_every_name_is_one() -> None:
    text = (ROOT / "docs" / "criteria.md").read_text(encoding="utf-8")
    rows = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    named = set(re.findall(r"`([a-z-]+)`", rows))
    there = {path.stem for path in (ROOT / "data" / "criteria").glob("*.yaml")}
    assert there - named == set()
    assert named - there == set()
