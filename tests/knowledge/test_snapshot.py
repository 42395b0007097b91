import dataclasses
from collections.abc import Mapping

import pytest

from knowledge import loader, snapshot
from knowledge.errors import KnownError
from knowledge.findings import KnowledgeError
from knowledge.loader import load
from knowledge.overlay import gather
from knowledge.paths import data_dir
from tests.knowledge.files import ONE, write


@pytest.fixture
def base(tmp_path):
    return write(tmp_path / "base", ONE)


@pytest.fixture
def cache(tmp_path):
    return tmp_path / "cache"


@pytest.fixture
def loads(monkeypatch):
    """How often files were really loaded."""
    seen = []
    real = loader.load

    def counted(folders):
        seen.append(tuple(folders))
        return real(folders)

    monkeypatch.setattr(loader, "load", counted)
    return seen


def test_the_second_time_comes_from_the_cache_and_is_the_same(base, cache, loads):
    first = snapshot.load_kept((base,), cache)
    again = snapshot.load_kept((base,), cache)
    assert first == again == load((base,))
    assert len(loads) == 1
    for field in dataclasses.fields(first):
        one, other = getattr(first, field.name), getattr(again, field.name)
        if isinstance(one, dict):
            assert isinstance(other, Mapping)
            assert list(one.items()) == list(other.items())
        else:
            assert type(one) is type(other)


def test_a_family_is_read_when_it_is_asked_for(base, cache, monkeypatch):
    snapshot.load_kept((base,), cache)
    read = []
    real = snapshot._adapter
    monkeypatch.setattr(snapshot, "_adapter", lambda field: read.append(field) or real(field))
    catalog = snapshot.load_kept((base,), cache)
    assert "frameworks" not in read
    assert catalog.framework("pytorch")
    assert "frameworks" in read
    assert "devices" not in read


def test_what_was_set_and_what_was_left_to_its_default_stays_known(base, cache):
    snapshot.load_kept((base,), cache)
    kept, loaded = snapshot.load_kept((base,), cache), load((base,))
    for name, framework in loaded.frameworks.items():
        assert kept.frameworks[name].model_fields_set == framework.model_fields_set


def test_a_changed_file_is_loaded_anew(base, cache):
    snapshot.load_kept((base,), cache)
    write(base, {"frameworks/pytorch.yaml": ONE["frameworks/pytorch.yaml"].replace("512", "513")})
    assert snapshot.load_kept((base,), cache).frameworks["pytorch"].facts[1].value == 513


def test_an_added_or_removed_file_is_seen(base, cache):
    before = snapshot.load_kept((base,), cache)
    copy = ONE["devices/cpu-avx2.yaml"].replace("cpu-avx2", "cpu-sse")
    write(base, {"devices/cpu-sse.yaml": copy})
    assert "cpu-sse" in snapshot.load_kept((base,), cache).devices
    (base / "devices/cpu-sse.yaml").unlink()
    assert snapshot.load_kept((base,), cache) == before


def test_an_overlay_that_changes_nothing_still_shows_as_overlay(base, cache, tmp_path):
    name = "frameworks/pytorch.yaml"
    over = write(tmp_path / "over", {name: ONE[name]})
    assert snapshot.load_kept((base,), cache).overlaid == frozenset()
    both = snapshot.load_kept((base, over), cache)
    assert both.overlaid == {"frameworks/pytorch"}
    assert snapshot.load_kept((base, over), cache) == both


def test_the_order_of_overlays_counts(base, cache, tmp_path):
    name = "frameworks/pytorch.yaml"
    folders = [
        write(tmp_path / text, {name: ONE[name].replace("512", text)}) for text in ("1", "2")
    ]
    found = [
        snapshot.load_kept((base, *order), cache).frameworks["pytorch"].facts[1].value
        for order in (folders, folders[::-1])
    ]
    assert found == [2, 1]


