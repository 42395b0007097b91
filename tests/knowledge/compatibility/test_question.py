from __future__ import annotations

import pytest

from knowledge.compatibility.question import question
from knowledge.errors import KnownError
from tests.knowledge.compatibility.world import WORLD, ruled, table

axes = ruled(*WORLD).axes


@pytest.mark.parametrize(
    "term", ["torch=2.6", "torch==2.6", "pytorch: 2.6", "torch@2.6", "torch = 2.6"]
)
def test_a_term_gives_an_axis_one_value(term: str) -> None:
    asked = question([term], axes)
    assert asked.asked == {"torch": "2.6"}
    assert asked.domains["torch"][0] == "2.6"
    assert not asked.open


@pytest.mark.parametrize("term", ["torch", "torch=any", "torch=*", "torch=?"])
def test_an_axis_alone_may_have_any_known_value(term: str) -> None:
    asked = question([term], axes)
    assert asked.domains == {"torch": ("2.8", "2.7", "2.6")}
    assert asked.open == {"torch"}


def test_a_range_may_have_the_values_in_it() -> None:
    asked = question(["torch>=2.7"], axes)
    assert asked.domains == {"torch": ("2.8", "2.7")}
    assert question(["torch~=2.6"], axes).domains["torch"] == ("2.8", "2.7", "2.6")


def test_a_version_that_only_had_candidates_stands_for_them() -> None:
    versions = ("8.2rc1", "8.2rc2", "8.3rc1", "8.3", "8.3.1")
    some = ruled(table("firmware", ["cuda"], [{"cuda": f"=={each}"} for each in versions])).axes
    assert question(["cuda=8.2"], some).domains["cuda"] == ("8.2", "8.2rc2", "8.2rc1")
    assert question(["cuda=8.3"], some).domains["cuda"] == ("8.3", "8.3.1")
    assert question(["cuda=8.2rc1"], some).domains["cuda"] == ("8.2rc1",)


def test_a_build_names_its_cuda() -> None:
    assert question(["torch==2.6.0+cu124"], axes).asked == {"torch": "2.6.0", "cuda": "12.4"}


@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ([], "nothing is asked"),
        (["pyhton=3.11"], "unknown framework or axis"),
        (["torch=2.6", "pytorch=2.7"], "torch stands twice"),
        (["torch=2.6+cu124", "cuda=12.8"], "cuda stands twice"),
        (["torch="], "has no value"),
        (["torch=new"], "is no version"),
        (["torch>=new"], "is no range"),
        (["os>=linux"], "os is a name"),
        (["os=plan9"], "unknown os"),
        (["=2.6"], "names no axis"),
        (["torch=>2.6"], "cannot be read"),
    ],
)
def test_terms_that_make_no_sense_are_refused(terms: list[str], says: str) -> None:
    with pytest.raises(KnownError, match=says):
        question(terms, axes)
