import os

import pytest

from knowledge import cache


def test_what_was_written_is_read_back(tmp_path):
    assert cache.write(tmp_path / "new" / "folder", "a", b"content")
    assert cache.read(tmp_path / "new" / "folder", "a") == b"content"
    assert cache.read(tmp_path, "b") is None


@pytest.mark.parametrize("damage", [b"", b"short", None])
def test_a_damaged_file_is_as_good_as_none(tmp_path, damage):
    cache.write(tmp_path, "a", b"content")
    file = tmp_path / "a"
    stored = bytearray(file.read_bytes())
    stored[-1] ^= 1
    file.write_bytes(bytes(stored) if damage is None else damage)
    assert cache.read(tmp_path, "a") is None
    assert cache.write(tmp_path, "a", b"content")
    assert cache.read(tmp_path, "a") == b"content"


def test_a_place_that_cannot_be_written_is_no_error(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    assert cache.write(tmp_path / "file" / "folder", "a", b"content") is False
    assert cache.read(tmp_path / "file" / "folder", "a") is None


def test_a_file_that_cannot_be_replaced_leaves_no_draft(tmp_path):
    (tmp_path / "a").mkdir()
    assert cache.write(tmp_path, "a", b"content") is False
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_only_the_newest_files_are_kept(tmp_path):
    for number in range(cache.KEPT + 3):
        cache.write(tmp_path, f"f{number}", b"x")
        os.utime(tmp_path / f"f{number}", (number, number))
    cache.write(tmp_path, "last", b"x")
    names = {path.name for path in tmp_path.iterdir()}
    assert len(names) == cache.KEPT
    assert {"last", f"f{cache.KEPT + 2}"} <= names
