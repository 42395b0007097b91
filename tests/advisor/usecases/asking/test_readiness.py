from __future__ import annotations

from pathlib import Path

from advisor.usecases.asking.readiness import readiness
from advisor.usecases.recommend import recommend
from advisor.usecases.session import begin
from tests.advisor.fakes import fake_wiring


def test_it_tells_what_is_there_and_what_is_missing(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path, present=frozenset({"torch"}))
    session = begin(wiring, "edge-cv")
    found = readiness(wiring, session)
    assert found.here
    homes = {home.spec: home for home in found.homes}
    assert homes["torch"].present
    assert not homes["openvino"].present
    assert homes["openvino"].megabytes > 0
    assert 0 < found.runnable < found.tasks
    assert found.known == 0
    recommend(session.request(), wiring)
    assert readiness(wiring, session).known > 0


def test_elsewhere_nothing_is_measured(tmp_path: Path) -> None:
    wiring = fake_wiring(tmp_path)
    assert not readiness(wiring, begin(wiring, "domestic-substitution")).here
