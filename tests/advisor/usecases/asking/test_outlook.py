from __future__ import annotations

from pathlib import Path

import pytest

from advisor.usecases.asking.outlook import outlook
from advisor.usecases.recommend import Request, recommend
from knowledge.errors import KnownError
from tests.advisor.fakes import fake_wiring


def test_it_foretells_what_the_answer_rules_out(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    recommend(Request(scenario="edge-cv"), wiring)
    found = outlook(wiring, "edge-cv", require=("offline",), exclude=("jax",))
    asked = Request(scenario="edge-cv", measure=False, require=("offline",), exclude=("jax",))
    answer = recommend(asked, wiring)
    ruled_out = {e.alternative for e in answer.excluded}
    assert found.total == len(found.kept) + len(ruled_out)
    assert {one.requirement for one in found.ruled_out} == {e.requirement for e in answer.excluded}
    ranked = len(answer.ranking) + len(answer.merged)
    assert len(found.kept) == ranked


def test_what_only_one_requirement_rules_out_is_counted(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    before = outlook(wiring, "edge-cv")
    after = outlook(wiring, "edge-cv", exclude=("pytorch",))
    (gone,) = [one for one in after.ruled_out if one.requirement == "without.pytorch"]
    assert len(before.kept) - len(after.kept) == gone.alone
    assert gone.alone <= len(gone.labels)


def test_an_unknown_requirement_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KnownError, match="unknown requirement"):
        outlook(fake_wiring(tmp_path), "edge-cv", require=("ofline",))
