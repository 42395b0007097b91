"""Plans from the real knowledge base: pins, a Python that fits, commands that are quoted."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import replace

import pytest

from advisor.usecases.dossier.install import Place, plan
from knowledge.catalog import Catalog
from knowledge.compatibility.answer import answer, judge, rules
from knowledge.compatibility.question import about, question
from knowledge.schema.compatibility import Verdict
from knowledge.schema.decision import Alternative
from tests.conftest import own_facts
from tests.reports import sample


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return own_facts()


@pytest.fixture(scope="module")
def place(catalog: Catalog) -> Place:
    return Place.of(catalog, sample.recommendation(), "3.12.4")


def stack(trainer: str, runtime: str, mode: str, route: str | None = None) -> Alternative:
    return Alternative(
        id=f"{trainer}>{runtime}/{mode}" if route else f"{runtime}/{mode}",
        label="A stack",
        trainer=trainer,
        route=route,
        runtime=runtime,
        mode=mode,
        precision="fp32",
        device="cpu",
    )


def test_a_framework_alone_is_one_part(catalog: Catalog, place: Place) -> None:
    found = plan(catalog, stack("pytorch", "pytorch", "eager"), place)
    (part,) = found.parts
    assert part.purpose == "whole"
    assert part.packages == catalog.environment("torch").requirements
    assert part.python == "3.12"
    assert part.verdict is Verdict.YES
    assert part.rules
    assert all(rule.reference is not None for rule in part.rules)
    assert any("--torch-backend cpu" in line for line in found.commands)
    assert found.image[0] == "FROM python:3.12-slim"


def test_a_route_has_a_part_for_each_end_and_what_it_needs(catalog: Catalog, place: Place) -> None:
    route = "pytorch-to-onnxruntime"
    found = plan(catalog, stack("pytorch", "onnxruntime", "cpu", route), place)
    assert [part.purpose for part in found.parts] == ["train", "run"]
    assert found.parts[0].loose == ("onnx", "onnxscript")
    assert found.steps == catalog.route(route).steps


def test_a_python_that_a_rule_speaks_against_is_not_taken(catalog: Catalog) -> None:
    here = Place.of(catalog, sample.recommendation(), "3.14.0")
    (part,) = plan(catalog, stack("mindspore", "mindspore", "pynative"), here).parts
    assert part.python == "3.12"
    assert part.verdict is not Verdict.NO


def test_on_an_accelerator_uv_finds_the_build_and_there_is_no_image(catalog: Catalog) -> None:
    host = sample.host().model_copy(update={"accelerators": ("NVIDIA H200",)})
    here = Place.of(catalog, sample.recommendation(host=host), "3.12.4")
    found = plan(catalog, stack("pytorch", "pytorch", "eager"), here)
    assert any("--torch-backend auto" in line for line in found.commands)
    assert found.image == ()
    assert "accelerator=nvidia" in found.parts[0].command


def test_for_other_hardware_nothing_is_claimed_of_its_system(catalog: Catalog) -> None:
    away = Place.of(catalog, sample.recommendation(elsewhere=True), "3.12.4")
    (part,) = plan(catalog, stack("pytorch", "pytorch", "eager"), away).parts
    assert "os=" not in part.command
    assert part.python is not None


def test_what_has_no_python_package_has_no_command(catalog: Catalog, place: Place) -> None:
    (part,) = plan(catalog, stack("llama-cpp", "llama-cpp", _mode(catalog)), place).parts
    assert part.packages == ()
    assert part.python is None
    assert "python=" not in part.command


def test_a_converter_is_asked_about_as_what_it_is(catalog: Catalog, place: Place) -> None:
    litert = catalog.framework("litert")
    (mode,) = [m.id for m in litert.modes if m.via is not None][:1]
    found = plan(catalog, stack("pytorch", "litert", mode, "pytorch-to-litert"), place)
    converter = next(part for part in found.parts if part.purpose == "convert")
    assert converter.command.startswith("advisor kb compat tensorflow=")


def _mode(catalog: Catalog) -> str:
    return catalog.framework("llama-cpp").choices[0].id


def test_words_of_facts_are_quoted_for_the_shell(catalog: Catalog, place: Place) -> None:
    spec = catalog.environment("torch").model_copy(update={"id": "a'b; rm -rf /"})
    world = replace(catalog, environments={**catalog.environments, "torch": spec})
    found = plan(world, stack("pytorch", "pytorch", "eager"), place)
    assert found.commands[0] == "uv venv --python 3.12 env-a-b-rm-rf"
    hostile = catalog.framework("mlx").model_copy(update={"package": "pkg:pypi/mlx@1.0';touch x"})
    world = replace(catalog, frameworks={**catalog.frameworks, "mlx": hostile})
    (mode,) = [m.id for m in hostile.choices[:1]]
    found = plan(world, stack("mlx", "mlx", mode), place)
    assert found.commands == ()


def test_what_is_asked_can_be_asked_again(catalog: Catalog, place: Place) -> None:
    away = Place.of(catalog, sample.recommendation(elsewhere=True), "3.12.4")
    for framework in catalog.frameworks.values():
        for where in (place, away):
            one = (
                stack(framework.id, framework.id, framework.choices[0].id)
                if framework.choices
                else None
            )
            for part in plan(catalog, one, where).parts if one is not None else ():
                words = shlex.split(part.command)
                assert words[:3] == ["advisor", "kb", "compat"]
                assert question(words[3:], where.ruled.axes).asked


TERMS: Mapping[str, str] = {"pytorch": "2.13.0", "python": "3.12", "os": "linux"}


@pytest.mark.parametrize(
    "terms", [TERMS, {"mindspore": "2.10.0", "python": "3.13"}, {"litert": "2.3.0", "os": "linux"}]
)
def test_the_short_judgement_is_that_of_the_whole_answer(
    catalog: Catalog, terms: Mapping[str, str]
) -> None:
    ruled = rules(catalog)
    short = judge(ruled, about(terms, ruled.axes))
    whole = answer(catalog, [f"{axis}={value}" for axis, value in terms.items()])
    assert question([f"{a}={v}" for a, v in terms.items()], ruled.axes).asked == short.asked
    assert short.verdict is whole.verdict
    assert short.decided == whole.decided
    assert short.unverified == whole.unverified
