from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packaging.version import Version

from knowledge.compatibility.values import (
    admits,
    exact,
    named,
    newest_first,
    plain_version,
    specifiers,
    version,
)
from knowledge.schema.compatibility import AxisKind

VERSION, NAME = AxisKind.VERSION, AxisKind.NAME
versions = st.lists(st.integers(0, 30), min_size=1, max_size=3).map(lambda p: ".".join(map(str, p)))


@pytest.mark.parametrize(
    ("admitted", "value", "expected"),
    [
        ("12.8", "12.8", True),
        ("12.8", "12.8.1", True),
        ("12.8", "12.80", False),
        ("12", "12.4", True),
        ("==2.9.0", "2.9", True),
        ("==2.9.0", "2.9.1", False),
        (">=2.7,<3", "2.7.0", True),
        (">=2.7,<3", "3.0", False),
        (">=8.0", "8.3.rc1", True),
        ("9.0.0.post2", "9.0.0", False),
        ("==8.3rc1", "8.3.RC1", True),
        ("2.9", "latest", False),
    ],
)
def test_a_version_alone_stands_for_its_patches(admitted: str, value: str, expected: bool) -> None:
    assert admits((admitted,), value, VERSION) is expected


def test_of_several_specifiers_one_is_enough() -> None:
    assert admits(("11.8", ">=12.4"), "12.6", VERSION)
    assert not admits(("11.8", ">=12.4"), "12.1", VERSION)


def test_names_are_compared_as_they_are() -> None:
    assert admits(("linux", "wsl2"), "wsl2", NAME)
    assert not admits(("linux",), "Linux", NAME)


@given(versions)
def test_every_version_admits_itself_and_its_patches(text: str) -> None:
    assert admits((text,), text, VERSION)
    assert admits((text,), f"{text}.1", VERSION)


@given(st.lists(versions, max_size=6))
def test_newest_first_orders_and_names_equal_ones_once(texts: list[str]) -> None:
    ordered = newest_first(frozenset(texts))
    numbers = [Version(text) for text in ordered]
    assert numbers == sorted({Version(text) for text in texts}, reverse=True)
    assert set(ordered) <= set(texts)


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("cu124", "12.4"),
        ("sm_90a", "9.0"),
        ("sm_120", "12.0"),
        ("JP5.1.2", "5.1.2"),
        ("r36.4", "36.4"),
        ("8.1.RC1.beta1", "8.1.rc1"),
        ("CANN 8.0", "8.0"),
        ("cp311", "3.11"),
        ("v2.6.0", "2.6.0"),
        ("2.6.0+cu124", "2.6.0"),
        ("12.x", "12"),
        ("opset 17", "17"),
    ],
)
def test_versions_are_read_as_people_write_them(written: str, plain: str) -> None:
    assert plain_version(written) == plain
    assert version(plain) is not None


def test_what_is_no_version_is_none() -> None:
    assert version("newest") is None
    assert specifiers("newest") is None
    assert specifiers(">=two") is None


def test_bounds_that_exclude_themselves_name_no_version() -> None:
    assert named((">=3.9,<3.13", "!=3.10", ">0", "==2.9.*"), VERSION) == ("3.9", "2.9")
    assert named(("linux", "wsl2"), NAME) == ("linux", "wsl2")


def test_only_one_version_is_exact() -> None:
    assert exact("12.8", VERSION)
    assert exact("linux", NAME)
    assert not exact("==12.*", VERSION)
    assert not exact(">=12", VERSION)
