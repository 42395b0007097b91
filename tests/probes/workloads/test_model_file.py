"""Models of the user: what is read, and what is refused in one line."""

import numpy as np
import onnx
import pytest

from knowledge.errors import KnownError
from probes.worker.case import Unsupported, read
from probes.workloads import tensors
from probes.workloads.model_file import case_of, parse_sizes, read_model
from tests.probes.workloads import models

IMAGE = {"image": (2, 3, 8, 6)}


@pytest.fixture
def saved(tmp_path):
    def save(made, name="m.onnx"):
        onnx.save_model(made, str(tmp_path / name))
        return tmp_path / name

    return save


@pytest.mark.parametrize("opset", [11, 12, 13, 15, 18, 21, 23])
def test_every_opset_becomes_the_same_plan(saved, tmp_path, opset):
    given = read_model(saved(models.of_opset(opset)), IMAGE)
    case = read(case_of(given, 0, tmp_path).directory)
    told = {node.op: dict(node.attributes) for node in case.nodes}
    assert not {"Shape", "Gather", "Unsqueeze", "Dropout"} & set(told), "numbers by now"
    assert told["ReduceMean"] == {"axes": [2, 3], "keepdims": 1}
    assert told["ReduceSum"]["axes"] == [1]
    assert told["Pad"]["pads"] == [0, 0, 1, 1, 0, 0, 0, 0]
    assert told["Resize"]["scales"] == [1, 1, 2, 2]
    assert told["Cast"] == {"to": "float32"}
    assert [case.shapes[value.name] for value in case.outputs] == [
        (2, 2), (2, 17, 13), (2, 2, 17, 13)
    ]  # fmt: skip
    assert all(len(node.inputs) == 1 for node in case.nodes if node.op in ("Pad", "Resize"))
    assert case.is_static(case.outputs[0].name)


def test_before_opset_13_a_softmax_was_over_more(saved, tmp_path):
    sums = []
    for opset in (12, 13):
        given = read_model(saved(models.of_opset(opset)), IMAGE)
        with np.load(case_of(given, 0, tmp_path).reference) as right:
            sums.append(right["0.soft"].sum(axis=1))
    assert sums[0].sum() == pytest.approx(2)
    np.testing.assert_allclose(sums[1], 1, rtol=1e-5)


def test_weights_listed_as_inputs_are_weights(saved, tmp_path):
    given = read_model(saved(models.with_listed_weights()), {"ids": (6,), "mask": (6, 1)})
    case = read(case_of(given, 0, tmp_path).directory)
    assert [(v.name, v.dtype) for v in case.inputs] == [("ids", "int64"), ("mask", "bool")]
    assert case.sets[0][0].max() < 11
    assert "table" in case.weights


def test_control_flow_is_named_by_who_lacks_it(saved, tmp_path):
    case = read(case_of(read_model(saved(models.branching()), {}), 0, tmp_path).directory)
    with pytest.raises(Unsupported) as raised:
        case.require({"ReduceSum", "Greater"})
    assert raised.value.operators == ("If",)


def test_data_in_another_file_are_found(tmp_path, saved):
    apart = read_model(models.save_apart(models.dense(), tmp_path / "apart.onnx"), {"x": (5, 64)})
    whole = read_model(saved(models.dense()), {"x": (5, 64)})
    cases = [case_of(given, 0, tmp_path / name) for name, given in (("a", apart), ("w", whole))]
    with np.load(cases[0].reference) as one, np.load(cases[1].reference) as other:
        np.testing.assert_array_equal(one["0.y"], other["0.y"])
    onnx.checker.check_model(str(cases[0].model))


def test_a_model_too_large_for_one_file_keeps_its_data_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr(tensors, "EMBEDDED_BYTES", 1000)
    path = models.save_apart(models.dense(), tmp_path / "m.onnx")
    sizes = [{"x": (5, 64)}, {"x": (6, 64)}]
    cases = [case_of(read_model(path, size), 0, tmp_path) for size in sizes]
    assert cases[0].model.parent == cases[1].model.parent
    assert len(list((tmp_path / "cases").glob("weights-*/weights.bin"))) == 1
    for case in cases:
        onnx.checker.check_model(str(case.model))


