"""Compiled code that outlives its process."""

from types import SimpleNamespace

import pytest

from probes.worker import kept


@pytest.fixture
def folder(tmp_path, monkeypatch):
    place = tmp_path / "compiled"
    place.mkdir()
    monkeypatch.setenv(kept.FOLDER, str(place))
    return place


@pytest.fixture
def case(tmp_path):
    model = tmp_path / "model.onnx"
    model.write_bytes(b"a model")
    return SimpleNamespace(model=model)


def compiler(calls):
    """Something that compiles, and counts how often."""

    def make(path):
        calls.append(path)
        path.write_bytes(b"code")

    return make


def test_the_second_process_finds_what_the_first_compiled(folder, case):
    calls = []
    first = kept.keep(case, ["1.0"], ".so", compiler(calls))
    again = kept.keep(case, ["1.0"], ".so", compiler(calls))
    assert len(calls) == 1
    assert first.path == again.path
    assert again.path.read_bytes() == b"code"
    assert (first.earlier_s, first.notes) == (0.0, ())
    assert again.earlier_s == again.seconds == first.seconds > 0
    assert "by an earlier process" in again.notes[0]
    assert sorted(path.suffix for path in folder.iterdir()) == [".json", ".so"]


def test_another_version_model_or_weight_file_is_compiled_anew(folder, case):
    calls = []
    kept.keep(case, ["1.0"], ".so", compiler(calls))
    kept.keep(case, ["1.1"], ".so", compiler(calls))
    case.model.with_name("model.onnx.data").write_bytes(b"weights")
    kept.keep(case, ["1.1"], ".so", compiler(calls))
    case.model.write_bytes(b"another model")
    kept.keep(case, ["1.1"], ".so", compiler(calls))
    assert len(calls) == 4


def test_what_was_cut_short_does_not_count(folder, case):
    def dies(path):
        path.write_bytes(b"half")
        raise OSError

    with pytest.raises(OSError):
        kept.keep(case, ["1.0"], ".so", dies)
    calls = []
    assert not kept.keep(case, ["1.0"], ".so", compiler(calls)).earlier
    assert len(calls) == 1


def test_without_a_folder_it_lies_where_the_process_works(tmp_path, case, monkeypatch):
    monkeypatch.delenv(kept.FOLDER, raising=False)
    monkeypatch.chdir(tmp_path)
    assert kept.keep(case, ["1.0"], ".so", compiler([])).path.parent == tmp_path
