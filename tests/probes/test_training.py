"""Training steps over real processes and a fake: judged before they are timed."""

import sys
from pathlib import Path

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import RunMode, Status, Task
from probes.run import Equipment
from probes.runner import measure
from tests.probes.staged import host
from tests.probes.test_conversion import SETTINGS
from tests.probes.training_cases import layer_step

FAKE = str(Path(__file__).parent / "fakes" / "trains.py")


def test_right_steps_are_timed_and_wrong_ones_are_not(tmp_path):
    here = Environment(
        id="current:fake", spec="fake", python=sys.executable, python_version="3.11",
        version="1.0", origin=Origin.CURRENT,
    )  # fmt: skip
    case, asked = layer_step(tmp_path / "case"), []
    stacks = [f"fake/{mode}" for mode in ("right", "no-bias", "infers")]

    def cases(*wanted):
        asked.append(wanted)
        return case

    found = measure(
        [Task(stack=s, workload="small", mode="training") for s in stacks],
        dict.fromkeys(stacks, here),
        adapters=dict.fromkeys(stacks, FAKE),
        host=host(),
        cases=cases,
        cache_dir=tmp_path / "cache",
        budget_s=60,
        equipment=Equipment(settings=SETTINGS),
    )
    right, wrong, none = found
    assert asked == [("small", 1, RunMode.TRAINING)]
    assert (right.status, right.mode) == (Status.OK, RunMode.TRAINING)
    assert right.parity.max_relative_error < 1e-4
    # 4 rows of 8 by 5, and back into the weight: nothing flows back into the input.
    assert right.work.flops == 2 * (2 * 4 * 8 * 5) + 2 * 45 + 4 * 5 + 4 * 5
    assert (wrong.status, wrong.latency) == (Status.FAILED, None)
    assert wrong.message.startswith("parity: ")
    assert none.message == "unsupported: training: the probe of fake/infers runs inference only"