def test_other_code_never_meets_an_older_snapshot(base, cache, loads, monkeypatch):
    snapshot.load_kept((base,), cache)
    monkeypatch.setattr(snapshot, "_code", lambda: "another")
    snapshot.load_kept((base,), cache)
    monkeypatch.setattr(snapshot.pydantic, "VERSION", "99")
    snapshot.load_kept((base,), cache)
    assert len(loads) == 3


def test_the_code_that_counts_is_this_package(tmp_path):
    one = write(tmp_path / "one", {"a.py": "x", "b/c.py": "y"})
    other = write(tmp_path / "other", {"a.py": "x", "b/c.py": "z"})
    named = write(tmp_path / "named", {"a.py": "x", "b/d.py": "y"})
    digests = {snapshot._digest(str(folder), (".py",)) for folder in (one, other, named)}
    assert len(digests) == 3


@pytest.mark.parametrize("damage", [b"", b"garbage", b"frameworks {}\n", b"what 1"])
def test_a_damaged_snapshot_is_made_anew(base, cache, damage, loads):
    good = snapshot.load_kept((base,), cache)
    (file,) = cache.iterdir()
    stored = file.read_bytes()
    file.write_bytes(damage)
    assert snapshot.load_kept((base,), cache) == good
    assert file.read_bytes() == stored
    assert len(loads) == 2


@pytest.mark.parametrize("content", [b"", b"frameworks {}", b"what 1", b"\xff 1", b"digest 12"])
def test_what_is_no_catalog_is_none(content):
    assert snapshot.decode(content) is None


def test_an_unwritable_cache_is_no_error(base, tmp_path):
    (tmp_path / "file").write_text("")
    assert snapshot.load_kept((base,), tmp_path / "file").frameworks


def test_errors_are_never_kept_and_never_hidden_by_what_was(base, cache):
    snapshot.load_kept((base,), cache)
    write(base, {"devices/gpu.yml": ""})
    for _ in range(2):
        with pytest.raises(KnowledgeError, match=r"files end in \.yaml"):
            snapshot.load_kept((base,), cache)
    (base / "devices/gpu.yml").unlink()
    write(base, {"frameworks/deep/er/x.yaml": "id: x"})
    with pytest.raises(KnowledgeError, match="never read"):
        snapshot.load_kept((base,), cache)
    with pytest.raises(KnownError, match="no knowledge folder"):
        snapshot.load_kept((base / "nowhere",), cache)


def test_a_value_that_json_cannot_carry_is_loaded_but_not_kept(base, cache):
    scenario = ONE["scenarios/edge-cv.yaml"].replace("worst: 100,", "worst: inf,")
    write(base, {"scenarios/edge-cv.yaml": scenario})
    for _ in range(2):
        found = snapshot.load_kept((base,), cache).scenarios["edge-cv"]
        assert found.preferences[0].anchors.worst == float("inf")
    assert not cache.exists()


def test_files_that_change_while_they_are_read_are_not_kept(base, cache, monkeypatch):
    real = loader.load

    def meanwhile(folders):
        catalog = real(folders)
        write(base, {"devices/late.yaml": ONE["devices/cpu-avx2.yaml"].replace("cpu-avx2", "late")})
        return catalog

    monkeypatch.setattr(loader, "load", meanwhile)
    assert "late" not in snapshot.load_kept((base,), cache).devices
    monkeypatch.undo()
    assert "late" in snapshot.load_kept((base,), cache).devices


def test_a_linked_folder_of_facts_counts_and_a_loop_does_no_harm(base, cache, tmp_path):
    outside = tmp_path / "outside"
    (base / "devices").rename(outside)
    (base / "devices").symlink_to(outside)
    (outside / "loop").symlink_to(outside)
    one = snapshot.key((base,))
    write(outside, {"cpu-avx2.yaml": ONE["devices/cpu-avx2.yaml"].replace("Most", "Many")})
    assert snapshot.key((base,)) not in (one, None)


def test_every_file_that_is_read_is_noticed():
    assert {f".{file.shown.rpartition('.')[2]}" for file in gather((data_dir(),)).files} <= set(
        snapshot.READ
    )
