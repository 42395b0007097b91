"""The knowledge base itself: it loads, and what is doubtful in it is known and accepted."""

from datetime import date

import pytest

from knowledge.evidence import item
from knowledge.lint import lint
from knowledge.lint.statements import statements
from knowledge.overlay import FOLDERS
from knowledge.paths import data_dir
from knowledge.schema.criterion import Shape
from knowledge.schema.framework import Lifecycle, Role
from probes.workloads.catalog import operators
from scoring.enumerate import stacks
from scoring.reading import read
from scoring.screen import screen
from tests.conftest import own_facts

TODAY = date(2026, 12, 1)
NAMED_IN_THE_PRODUCT = (
    "deployment-maturity",
    "research-flexibility",
    "operator-coverage",
    "hardware-ecosystem",
)
SCENARIOS = sorted(file.stem for file in (data_dir() / "scenarios").glob("*.yaml"))
PROCESSORS = {"device.x86", "device.arm64"}


@pytest.fixture(scope="module")
def catalog():
    return own_facts()


def test_it_loads_and_every_family_is_there(catalog):
    families = [name for name in FOLDERS if name != "vocabulary"]
    assert all(getattr(catalog, name) for name in families)
    assert not catalog.overlaid


def test_on_the_day_of_the_last_reading_nothing_in_it_is_doubtful(catalog):
    last = max((c.read for s in statements(catalog) for c in s.evidence), default=date.today())
    assert [f"{f.rule}: {f.subject}: {f.message}" for f in lint(catalog, last)] == []


def test_files_end_with_a_line_break_and_hold_no_tabs():
    for file in data_dir().rglob("*.yaml"):
        text = file.read_text(encoding="utf-8")
        assert text.endswith("\n"), file
        assert "\t" not in text, file


def screened(catalog, name):
    """The screening of a scenario without any measurement, on an x86 host where it names none."""
    scenario = catalog.scenario(name)
    needed = {use.workload: operators(use.workload) for use in scenario.workloads}
    devices = frozenset(scenario.devices) or frozenset({"device.x86"})
    return screen(
        catalog, scenario, stacks(catalog, scenario, "x86-64"), (), needed, devices, today=TODAY
    )


def test_there_are_scenarios_for_the_readers_of_the_articles():
    assert len(SCENARIOS) >= 22
    wanted = {"research", "startup-mvp", "stability-first", "teaching", "domestic-substitution"}
    assert wanted <= set(SCENARIOS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_weighs_by_criteria_that_exist_on_the_scale_they_have(catalog, name):
    scenario = catalog.scenario(name)
    assert len(scenario.preferences) >= 3
    for preference in scenario.preferences:
        criterion = catalog.criterion(preference.criterion)
        anchors = preference.anchors
        assert preference.weight > 0
        if criterion.measured is None:
            assert (anchors.worst, anchors.best, anchors.shape) == (0, 100, Shape.LINEAR)
        else:
            assert preference.measure is not None
            assert operators(preference.measure.workload)


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_gives_reasons_with_sources_for_what_it_asks(catalog, name):
    scenario = catalog.scenario(name)
    assert any(requirement.kind == "lifecycle" for requirement in scenario.requirements)
    assert scenario.why
    for reason in scenario.why:
        for citation in reason.evidence:
            assert citation.source in catalog.sources
            assert citation.read <= TODAY


@pytest.mark.parametrize("name", SCENARIOS)
def test_speed_is_weighed_only_where_the_target_may_be_the_machine_it_is_measured_on(catalog, name):
    scenario = catalog.scenario(name)
    if scenario.workloads:
        assert not scenario.devices or PROCESSORS & set(scenario.devices)
        assert any(requirement.kind == "runs" for requirement in scenario.requirements)
    else:
        assert not any(requirement.kind == "runs" for requirement in scenario.requirements)


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_ranks_living_stacks_and_rules_out_on_evidence(catalog, name):
    screening = screened(catalog, name)
    assert len({alternative.runtime for alternative in screening.kept}) >= 2
    for alternative in screening.kept:
        for part in (alternative.trainer, alternative.runtime):
            assert catalog.framework(part).lifecycle is not Lifecycle.DEAD
    for exclusion in screening.excluded:
        assert exclusion.evidence, (exclusion.alternative, exclusion.requirement)
        assert all(item(catalog, key, TODAY).statement.zh for key in exclusion.evidence)


@pytest.mark.parametrize(
    ("name", "ranked", "out"),
    [
        ("apple", {"pytorch", "mlx/metal"}, {"mlx/cuda", "jax", "keras/jax", "tensorflow"}),
        ("tpu", {"jax", "tensorflow", "pytorch"}, {"mlx", "mindspore", "paddlepaddle"}),
        ("windows", {"pytorch"}, {"jax", "tensorflow", "mindspore"}),
        (
            "llm-serving",
            {"vllm/cuda", "sglang/cuda", "tensorrt-llm/cuda"},
            {"vllm/rocm", "sglang/npu", "vllm-ascend/server"},
        ),
        ("kubernetes-serving", {"kserve/server", "triton-server/server"}, {"vllm/rocm"}),
        (
            "domestic-substitution",
            {"mindspore", "paddlepaddle", "pytorch", "mindspore>mindspore-lite/ascend"},
            {"mlx", "jax", "pytorch>openvino/cpu", "mindspore>mindspore-lite/cpu"},
        ),
        ("mobile", {"pytorch>litert/cpu", "pytorch>executorch/xnnpack"}, {"pytorch/eager"}),
        ("scientific-computing", {"jax", "pytorch"}, {"mlx/metal"}),
    ],
)
def test_who_is_ranked_and_who_is_ruled_out_is_what_an_architect_expects(
    catalog, name, ranked, out
):
    """A name without a mode means every stack that the framework trains and runs itself."""
    screening = screened(catalog, name)

    def names(rows):
        found = {row: row.split("/")[0] for row in rows}
        return set(found) | {own for row, own in found.items() if ">" not in row}

    assert ranked <= names(alternative.id for alternative in screening.kept)
    kept = names(alternative.id for alternative in screening.kept)
    assert not out & kept
    assert out <= names(exclusion.alternative for exclusion in screening.excluded)


@pytest.mark.parametrize("name", NAMED_IN_THE_PRODUCT)
def test_the_four_criteria_of_the_product_unfold_into_leaves(catalog, name):
    criterion = catalog.criterion(name)
    assert len(criterion.branches) >= 4
    assert len(catalog.rubric(criterion)) >= 7


def test_no_criterion_asks_what_hardly_any_framework_answers(catalog):
    """A criterion that nobody can feed must not be weighed: every leaf has evidence for some."""
    chosen = [f for f in catalog.frameworks.values() if set(f.roles) - {Role.EXTEND}]
    for criterion in catalog.criteria.values():
        for indicator in criterion.indicators:
            told = sum(read(catalog, f, indicator, TODAY) is not None for f in chosen)
            assert told >= 2, (criterion.id, indicator.term)


def test_every_criterion_counts_somewhere(catalog):
    used = {p.criterion for s in catalog.scenarios.values() for p in s.preferences}
    used |= {b.criterion for c in catalog.criteria.values() for b in c.branches}
    # No scenario weighs joules: most machines have no counter of them; changed answers join where
    # precisions are compared (docs/criteria.md).
    assert set(catalog.criteria) - used == {"energy", "changed-answers"}
