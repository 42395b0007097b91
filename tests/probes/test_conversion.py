"""Conversions over real processes and fake converters: faults get their status, artefacts stay."""

import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.probing import Measurement, Status, Task
from probes.conversion import RECORD, Converter, _forget_others, _place, begin, kept
from probes.interruption import never
from probes.parity import INCOMPARABLE
from probes.record import Circumstances, Record, summarise
from probes.run import Equipment
from probes.runner import measure
from probes.settings import Deadlines, Settings
from probes.workloads.case import write_case
from tests.probes.staged import host

FAKES = Path(__file__).parent / "fakes_converters"
SETTINGS = Settings(
    generations=2,
    most_generations=2,
    rounds=2,
    repeats=0,
    sample_s=0.005,
    warmup_s=0.002,
    longest_warmup_s=0.2,
    memory_share=1.0,
    deadlines=Deadlines(start=60, open=60, convert=60, prepare=60, sample=30, close=10),
)
IMPATIENT = SETTINGS.model_copy(
    update={"deadlines": SETTINGS.deadlines.model_copy(update={"convert": 2})}
)
HERE = Environment(
    id="current:fake",
    spec="fake",
    python=sys.executable,
    python_version="3.11",
    version="1.0",
    origin=Origin.CURRENT,
    packages={"tool": "1.0"},
)


