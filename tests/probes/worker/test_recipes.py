"""Recipes: every experiment of the catalog has its file, keeps the contract, and really runs."""

import ast
import sys

import numpy as np
import onnx
import platformdirs
import pytest
from onnx.reference import ReferenceEvaluator

from knowledge.schema.environment import Environment, Origin
from knowledge.schema.recipe import Reading
from probes.experiment import Findings, experiment
from probes.host import detect
from probes.outcomes import summary
from probes.run import Equipment
from probes.settings import Settings
from probes.worker import adapter
from probes.worker.recipes import (
    _answers,
    _cnn,
    _encoder,
    _encoder_onnxruntime,
    _images,
    _memory,
    _onnx,
)
from tests.conftest import own_facts
from tests.probes.worker.client import Client

CATALOG = own_facts()
RECIPES = CATALOG.recipes
FILES = {path.stem: path for path in adapter.RECIPES.glob("*.py")}
SHARED = {name for name in FILES if name.startswith("_")}

OUTCOMES = {
    "anomaly-detection": (0, 0),
    "bf16-accuracy": (0.95, 1.05),
    "checkpoint-memory": (1.2, 4),
    "compile-backends": (3, 12),
    "cuda-amp-warnings": (2, 2),
    "graph-traceback": (1, 3),
    "int8-accuracy-loss": (-0.01, 0.03),
    "int8-size": (3.7, 4),
    "lite-int8-size": (3.5, 4),
    "mindspore-mode-switch": (4, 4),
    "onnx-consistency": (1, 1.003),
    "profiler-bottleneck": (4, 5),
    "qat-accuracy": (0.98, 1.2),
    "sharded-training-memory": (1.9, 2.1),
    "structured-pruning-accuracy": (0.9, 1.05),
    "torch-or-mindspore-memory": (0.02, 2),
    "torch-or-tensorflow-memory": (0.25, 4),
    "xla-training-memory": (1, 5),
}
"""Outcomes that are no times, and what they may be on any machine."""

SAME = {
    "jax-jit-simulation",
    "simulation-torch-or-jax",
    "tf-function-training",
    "torch-compile-or-tensorflow-training",
    "torch-compile-training",
    "torch-or-jax-training",
    "torch-or-mindspore-training",
    "torchscript-bf16-training",
    "xla-lstm-training",
}
"""Recipes whose variants remark upon a number that must be the same in both."""

ALONE = {
    "checkpoint-memory",
    "data-parallel-scaling",
    "parameter-server",
    "sharded-training-memory",
    "torch-or-mindspore-memory",
    "torch-or-tensorflow-memory",
    "xla-training-memory",
}
"""They need processes of their own: memory is taken, or several processes work in step."""


def test_every_recipe_has_its_file_and_the_reverse():
    assert set(RECIPES) == set(FILES) - SHARED
    assert set(OUTCOMES) == {r.id for r in RECIPES.values() if r.quantity != "seconds"}


def test_the_folder_holds_nothing_that_a_run_has_left():
    names = {p.name for p in adapter.RECIPES.iterdir()} - {"__pycache__"}
    assert names == {"README.md", *(path.name for path in FILES.values())}


def test_every_recipe_tests_a_claim():
    claims = [claim for article in CATALOG.claims.values() for claim in article.claims]
    assert {claim.recipe for claim in claims} - {None} == set(RECIPES)


@pytest.mark.parametrize("name", sorted(set(FILES) - SHARED))
def test_a_recipe_keeps_the_contract(name):
    tree = ast.parse(FILES[name].read_text(encoding="utf-8"), feature_version=(3, 9))
    (made,) = [n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "arrange"]
    assert [argument.arg for argument in made.args.args] == ["variant", "threads", "scratch"]
    for statement in ast.walk(tree):
        if isinstance(statement, ast.ImportFrom) and statement.level:
            assert statement.level == 1
            assert statement.module in SHARED


@pytest.mark.parametrize("name", sorted(FILES))
def test_at_module_scope_a_recipe_imports_the_standard_library_only(name):
    statements = ast.parse(FILES[name].read_text(encoding="utf-8")).body
    roots = {a.name.split(".")[0] for s in statements if isinstance(s, ast.Import) for a in s.names}
    absolute = (s for s in statements if isinstance(s, ast.ImportFrom) and not s.level)
    roots |= {str(statement.module).split(".")[0] for statement in absolute}
    assert roots <= sys.stdlib_module_names


