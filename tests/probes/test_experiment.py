from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from knowledge.schema.base import LocalText
from knowledge.schema.probing import Status
from knowledge.schema.progress import Progress
from knowledge.schema.recipe import Recipe, Variant
from probes.contention import family_cpu_s, process_cpu_s
from probes.experiment import Findings, experiment
from probes.outcomes import summary
from probes.run import Equipment
from probes.settings import Settings
from probes.worker.adapter import RECIPES
from tests.probes import staged

WORDS = LocalText(en="a", zh="a")
QUICK = Equipment(settings=Settings(sample_s=0.005, longest_sample_s=0.05, contended_cores=99))


def recipe(*variants: str, quantity: str = "seconds") -> Recipe:
    named = tuple(Variant(id=v, title=WORDS, environment="here") for v in variants)
    return Recipe.model_validate(
        {"id": "r", "title": WORDS, "about": WORDS, "variants": named, "quantity": quantity}
    )


def run(made: Recipe, code: str, tmp_path: Path, **more: object) -> Findings:
    file = tmp_path / "recipe.py"
    file.write_text(code)
    environment = staged.environment("here").model_copy(update={"python": sys.executable})
    return experiment(
        made,
        {"here": environment},
        host=staged.host(),
        cache_dir=tmp_path / "cache",
        code=str(file),
        equipment=QUICK,
        **more,  # type: ignore[arg-type]
    )


SLEEP = """
import time
def arrange(variant, threads, scratch):
    return lambda: time.sleep(0.003 if variant == "slow" else 0.001)
"""


def test_two_variants_are_compared_by_the_ratio_of_their_times(tmp_path: Path) -> None:
    made = recipe("slow", "fast")
    found = run(made, SLEEP, tmp_path, processes=2)
    assert found.trouble is None
    assert {(r.process, r.round) for r in found.readings} == {
        (p, r) for p in (0, 1) for r in range(5)
    }
    outcome, by_variant = summary(made, found.readings, np.random.default_rng(0))
    assert outcome is not None
    assert 1.5 < outcome.point < 3.5
    assert outcome.low < outcome.point < outcome.high
    assert by_variant["slow"].point >= 0.003


def test_a_value_is_what_the_call_returns(tmp_path: Path) -> None:
    code = (
        "def arrange(variant, threads, scratch):\n    return lambda: {'a': 3.0, 'b': 12}[variant]"
    )
    made = recipe("a", "b", quantity="MiB")
    found = run(made, code, tmp_path, processes=1)
    outcome, by_variant = summary(made, found.readings, np.random.default_rng(0))
    assert outcome is not None
    assert (outcome.low, outcome.point, outcome.high) == (0.25, 0.25, 0.25)
    assert by_variant["b"].point == 12
    alone = recipe("b", quantity="count")
    found = run(alone, code, tmp_path, processes=1)
    outcome, _ = summary(alone, found.readings, np.random.default_rng(0))
    assert outcome is not None
    assert outcome.point == 12


def test_a_value_that_repeats_itself_is_not_run_a_third_time(tmp_path: Path) -> None:
    same = "def arrange(variant, threads, scratch):\n    return lambda: 7.0"
    made = recipe("a", "b", quantity="MiB")
    assert {r.process for r in run(made, same, tmp_path).readings} == {0, 1}
    changing = (
        "def arrange(variant, threads, scratch):\n"
        f"    mark = {str(tmp_path / 'marks')!r}\n"
        "    open(mark, 'a').write('x')\n"
        "    size = len(open(mark).read())\n"
        "    return lambda: size\n"
    )
    found = run(recipe("a", quantity="count"), changing, tmp_path)
    assert [r.value for r in found.readings] == [1, 2, 3]


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("    import nothing_of_the_kind", Status.FAILED, "nothing_of_the_kind"),
        ("    import os; os.abort()", Status.CRASHED, "SIGABRT"),
        ("    raise ValueError('no such thing')", Status.FAILED, "no such thing"),
    ],
)
def test_what_cannot_be_run_is_a_trouble(
    tmp_path: Path, body: str, status: Status, words: str
) -> None:
    made = recipe("a", "b")
    found = run(made, f"def arrange(variant, threads, scratch):\n{body}", tmp_path)
    assert found.trouble is not None
    assert found.trouble.status is status
    assert words in found.trouble.message
    assert summary(made, found.readings, np.random.default_rng(0)) == (None, {})


def test_what_was_read_before_a_crash_is_kept(tmp_path: Path) -> None:
    code = (
        "import os, time\n"
        "def arrange(variant, threads, scratch):\n"
        f"    mark = {str(tmp_path / 'mark')!r} + variant\n"
        "    if os.path.exists(mark):\n"
        "        os.abort()\n"
        "    open(mark, 'w').close()\n"
        "    return lambda: time.sleep(0.001)\n"
    )
    made = recipe("a", "b")
    found = run(made, code, tmp_path)
    assert found.trouble is not None
    assert found.trouble.status is Status.CRASHED
    assert {r.process for r in found.readings} == {0}
    outcome, _ = summary(made, found.readings, np.random.default_rng(0))
    assert outcome is not None
    assert outcome.low < 1 < outcome.high


