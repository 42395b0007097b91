from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from advisor.usecases.knowledge.comparing import (
    Aspect,
    Change,
    EntryChange,
    StatementChange,
    compare,
    contradicts,
    difference,
    tally,
)
from advisor.usecases.knowledge.stated import Stated
from advisor.usecases.knowledge.statements import Reader
from knowledge.catalog import Catalog
from knowledge.errors import KnownError
from knowledge.loader import load
from knowledge.schema.claims import Claim, Support
from tests.advisor.fakes import fake_wiring
from tests.advisor.usecases.knowledge.base import BASE
from tests.knowledge.files import write

PYTORCH = "frameworks/pytorch.yaml"


def changed(catalog: Catalog, folder: Path, name: str, *pairs: tuple[str, str]) -> EntryChange:
    """The one entry that an overlay with `name`, changed by `pairs`, changes."""
    text = BASE[name]
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new, 1)
    base = write(folder / "base", BASE)
    over = write(folder / "over", {name: text})
    (found,) = compare(catalog, load((base, over)), date(2026, 10, 2))
    return found


def statement(found: EntryChange) -> StatementChange:
    (only,) = found.statements
    return only


def test_nothing_differs_from_itself(catalog: Catalog, today: date) -> None:
    assert compare(catalog, catalog, today) == ()


def test_another_verdict_is_a_contradiction(catalog: Catalog, tmp_path: Path) -> None:
    found = statement(changed(catalog, tmp_path, PYTORCH, ('support: "2.10"', "support: false")))
    assert found.change is Change.CHANGED
    assert found.aspects == (Aspect.VERDICT,)
    assert found.contradiction
    assert found.before is not None
    assert found.after is not None
    assert (found.before.verdict.en, found.after.verdict.en) == ("since 2.10", "no")


def test_another_value_is_a_contradiction(catalog: Catalog, tmp_path: Path) -> None:
    found = statement(changed(catalog, tmp_path, PYTORCH, ("value: 512", "value: 600")))
    assert found.aspects == (Aspect.VALUE,)
    assert found.contradiction
    assert found.before is not None
    assert found.after is not None
    assert (found.before.value, found.after.value) == (512.0, 600.0)


def test_other_qualifiers_are_another_statement(catalog: Catalog, tmp_path: Path) -> None:
    found = changed(catalog, tmp_path, PYTORCH, ("{device: cpu}", "{device: gpu}"))
    assert [one.change for one in found.statements] == [Change.REMOVED, Change.ADDED]
    assert not any(one.contradiction for one in found.statements)


def test_other_evidence_is_no_contradiction_but_may_be_weaker(
    catalog: Catalog, tmp_path: Path
) -> None:
    pair = (
        "locator: torch.onnx, read: 2026-10-01, grade: documented",
        "locator: a blog, read: 2026-10-01, grade: article",
    )
    found = statement(changed(catalog, tmp_path, PYTORCH, pair))
    assert (found.aspects, found.contradiction) == ((Aspect.EVIDENCE,), False)
    assert found.weaker


def test_a_note_and_a_later_reading_are_told_apart(catalog: Catalog, tmp_path: Path) -> None:
    name = "frameworks/tensorflow.yaml"
    pairs = (
        ("By a separate tool.", "By tf2onnx."),
        ("page 2, read: 2026-09-01", "page 2, read: 2026-09-30"),
    )
    found = statement(changed(catalog, tmp_path, name, *pairs))
    assert found.aspects == (Aspect.NOTE, Aspect.EVIDENCE)
    assert not found.contradiction
    assert not found.weaker


def test_what_an_overlaid_file_leaves_out_is_removed(catalog: Catalog, tmp_path: Path) -> None:
    text = BASE[PYTORCH]
    claims = text[text.index("claims:") : text.index("facts:")]
    found = statement(changed(catalog, tmp_path, PYTORCH, (claims, "")))
    assert (found.change, found.after) == (Change.REMOVED, None)
    assert found.before is not None
    assert found.before.key == "claim:pytorch:export.onnx"


def test_a_caveat_before_another_does_not_change_that_one(catalog: Catalog, tmp_path: Path) -> None:
    evidence = "[{source: torch-docs, locator: p, read: 2026-10-01, grade: documented}]"
    new = f"caveats:\n  - text: {{en: New., zh: 新。}}\n    evidence: {evidence}\n"
    found = changed(catalog, tmp_path, "frameworks/tensorflow.yaml", ("caveats:\n", new))
    (added,) = found.statements
    assert added.change is Change.ADDED