@pytest.mark.parametrize("name", sorted(SHARED))
def test_what_is_shared_is_used(name):
    others = (path for stem, path in FILES.items() if stem != name)
    words = (f"from .{name} import", f"._{name.split('_')[1]}_{{framework}}")
    assert any(word in path.read_text(encoding="utf-8") for path in others for word in words)


@pytest.mark.parametrize("recipe", RECIPES.values(), ids=lambda r: r.id)
def test_a_recipe_says_what_its_outcome_means(recipe):
    assert recipe.approximate_s <= 60
    if len(recipe.variants) > 1:
        assert (
            "Above 1" in recipe.about.en
            or "Below 1" in recipe.about.en
            or "ratio" in (recipe.about.en)
        )
        assert "1" in recipe.about.zh


def checked(content):
    """The model, valid by the rules of ONNX once the shapes of its outputs are inferred."""
    model = onnx.load_from_string(content)
    model = onnx.shape_inference.infer_shapes(model, strict_mode=True)
    onnx.checker.check_model(model, full_check=True)
    return model


def test_models_are_written_as_onnx_reads_them():
    graph = _onnx.Graph()
    kernel = np.random.default_rng(0).normal(size=(4, 3, 3, 3)).astype(np.float32)
    y = graph.add("Relu", graph.add("Conv", "x", kernel, pads=(1, 1, 1, 1), strides=(2, 2)))
    y = graph.add("LeakyRelu", graph.add("Sub", y, np.asarray(1, np.float32)), alpha=0.25)
    y = graph.add("ReduceMean", y, axes=(-1,), keepdims=0)
    model = checked(graph.model({"x": ("n", 3, 8, 8)}, [y]))
    x = np.ones((2, 3, 8, 8), np.float32)
    (got,) = ReferenceEvaluator(model).run(None, {"x": x})
    assert got.shape == (2, 4, 4)
    inner, edge = (_leaky(kernel[0][:, :, first:].sum()) for first in (0, 1))
    assert got[0, 0, 2] == pytest.approx((3 * inner + edge) / 4, abs=1e-5)


def _leaky(value):
    """What the graph makes of a convolution's value."""
    value = max(value, 0) - 1
    return value if value > 0 else value / 4


def test_the_encoder_is_a_valid_model():
    sizes = _encoder.Sizes(batch=2, positions=4, width=8, heads=2, layers=1)
    model = checked(_encoder_onnxruntime.model(sizes))
    (logits,) = ReferenceEvaluator(model).run(None, {"x": _encoder.batch(sizes)[0]})
    assert logits.shape == (2, _encoder.CLASSES)
    assert np.isfinite(logits).all()
    assert np.ptp(logits) > 0.1


def test_the_convolutional_network_is_a_valid_model():
    model = checked(_cnn.model())
    (logits,) = ReferenceEvaluator(model).run(None, {"image": _cnn.arrays()[2]})
    assert logits.shape == (1, _cnn.CLASSES)
    assert np.ptp(logits) > 0.1


def test_answers_must_agree_with_those_of_the_first_variant(tmp_path):
    one, two, three = (tmp_path / name for name in ("one", "two", "three"))
    wanted = np.asarray([[1.0, -4.0]])
    assert _answers.agreeing(lambda: wanted, one).notes == ()
    (note,) = _answers.agreeing(lambda: wanted + 0.0004, two).notes
    assert note == "two: differs by 1e-04 of the largest value at most"
    for other in (wanted + 0.1, wanted * np.nan, wanted[0]):
        with pytest.raises(ValueError, match="answer"):
            _answers.agreeing(lambda other=other: other, three)


def test_boxes_to_suppress_are_seeded_and_have_distinct_scores():
    found, again = adapter.load("nms", adapter.RECIPES), None
    boxes, scores = found.detections()
    again = found.detections()
    assert np.array_equal(boxes, again.boxes)
    assert len(set(scores.tolist())) == len(boxes)
    assert (boxes[:, 2:] > boxes[:, :2]).all()


def test_images_are_seeded_and_of_the_same_classes():
    one, again, other = (_images.images(64, 16, seed) for seed in (1, 1, 2))
    assert np.array_equal(one.pixels, again.pixels)
    assert not np.array_equal(one.labels, other.labels)
    quiet = _images.images(64, 16, 1, noise=0.0)
    assert np.abs(quiet.pixels).max() < np.abs(one.pixels).max()


