from __future__ import annotations

from pathlib import Path

import pytest

from advisor.usecases.asking.profiles import Profiles, own_profile, profiles
from advisor.usecases.session import Session, begin
from advisor.usecases.weights import as_yaml, own_weights, read_stated
from knowledge.errors import KnownError
from knowledge.schema.stakes import Method, Stated
from tests.advisor.fakes import NOW, FakeWiring, fake_wiring


@pytest.fixture
def wiring(tmp_path: Path) -> FakeWiring:
    return fake_wiring(tmp_path)


def file_of(wiring: FakeWiring, who: str, mostly: str) -> Path:
    """Weights of somebody to whom one criterion matters most."""
    names = own_weights(wiring.catalog.scenario("edge-cv"))
    weights = {name: 0.7 if name == mostly else 0.3 / (len(names) - 1) for name in names}
    stated = Stated(scenario="edge-cv", who=who, when=NOW, method=Method.DIRECT, weights=weights)
    path = wiring.state_dir / f"{who}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(as_yaml(stated), encoding="utf-8")
    return path


def deciding(wiring: FakeWiring, *files: Path, **changes: object) -> Session:
    return begin(wiring, "edge-cv").model_copy(update={"people": files, **changes})


def test_each_ones_order_and_what_they_disagree_over(wiring: FakeWiring) -> None:
    files = (
        file_of(wiring, "Ada", "hardware-ecosystem"),
        file_of(wiring, "Ben", "research-flexibility"),
    )
    found = profiles(wiring, deciding(wiring, *files))
    assert isinstance(found, Profiles)
    one, other = found.stakeholders.people
    assert (one.who, other.who) == ("Ada", "Ben")
    assert one.ranking != other.ranking
    assert found.group["latency"] == pytest.approx(0.05)
    (apart,) = found.stakeholders.disagreements
    assert apart.tau < 1
    assert apart.criterion in ("hardware-ecosystem", "research-flexibility")
    assert {one.ranking[0], other.ranking[0], found.first} <= set(found.labels)


def test_sliders_count_as_one_more_person_if_asked(wiring: FakeWiring) -> None:
    ada = file_of(wiring, "Ada", "latency")
    session = deciding(wiring, ada, weights={"latency": 0.0})
    file = own_profile(wiring, session)
    mine = read_stated(file, wiring.catalog.scenario("edge-cv"))
    assert mine.weights["latency"] == 0
    alone = session.model_copy(update={"weight_file": file})
    assert alone.request().weight_files == (ada,)
    among = alone.model_copy(update={"among": True})
    assert among.request().weight_files == (file, ada)
    assert among.request().weights == {}


def test_two_files_of_one_person_are_refused(wiring: FakeWiring) -> None:
    ada = file_of(wiring, "Ada", "latency")
    with pytest.raises(KnownError, match="two of the weights files are Ada's"):
        profiles(wiring, deciding(wiring, ada, ada))