@pytest.fixture
def case(tmp_path):
    """One small MatMul: all that the fakes can do."""
    weight = np.random.default_rng(0).standard_normal((8, 4), dtype=np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", ["x", "w"], ["y"])],
        "small",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [2, 8])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [2, 4])],
        [onnx.numpy_helper.from_array(weight, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    return write_case(model, tmp_path / "case", seed=0)


def converter(name, environment=HERE):
    return Converter(str(FAKES / f"{name}.py"), environment, routes=("here-to-there",))


@pytest.fixture
def run(case, tmp_path):
    """Measure the fake runtime once per converter named, by that name."""

    def go(*names, settings=SETTINGS, environment=HERE, **options):
        stacks = [f"{name}/run" for name in names]
        found = measure(
            [Task(stack=stack, workload="small") for stack in stacks],
            dict.fromkeys(stacks, HERE),
            adapters=dict.fromkeys(stacks, str(FAKES / "runtime.py")),
            host=host(),
            cases=lambda workload, batch, mode: case,
            cache_dir=tmp_path / "cache",
            converters={f"{name}/run": converter(name, environment) for name in names},
            budget_s=120,
            equipment=Equipment(settings=settings),
            **options,
        )
        return {m.stack.partition("/")[0]: m for m in found}

    return go


def times_converted(case):
    calls = case.directory / "converted"
    return len(calls.read_text()) if calls.exists() else 0


def test_what_was_converted_is_measured_and_how_is_told(run, case):
    found = run("good")["good"]
    assert (found.status, found.message) == (Status.OK, "")
    made = found.conversion
    assert (made.converter, made.environment, made.versions) == (
        "good", "current:fake", {"fake": "1.0"},
    )  # fmt: skip
    assert made.routes == ("here-to-there",)
    assert made.size_bytes > 4 * 8 * 4
    assert made.seconds > 0
    assert made.delegated == 0.75
    assert made.max_error == found.parity.max_abs_error
    assert not made.reused
    assert "a fake made this" in found.notes
    assert "ran what good made (here-to-there)" in found.notes
    assert found.processes == 2
    assert times_converted(case) == 1


def test_an_artefact_serves_later_runs(run, case):
    first, second = run("good")["good"].conversion, run("good")["good"].conversion
    assert times_converted(case) == 1
    assert second.reused
    assert second == first.model_copy(update={"reused": True})


def test_other_versions_of_the_tools_convert_anew_and_one_artefact_stays(run, case, tmp_path):
    run("good")
    newer = HERE.model_copy(update={"packages": {"tool": "1.1"}})
    assert not run("good", environment=newer)["good"].conversion.reused
    assert times_converted(case) == 2
    assert len(list((tmp_path / "cache" / "artefacts").iterdir())) == 1
    assert run("good", environment=newer)["good"].conversion.reused


def test_a_damaged_record_is_made_anew(run, case, tmp_path):
    run("good")
    (record,) = (tmp_path / "cache").rglob(RECORD)
    record.write_text("{")
    assert kept(converter("good"), case, tmp_path / "cache") is None
    assert run("good")["good"].status is Status.OK
    assert times_converted(case) == 2


def test_a_quantised_artefact_and_the_plain_one_outlast_each_other(tmp_path):
    case = SimpleNamespace(digest="0", directory=tmp_path)
    plain, quantised = converter("good"), replace(converter("good"), calibration_sets=8)
    places = [_place(each, case, tmp_path) for each in (plain, quantised)]
    outdated = places[0].with_name(f"{places[0].name[:-16]}{'f' * 16}")
    for place in (*places, outdated):
        place.mkdir(parents=True)
    for place in places:
        _forget_others(place)
    assert [place.is_dir() for place in (*places, outdated)] == [True, True, False]


def test_a_wrong_artefact_is_never_timed(run):
    found = run("wrong")["wrong"]
    assert found.status is Status.FAILED
    assert found.message.startswith("parity: ")
    assert found.samples == ()
    assert found.conversion.max_error == found.parity.max_abs_error > 0.01


def test_operators_that_cannot_be_converted_are_named(run):
    found = run("lacking")["lacking"]
    assert found.status is Status.FAILED
    assert "MatMul" in found.message
    assert found.message.startswith("not converted by lacking: ")
    assert found.conversion.unconverted == ("MatMul",)
    assert found.conversion.seconds is None


@pytest.mark.parametrize(
    ("name", "status", "word"),
    [
        ("crash", Status.CRASHED, "SIGSEGV"),
        ("nothing", Status.FAILED, "wrote nothing"),
        ("missing", Status.UNAVAILABLE, "no_such_tool"),
    ],
)
def test_a_fault_gets_its_status_and_the_others_go_on(run, name, status, word, tmp_path):
    found = run(name, "good")
    assert found[name].status is status
    assert word in found[name].message
    assert found[name].conversion.converter == name
    assert found["good"].status is Status.OK
    assert [p.name.partition("-")[0] for p in (tmp_path / "cache" / "artefacts").iterdir()] == [
        "good"
    ]


def test_a_converter_that_hangs_is_ended(run):
    found = run("hang", "good", settings=IMPATIENT)
    assert found["hang"].status is Status.TIMEOUT
    assert "no answer to convert within 2 s" in found["hang"].message
    assert found["good"].status is Status.OK


def test_a_converter_that_is_nowhere_leaves_its_stack_unavailable(run):
    found = run("good", environment=None)["good"]
    assert found.status is Status.UNAVAILABLE
    assert "no environment on this machine holds the converter" in found.message


def test_what_makes_the_missing_converter_is_named(tmp_path):
    missing = Converter("qdq", None, spec="onnxruntime-quantization")
    case = SimpleNamespace(digest="0", directory=tmp_path)
    found = begin(missing, case, launch=None, environ={}, cache_dir=tmp_path, stop=never)
    assert found.status is Status.UNAVAILABLE
    assert found.message.endswith("; advisor env create onnxruntime-quantization")


def test_a_stop_ends_a_conversion_and_leaves_nothing_behind(run, tmp_path):
    asked = []

    def stop():
        asked.append(None)
        return len(asked) > 20

    found = run("hang", stop=stop)["hang"]
    assert found.status is Status.SKIPPED
    assert list((tmp_path / "cache" / "artefacts").iterdir()) == []


def test_a_cache_that_cannot_be_written_is_a_failure(run, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "artefacts").write_text("in the way")
    found = run("good")["good"]
    assert found.status is Status.FAILED
    assert "the artefact cannot be kept" in found.message


def test_a_deviation_without_bound_is_no_number(run):
    found = run("good")["good"]
    record = Record(found.task, HERE, parity=INCOMPARABLE, conversion=found.conversion)
    circumstances = Circumstances(host(), seed=0, started=found.started, watched=True)
    assert summarise(record, circumstances).conversion.max_error is None


def test_a_conversion_is_kept_and_earlier_measurements_are_read(run):
    found = run("good")["good"]
    assert Measurement.model_validate_json(found.model_dump_json()) == found
    earlier = found.model_dump(mode="json")
    del earlier["conversion"]
    assert Measurement.model_validate(earlier).conversion is None
