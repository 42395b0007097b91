"""The knowledge base itself: it loads, and what is doubtful in it is known and accepted."""

from datetime import date

import pytest

from knowledge.lint import lint
from knowledge.lint.statements import statements
from knowledge.loader import load
from knowledge.overlay import FOLDERS
from knowledge.paths import data_dir


@pytest.fixture(scope="module")
def catalog():
    return load()


def test_it_loads_and_every_family_is_there(catalog):
    families = [name for name in FOLDERS if name != "vocabulary"]
    assert all(getattr(catalog, name) for name in families)
    assert not catalog.overlaid


def test_on_the_day_of_the_last_reading_nothing_in_it_is_doubtful(catalog):
    last = max((c.read for s in statements(catalog) for c in s.evidence), default=date.today())
    assert [f"{f.rule}: {f.subject}: {f.message}" for f in lint(catalog, last)] == []


def test_files_end_with_a_line_break_and_hold_no_tabs():
    for file in data_dir().rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        assert text.endswith("\n"), file
        assert "\t" not in text, file