def test_the_digest_is_of_content_and_sizes(tmp_path, saved):
    path = saved(models.dense())
    one = read_model(path, {"x": (5, 64)})
    assert one.workload.startswith("model:")
    assert read_model(path, {"x": (5, 64)}).digest == one.digest
    assert read_model(path, {"x": (6, 64)}).digest != one.digest
    copied = saved(models.dense(), "copy.onnx")
    assert read_model(copied, {"x": (5, 64)}).digest == one.digest
    assert read_model(saved(models.dense(width=129)), {"x": (5, 64)}).digest != one.digest


def test_the_digest_is_of_the_data_beside_it_too(tmp_path):
    path = models.save_apart(models.dense(), tmp_path / "m.onnx")
    before = read_model(path, {"x": (5, 64)}).digest
    data = bytearray((tmp_path / "m.data").read_bytes())
    data[7] ^= 1
    (tmp_path / "m.data").write_bytes(bytes(data))
    assert read_model(path, {"x": (5, 64)}).digest != before


def test_all_free_dimensions_are_named_at_once(saved):
    with pytest.raises(KnownError) as raised:
        read_model(saved(models.with_listed_weights()), {})
    assert "ids is [n]; mask is [n, 1]" in raised.value.message
    assert "--input-shape ids=1 --input-shape mask=1x1" in raised.value.hint


@pytest.mark.parametrize(
    ("sizes", "says"),
    [
        ({"imag": (2, 3, 8, 6)}, "no input 'imag'"),
        ({"image": (2, 4, 8, 6)}, "2x4x8x6 does not fit"),
        ({"image": (2, 3)}, "does not fit"),
    ],
)
def test_sizes_must_fit(saved, sizes, says):
    with pytest.raises(KnownError, match=says) as raised:
        read_model(saved(models.of_opset(17)), sizes)
    assert raised.value.hint


def damaged(tmp_path):
    path = tmp_path / "damaged.onnx"
    path.write_bytes(models.of_opset(17).SerializeToString()[:-100])
    return path


def empty(tmp_path):
    (tmp_path / "empty.onnx").write_bytes(b"")
    return tmp_path / "empty.onnx"


def text(tmp_path):
    (tmp_path / "text.onnx").write_text("no model at all, but some words " * 9)
    return tmp_path / "text.onnx"


def bereft(tmp_path):
    path = models.save_apart(models.dense(), tmp_path / "bereft.onnx")
    (tmp_path / "bereft.data").unlink()
    return path


def short(tmp_path):
    path = models.save_apart(models.dense(), tmp_path / "short.onnx")
    (tmp_path / "short.data").write_bytes(b"\0" * 9)
    return path


def reaching(tmp_path):
    """Its data lie outside of its folder."""
    path = models.save_apart(models.dense(), tmp_path / "reaching.onnx")
    made = onnx.load(str(path), load_external_data=False)
    made.graph.initializer[0].external_data[0].value = "../../../etc/passwd"
    path.write_bytes(made.SerializeToString())
    return path


def old(tmp_path):
    path = tmp_path / "old.onnx"
    made = models.dense()
    made.opset_import[0].version = 9
    path.write_bytes(made.SerializeToString())
    return path


def unknown(tmp_path):
    path = tmp_path / "unknown.onnx"
    made = models.dense()
    made.graph.node[0].op_type = "NoSuchOperator"
    path.write_bytes(made.SerializeToString())
    return path


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (damaged, "damaged"), (empty, "empty"), (text, "not an ONNX model"),
        (bereft, "bereft.data"), (short, "too short"), (reaching, "outside"),
        (old, "opset 9"), (unknown, "NoSuchOperator"),
        (lambda path: path / "nowhere.onnx", "cannot be read"),
        (lambda path: path, "cannot be read"),
    ],
)  # fmt: skip
def test_bad_files_are_one_line_with_a_hint(tmp_path, make, says):
    with pytest.raises(KnownError, match=says) as raised:
        read_model(make(tmp_path), {"x": (5, 64)})
    assert "\n" not in raised.value.message
    assert raised.value.hint


@pytest.mark.parametrize("text", ["image", "=1x3", "image=1x", "image=0x3", "image=axb"])
def test_sizes_are_numbers_with_x_between(text):
    with pytest.raises(KnownError, match="NAME=1x3x224x224"):
        parse_sizes((text,))


def test_an_input_has_one_shape():
    with pytest.raises(KnownError, match="two shapes"):
        parse_sizes(("x=1", "x=2"))
