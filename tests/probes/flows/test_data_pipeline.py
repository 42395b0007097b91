"""The data pipeline's files: right images, and fingerprints that tell order, mirror and colour."""

import struct

import numpy as np
import pytest

from probes.flows import data_pipeline
from probes.flows.catalog import flow_case
from probes.parity import compare
from probes.worker.flow import fingerprints, plan_in


@pytest.fixture
def images(monkeypatch):
    monkeypatch.setattr(data_pipeline, "COUNT", 4)
    return list(data_pipeline._images(seed=1))


def test_halving_gives_the_same_by_mean_and_by_reference(images):
    for image, half in images:
        means = image.reshape(48, 2, 48, 2, 3).mean(axis=(1, 3))
        assert (means == half).all()
        assert image[:2, :2].std() > 0


def test_a_bitmap_is_a_bmp_of_24_bits(images):
    image, content = images[0][0], data_pipeline.bitmap(images[0][0])
    kind, size, _, offset, _, width, height, _, bits = struct.unpack("<2sIIIIiiHH", content[:30])
    assert (kind, size, offset, width, height, bits) == (b"BM", len(content), 54, 96, 96, 24)
    rows = np.frombuffer(content, np.uint8, offset=54).reshape(96, 96, 3)
    assert (rows[-1, 0] == image[0, 0, ::-1]).all()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: x[[1, 0, 2, 3]],
        lambda x: x[:, ::-1],
        lambda x: x[:, :, ::-1],
        lambda x: x[..., ::-1],
        lambda x: x[:3],
    ],
    ids=["order", "upside-down", "mirrored", "colours", "missing"],
)
def test_fingerprints_tell_what_is_wrong(images, wrong):
    right = np.stack([half for _, half in images]).astype(np.float32)
    same = compare({"f": fingerprints(right)}, {"f": fingerprints(right)})
    other = compare({"f": fingerprints(wrong(right))}, {"f": fingerprints(right)})
    assert (same.passed, other.passed) == (True, False)


def test_settings_share_the_files(images, tmp_path):
    one, two = (flow_case(f"data-pipeline.workers-{n}", 2, 1, tmp_path) for n in (0, 2))
    plans = [plan_in(case.directory) for case in (one, two)]
    assert [plan["workers"] for plan in plans] == [0, 2]
    assert plans[0].data == plans[1].data
    assert len(plans[0].files("images")) == 4
    assert one.directory == flow_case("data-pipeline.workers-0", 2, 1, tmp_path).directory
    assert one.digest != two.digest
    assert one.moved.amount == 4