@pytest.mark.skipif(not _memory.RESET.exists(), reason="needs a peak that can be reset")
def test_growth_is_what_the_work_held_at_its_height():
    def work():
        first = bytearray(b"1" * (64 * _memory.MIB))
        del first
        return bytearray(b"1" * (16 * _memory.MIB))

    assert 60 < _memory.growth_mib(work) < 150
    assert _memory.growth_mib(lambda: None) < 8


class Shared:
    """One worker per environment, for all recipes that can live with that."""

    def __init__(self, pythons):
        self._pythons = pythons
        self._clients = {}

    def run(self, recipe, folder):
        """Readings of one call per variant, and the remarks by variant."""
        readings, notes = [], []
        for variant in recipe.variants:
            client = self._client(variant.environment)
            scratch = folder / variant.id
            scratch.mkdir()
            request = {"recipe": recipe.id, "variant": variant.id, "scratch": str(scratch)}
            arranged = client.ask(_within=240.0, type="arrange", threads=1, **request)
            assert arranged["type"] == "arranged", arranged
            taken = client.ask(type="take", loops=1)
            assert taken["type"] == "taken", taken
            value = taken["seconds"] if recipe.quantity == "seconds" else taken["value"]
            assert value is not None, f"{variant.id} gave no number"
            readings.append(Reading(variant=variant.id, process=0, round=0, value=value))
            notes.append(tuple(arranged["notes"]))
        return Findings(readings=readings), notes

    def _client(self, environment):
        if environment not in self._clients:
            self._clients[environment] = Client(self._pythons(environment))
        return self._clients[environment]

    def kill(self):
        for client in self._clients.values():
            client.kill()


@pytest.fixture(scope="module", autouse=True)
def sources_stay_as_they_are():
    """Whatever the recipes run, nothing is left where their code lies."""

    def listed():
        return {p for p in adapter.RECIPES.rglob("*") if "__pycache__" not in p.parts}

    before = listed()
    yield
    assert listed() == before


@pytest.fixture(scope="module")
def shared(framework_python):
    workers = Shared(framework_python)
    yield workers
    workers.kill()


@pytest.mark.extended
@pytest.mark.frameworks
@pytest.mark.parametrize("name", sorted(set(RECIPES) - ALONE))
def test_it_runs_in_its_environments(name, shared, tmp_path):
    recipe = RECIPES[name]
    found, notes = shared.run(recipe, tmp_path)
    outcome, by_variant = summary(recipe, found.readings, np.random.default_rng(0))
    assert set(by_variant) == {variant.id for variant in recipe.variants}
    assert outcome is not None
    if name in OUTCOMES:
        low, high = OUTCOMES[name]
        assert low <= outcome.point <= high
    if name in SAME:
        # Both are told to three decimals: equal losses may be rounded to either side of one.
        (first,), (second,) = ([float(words.split()[-1]) for words in told] for told in notes)
        assert second == pytest.approx(first, rel=0, abs=0.0011)
        assert first > 0


@pytest.mark.extended
@pytest.mark.frameworks
@pytest.mark.parametrize("name", sorted(ALONE))
def test_it_runs_in_processes_of_its_own(name, framework_python, tmp_path):
    recipe = RECIPES[name]
    environments = {v.environment: _environment(v, framework_python) for v in recipe.variants}
    found = experiment(
        recipe,
        environments,
        host=one_core(),
        cache_dir=platformdirs.user_cache_path("advisor"),
        processes=1,
        equipment=Equipment(settings=Settings(sample_s=0.01, contended_cores=99)),
    )
    assert found.trouble is None
    outcome, _ = summary(recipe, found.readings, np.random.default_rng(0))
    assert outcome is not None
    low, high = OUTCOMES.get(name, (0, np.inf))
    assert low <= outcome.point <= high


def one_core():
    """This machine as if it had one core: threads that spin beside others take minutes."""
    host = detect()
    return host.model_copy(update={"cpu": host.cpu.model_copy(update={"cores_available": 1.0})})


def _environment(variant, framework_python):
    return Environment(
        id=f"given:{variant.environment}",
        spec=variant.environment,
        python=str(framework_python(variant.environment)),
        python_version="3.11.7",
        version="1.0",
        origin=Origin.GIVEN,
    )
