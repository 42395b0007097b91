"""Subnormal numbers in the files of a case."""

from types import SimpleNamespace

import numpy as np
import pytest

from probes import subnormals
from probes.subnormals import subnormal_share


def test_their_share_over_weights_inputs_and_outputs(tmp_path):
    np.savez(tmp_path / "weights.npz", w=np.array([1e-40, 1.0, 0.0, -1e-42], dtype=np.float32))
    np.savez(tmp_path / "inputs.npz", x=np.ones(4, dtype=np.float32), i=np.arange(2))
    assert subnormal_share(SimpleNamespace(directory=tmp_path)) == pytest.approx(2 / 10)


def test_what_cannot_be_read_or_is_large_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "weights.npz").write_bytes(b"nothing")
    assert subnormal_share(SimpleNamespace(directory=tmp_path)) == 0.0
    large = tmp_path / "large"
    large.mkdir()
    np.savez(large / "weights.npz", w=np.array([1e-40], dtype=np.float32))
    monkeypatch.setattr(subnormals, "MOST_BYTES", 1)
    assert subnormal_share(SimpleNamespace(directory=large)) == 0.0