def test_fields_that_are_no_statements_are_told_by_path(catalog: Catalog, tmp_path: Path) -> None:
    pairs = (
        ("lifecycle: active", "lifecycle: maintenance"),
        ("zh: 动态图}, adapter", "zh: 即时}, adapter"),
    )
    found = changed(catalog, tmp_path, PYTORCH, *pairs)
    assert found.statements == ()
    assert [(f.path, f.before, f.after) for f in found.fields] == [
        ("lifecycle", "active", "maintenance"),
        ("modes.eager.title.zh", "动态图", "即时"),
    ]


def test_a_system_that_comes_back_to_life_contradicts(catalog: Catalog, tmp_path: Path) -> None:
    found = changed(catalog, tmp_path, "systems/tflite.yaml", ("state: dead", "state: active"))
    assert statement(found).contradiction


def test_entries_are_added_and_removed_whole(catalog: Catalog, today: date, tmp_path: Path) -> None:
    files = {name: text for name, text in BASE.items() if "mxnet" not in name}
    other = load((write(tmp_path, files),))
    gone, route = compare(catalog, other, today)
    assert (gone.change, gone.entry.id, len(gone.statements)) == (Change.REMOVED, "mxnet", 1)
    assert route.entry.family == "routes"
    back = compare(other, catalog, today)
    assert [one.change for one in back] == [Change.ADDED, Change.ADDED]
    assert all(s.change is Change.ADDED for one in back for s in one.statements)


def test_the_tally_counts_what_became_of_statements(catalog: Catalog, tmp_path: Path) -> None:
    pairs = (("value: 512", "value: 600"), ("{device: cpu}", "{device: gpu}"), ('"2.10"', "false"))
    found = changed(catalog, tmp_path, PYTORCH, *pairs)
    assert tally((found,)) == {
        "entries": 1,
        "added": 1,
        "removed": 1,
        "changed": 1,
        "contradictions": 1,
    }


def claim(catalog: Catalog, support: object) -> Stated:
    """A statement with this support."""
    held = catalog.frameworks["pytorch"].claims[0]
    framework = catalog.frameworks["pytorch"].model_copy(
        update={
            "claims": (
                Claim.model_construct(**{**dict(held), "support": Support.model_validate(support)}),
            ),
            "facts": (),
        }
    )
    (only,) = Reader(catalog, date(2026, 10, 2)).statements("frameworks", "pytorch", framework)
    return only


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (True, False, True),
        (True, "2.0", False),
        ("2.0", "2.1", True),
        ("2.0", "2.0", False),
        ("≤2.2", "2.0", False),
        ("≤2.2", "≤2.0", False),
        (True, {"added": True, "partial": True}, True),
        (False, {"added": "1.0", "removed": "2.0"}, False),
        ({"added": "1.0", "removed": "2.0"}, {"added": "1.0", "removed": "2.1"}, True),
        ({"added": True, "requires": ["a"]}, True, False),
    ],
)
def test_support_that_cannot_both_be_so_contradicts_either_way(
    catalog: Catalog, one: object, other: object, expected: bool
) -> None:
    first, second = claim(catalog, one), claim(catalog, other)
    assert contradicts(first, second) is contradicts(second, first) is expected


@given(st.sampled_from([True, False, "2.0", "≤2.2", "3.1"]))
def test_no_support_contradicts_itself(support: bool | str) -> None:
    from advisor.usecases.knowledge.comparing import _unlike

    held = Support.model_validate(support)
    assert not _unlike(held, held)


def test_two_folders_are_compared_as_they_are_or_laid_over(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("knowledge.paths.data_dir", lambda: folder)
    wiring = fake_wiring(tmp_path)
    one = write(tmp_path / "one", {PYTORCH: BASE[PYTORCH].replace("512", "513")})
    other = write(tmp_path / "other", {**BASE, PYTORCH: BASE[PYTORCH].replace("512", "514")})
    (found,) = difference(wiring, one, other)
    before, after = found.statements[0].before, found.statements[0].after
    assert before is not None
    assert after is not None
    assert (before.value, after.value) == (513.0, 514.0)
    (overlaid,) = difference(wiring, one, None)
    assert overlaid.statements[0].before is not None
    assert overlaid.statements[0].before.value == 512.0
    with pytest.raises(KnownError, match="no knowledge folder"):
        difference(wiring, tmp_path / "nowhere", None)