def test_a_call_that_gives_no_number_is_said_so(tmp_path: Path) -> None:
    code = "def arrange(variant, threads, scratch):\n    return lambda: 'many'"
    found = run(recipe("a", quantity="count"), code, tmp_path)
    assert found.trouble is not None
    assert found.trouble.message == "a gave no number"


def test_a_stop_keeps_what_there_is(tmp_path: Path) -> None:
    found = run(recipe("slow", "fast"), SLEEP, tmp_path, stop=lambda: True)
    assert found.trouble is None
    assert found.readings == []


def test_every_process_is_told_of_as_it_is_prepared_and_measured(tmp_path: Path) -> None:
    events: list[Progress] = []
    run(recipe("slow", "fast"), SLEEP, tmp_path, processes=2, progress=events.append, budget_s=60)
    told = [(e.stage, e.subject, e.done, e.total) for e in events]
    one = [("prepare", "r slow"), ("prepare", "r fast"), ("measure", "r")]
    assert told == [
        ("begin", "", 0, 2),
        *[(stage, subject, process, 2) for process in (1, 2) for stage, subject in one],
    ]


def test_the_second_variant_finds_what_the_first_has_left(tmp_path: Path) -> None:
    code = (
        "def arrange(variant, threads, scratch):\n"
        "    kept = scratch.parent / 'kept'\n"
        "    if variant == 'a':\n"
        "        kept.write_text('7')\n"
        "    return lambda: float(kept.read_text())\n"
    )
    made = recipe("a", "b", quantity="count")
    found = run(made, code, tmp_path, processes=1)
    assert [r.value for r in found.readings] == [7, 7]


def test_a_further_variant_that_cannot_be_arranged_is_left_out(tmp_path: Path) -> None:
    code = (
        "import time\n"
        "def arrange(variant, threads, scratch):\n"
        f"    open({str(tmp_path / 'tried')!r}, 'a').write(variant)\n"
        "    if variant == 'c':\n"
        "        raise ValueError('not here')\n"
        "    return lambda: time.sleep(0.001)\n"
    )
    made = recipe("a", "b", "c", "d")
    found = run(made, code, tmp_path, processes=2)
    assert found.trouble is None
    assert list(found.lost) == ["c"]
    assert "not here" in found.lost["c"].message
    assert {r.variant for r in found.readings} == {"a", "b", "d"}
    assert (tmp_path / "tried").read_text() == "abcdabd"


def test_a_further_variant_that_dies_on_the_way_is_left_out(tmp_path: Path) -> None:
    code = (
        "import os, time\n"
        "def arrange(variant, threads, scratch):\n"
        "    calls = []\n"
        "    def call():\n"
        "        calls.append(1)\n"
        "        if variant == 'c' and len(calls) > 1:\n"
        "            os.abort()\n"
        "        time.sleep(0.001)\n"
        "    return call\n"
    )
    found = run(recipe("a", "b", "c"), code, tmp_path, processes=1)
    assert found.trouble is None
    assert found.lost["c"].status is Status.CRASHED
    assert {r.round for r in found.readings if r.variant == "b"} == {0, 1, 2, 3, 4}


def test_what_a_framework_leaves_behind_goes_with_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, cache = tmp_path / "here", tmp_path / "cache"
    here.mkdir()
    monkeypatch.chdir(here)
    code = (
        "import os, pathlib\n"
        "def arrange(variant, threads, scratch):\n"
        "    pathlib.Path('left-arranging').mkdir()\n"
        "    def call():\n"
        "        pathlib.Path('left-running').touch()\n"
        "        print(os.getcwd(), file=open(scratch.parent.parent / 'advisor-cwd', 'w'))\n"
        "        return 1.0\n"
        "    return call\n"
    )
    before = {p for p in RECIPES.rglob("*") if "__pycache__" not in p.parts}
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = run(recipe("a", quantity="count"), code, tmp_path, processes=1)
    assert [r.value for r in found.readings] == [1.0]
    assert {p for p in RECIPES.rglob("*") if "__pycache__" not in p.parts} == before
    assert list(here.iterdir()) == []
    assert {p for p in tmp_path.rglob("left-*") if cache not in p.parents} == set()
    assert Path((tmp_path / "advisor-cwd").read_text().strip()).parent.parent == tmp_path


def test_what_stands_in_for_the_thing_itself_is_said_so(tmp_path: Path) -> None:
    code = (
        "def arrange(variant, threads, scratch):\n"
        "    call = lambda: 1.0\n"
        "    call.stand_in = variant == 'b'\n"
        "    return call\n"
    )
    assert run(recipe("a", "b", quantity="count"), code, tmp_path, processes=1).stand_in
    assert not run(recipe("a", quantity="count"), code, tmp_path, processes=1).stand_in
    beside = recipe("a", "d", "b", quantity="count")
    assert not run(beside, code, tmp_path, processes=1).stand_in


@pytest.mark.skipif(not Path("/proc/stat").exists(), reason="the watch reads /proc/stat")
def test_processes_that_a_worker_starts_are_not_foreign(tmp_path: Path) -> None:
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        until = time.monotonic() + 30
        while family_cpu_s(os.getpid()) - process_cpu_s(os.getpid()) < 0.05:
            assert time.monotonic() < until
    finally:
        busy.kill()
        busy.wait()
    assert family_cpu_s(busy.pid) == 0
