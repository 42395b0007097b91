from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from advisor.usecases.operators import covered, extract, operators, overview, show, try_cases
from advisor.usecases.operators_writing import write_cases, write_registries
from advisor.wiring import Wiring
from knowledge.errors import KnownError
from knowledge.schema.environment import Environment, Origin
from knowledge.schema.operators import Backend, CaseCounts, CaseResults, OperatorSet, Registry
from knowledge.schema.probing import Status
from probes.node_cases import NodeCase, Tried
from probes.protocol import Trouble
from tests.advisor.fakes import NOW

JAX = Registry(
    framework="jax",
    version="9.9.9",
    namespace="jax",
    backends={"cpu": Backend(kernels=("abs", "add"))},
)
RESULTS = CaseResults(
    framework="openvino",
    version="2026.4.1",
    device="cpu",
    onnx="1.23.2",
    operators={"Abs": CaseCounts(passed=1), "Det": CaseCounts(unsupported=1)},
)


@dataclasses.dataclass(frozen=True)
class Fake(Wiring):
    """Two environments, one of which answers."""

    def now(self) -> Any:
        return NOW

    def environments(self) -> tuple[Environment, ...]:
        return tuple(
            Environment(
                id=f"provisioned:{spec}",
                spec=spec,
                python=f"/{spec}/python",
                python_version="3.11.7",
                version="1.0",
                origin=Origin.PROVISIONED,
            )
            for spec in ("jax", "torch", "openvino")
        )

    def operators(self, environment: Environment, framework: str) -> Registry | Trouble:
        if framework == "jax":
            return JAX
        return Trouble(status=Status.CRASHED, message="killed by SIGKILL")

    def node_cases(
        self, environment: Environment, operators: Sequence[str], **more: Any
    ) -> tuple[tuple[NodeCase, ...], Tried]:
        if "Nope" in operators:
            return (), Tried()
        names = ("Abs", "Det")
        cases = tuple(NodeCase(f"test_{n}", n, Path("m"), Path("a")) for n in names)
        said = {"test_Abs": ("passed", ""), "test_Det": ("unsupported", "no kernel")}
        return cases, Tried(said)


def test_each_environment_gets_an_answer_or_a_reason() -> None:
    found = {one.spec: one for one in extract(Fake(), ("jax", "torch", "mindspore"))}
    assert found["jax"].registry == JAX
    assert (found["torch"].registry, found["torch"].message) == (None, "killed by SIGKILL")
    assert "advisor env create mindspore" in found["mindspore"].message


def test_an_environment_nobody_can_ask_is_refused_before_any_is_asked() -> None:
    with pytest.raises(KnownError, match="jaxx"):
        extract(Fake(), ("jax", "jaxx"))
    with pytest.raises(KnownError, match="torch"):
        try_cases(Fake(), "torch")


def test_cases_are_counted_and_what_was_refused_is_said() -> None:
    found = try_cases(Fake(), "openvino")
    assert found.results is not None
    assert found.results.operators == RESULTS.operators
    assert found.refused == {"test_Det": "unsupported: no kernel"}
    assert "advisor env create" in try_cases(Fake(), "onnxruntime").message
    with pytest.raises(KnownError, match="Nope"):
        try_cases(Fake(), "openvino", ("Nope",))


def test_what_is_written_is_an_overlay_that_counts(tmp_path: Path) -> None:
    written = write_registries(Fake(), [JAX], tmp_path)
    assert {path.parent.name for path in written} == {"registries", "operators"}
    mine = Fake(overlays=(tmp_path,))
    assert mine.catalog.operators["jax"].version == "9.9.9"
    (evidence, *_) = mine.catalog.operators["jax"].evidence
    assert mine.catalog.sources[evidence.source].purl == "pkg:pypi/jax@9.9.9"
    (row,) = covered(mine, "onnx", ("jax",))
    assert row.of.covered == 2
    facts = mine.catalog.frameworks["jax"].facts
    assert [f.value for f in facts if f.quantity == "operators"] == [2]
    unchanged = mine.catalog.operators["pytorch"]
    assert unchanged.backends == Fake().catalog.operators["pytorch"].backends


def test_written_cases_speak_for_their_framework(tmp_path: Path) -> None:
    write_cases(Fake(), RESULTS, tmp_path)
    (row,) = covered(Fake(overlays=(tmp_path,)), "onnx", ("openvino",))
    assert (row.of.covered, row.of.missing) == (1, 1)


def test_a_registry_of_which_nothing_is_known_is_not_written_silently(tmp_path: Path) -> None:
    other = JAX.model_copy(update={"framework": "ncnn"})
    with pytest.raises(KnownError, match="ncnn"):
        write_registries(Fake(), [other], tmp_path)


def test_sets_have_names_and_workloads_weigh_by_use() -> None:
    found = operators(Fake(), "mobilenet-v3-small")
    assert isinstance(found, OperatorSet)
    assert found.operators["Conv"] > 40
    assert len(operators(Fake(), "aten-core").operators) > 100
    with pytest.raises(KnownError, match="unknown set") as refused:
        operators(Fake(), "onxn")
    assert "onnx" in refused.value.hint


def test_a_framework_is_shown_by_any_of_its_sets() -> None:
    found = show(Fake(), "onnxruntime")
    assert {row.of.set for row in found.coverage} == {"onnx", "aten-core"}
    assert found.cases is not None
    assert found.cases.operators["Abs"].passed
    assert len(overview(Fake())) >= 6
    with pytest.raises(KnownError, match="has not been read"):
        show(Fake(), "ncnn")
