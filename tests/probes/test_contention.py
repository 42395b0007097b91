import os
import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probes.contention import (
    Mark,
    Watch,
    foreign_cores,
    is_contended,
    parse_stat,
    process_cpu_s,
)

STAT = """\
cpu  45812 0 19355 367373 2972 0 769 2592 0 0
cpu0 13374 0 7662 196832 245 0 86 1245 0 0
cpu1 32437 0 11693 170540 2726 0 683 1347 0 0
intr 9417234 0 9 0 0
ctxt 14083042
"""
OLD_STAT = "cpu  10 0 10 80\ncpu0 10 0 10 80\n"
linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc")


def test_busy_seconds_per_cpu_include_steal_but_not_waiting():
    assert parse_stat(STAT, 100) == {0: 223.67, 1: 461.6}


def test_a_short_line_of_an_old_kernel_is_read():
    assert parse_stat(OLD_STAT, 100) == {0: 0.2}


def test_own_time_is_not_foreign():
    start, end = Mark({0: 5.0}, 1.0, 0.0), Mark({0: 6.0}, 2.0, 1.0)
    assert foreign_cores(start, end) == 0.0


def test_a_cpu_that_came_online_meanwhile_is_not_counted():
    start, end = Mark({0: 5.0}, 0.0, 0.0), Mark({0: 5.5, 1: 99.0}, 0.0, 1.0)
    assert foreign_cores(start, end) == 0.5


@given(
    busy=st.floats(0, 100), own=st.floats(0, 100), wall=st.floats(0.01, 100), later=st.floats(0, 9)
)
def test_foreign_cores_are_never_negative_and_grow_with_what_was_busy(busy, own, wall, later):
    start = Mark({0: 0.0}, 0.0, 0.0)
    some = foreign_cores(start, Mark({0: busy}, own, wall))
    more = foreign_cores(start, Mark({0: busy + later}, own, wall))
    assert 0 <= some <= more


@pytest.mark.parametrize(
    ("foreign", "cores", "threads", "contended"),
    [(0.1, 2, 2, False), (0.16, 2, 2, True), (2.0, 4, 2, False), (2.2, 4, 2, True)],
)
def test_free_cores_may_be_busy(foreign, cores, threads, contended):
    assert is_contended(foreign, cores, threads, 0.15) is contended


def test_the_watch_counts_only_cpus_it_may_use(tmp_path):
    stat = tmp_path / "stat"
    mine = min(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 0
    stat.write_text(f"cpu{mine} 0 0 0 0\ncpu9999 0 0 0 0\n")
    now = [0.0]
    watch = Watch(stat, clock=lambda: now[0], cpu_s=lambda pid: 0.0)
    mark = watch.mark(1)
    ticks = os.sysconf("SC_CLK_TCK")
    stat.write_text(f"cpu{mine} {10 * ticks} 0 0 0\ncpu9999 {500 * ticks} 0 0 0\n")
    now[0] = 20.0
    # Almost half a core: what this process itself used meanwhile is taken off.
    assert 0.3 < watch.since(mark, 1) <= 0.5


def test_without_proc_stat_the_watch_is_off(tmp_path):
    watch = Watch(tmp_path / "missing")
    assert not watch.on
    assert watch.since(watch.mark(1), 1) == 0.0


@linux
def test_the_cpu_time_of_another_process_can_be_read():
    busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        deadline = time.monotonic() + 30
        while process_cpu_s(busy.pid) < 0.05:
            assert time.monotonic() < deadline
            time.sleep(0.01)
    finally:
        busy.kill()
        busy.wait()
    assert process_cpu_s(busy.pid) == 0.0
