"""What a reader is told of times that were not taken together."""

import pytest

from knowledge.texts import Texts
from reports.loads import mixed
from tests.knowledge.test_loads import LATER, timed


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_loads_and_the_way_out_are_told(language):
    several = [timed("a/m", 2), timed("b/m", 1, LATER, 1.3)]
    told = mixed(several, Texts(language))
    assert told is not None
    assert "1.3" in told[0]
    assert "advisor probe run --again --workload mlp --stack b/m --stack a/m" in told[0]
    assert not told[1]
    assert mixed(several[:1], Texts(language)) is None
