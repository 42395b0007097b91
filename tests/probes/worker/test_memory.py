"""Memory of the process itself."""

import numpy as np

from probes.worker import memory


def test_the_peak_stays_after_memory_is_given_back():
    before = memory.peak_bytes()
    block = np.ones(1 << 26, dtype=np.uint8)
    held = memory.resident_bytes()
    assert held >= block.nbytes
    del block
    # The kernel adds up per thread, and lets the two lag behind each other by some pages.
    assert memory.peak_bytes() >= 0.98 * max(before, held)


def test_without_proc_the_peak_comes_from_the_system(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "STATUS", tmp_path / "status")
    assert memory.peak_bytes() > 1 << 20
