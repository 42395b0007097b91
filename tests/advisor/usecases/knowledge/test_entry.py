from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from advisor.usecases.knowledge.entry import Asked, Standing, View, view
from advisor.usecases.knowledge.families import families
from advisor.usecases.knowledge.stated import Kind
from knowledge.catalog import Catalog
from knowledge.schema.framework import Framework, Lifecycle

Show = Callable[[str], View]


@pytest.fixture
def show(catalog: Catalog, today: date) -> Show:
    return lambda name: view(catalog, name, today)


def asked(found: View) -> Asked:
    assert found.asked is not None
    return found.asked


def test_an_entry_has_its_statements_routes_and_links(show: Show) -> None:
    found = show("pytorch")
    kinds = [stated.kind for stated in found.statements]
    assert kinds == [Kind.CLAIM, Kind.FACT, Kind.FACT]
    (onwards,) = found.routes_from
    assert (onwards.route.id, onwards.other.id) == ("pytorch-onnxruntime", "onnxruntime")
    assert [stated.kind for stated in onwards.statements] == [Kind.ROUTE, Kind.LIMIT]
    assert [way.other.id for way in found.routes_to] == ["mxnet"]
    links = {(link.entry.family, link.entry.id, link.field) for link in found.links}
    assert links == {("environments", "torch", "framework"), ("frameworks", "mxnet", "successor")}
    assert (found.over, found.asked, found.uses) == (None, None, ())


def test_what_is_over_tells_successor_migration_and_route(show: Show) -> None:
    over = show("mxnet").over
    assert over.state == "dead"
    assert over.wording.en == "discontinued"
    assert [successor.id for successor in over.successors] == ["pytorch"]
    assert over.migration.en == "Rewrite the model by hand."
    assert [route.id for route in over.routes] == ["mxnet-pytorch"]


def test_a_system_that_is_over_may_be_followed_by_a_framework(show: Show) -> None:
    over = show("TFLite").over
    assert [(s.family, s.id) for s in over.successors] == [("frameworks", "onnxruntime")]


def test_successors_are_followed_to_one_that_lives(catalog: Catalog, today: date) -> None:
    dead = catalog.frameworks["tensorflow"].model_copy(
        update={"successor": "mxnet", "lifecycle": Lifecycle.DEAD}
    )
    changed = {**catalog.frameworks, "tensorflow": dead}
    over = view(_with(catalog, changed), "tensorflow", today).over
    assert over is not None
    assert [successor.id for successor in over.successors] == ["mxnet", "pytorch"]


def test_successors_that_point_at_each_other_end(catalog: Catalog, today: date) -> None:
    first = catalog.frameworks["mxnet"].model_copy(update={"successor": "tensorflow"})
    second = catalog.frameworks["tensorflow"].model_copy(
        update={"successor": "mxnet", "lifecycle": Lifecycle.DEAD}
    )
    changed = {**catalog.frameworks, "mxnet": first, "tensorflow": second}
    over = view(_with(catalog, changed), "mxnet", today).over
    assert over is not None
    assert [successor.id for successor in over.successors] == ["tensorflow"]


def _with(catalog: Catalog, frameworks: dict[str, Framework]) -> Catalog:
    return replace(catalog, frameworks=frameworks)


@pytest.mark.parametrize(
    ("name", "standing"),
    [
        ("tensorflow 3.0", Standing.NEVER_RELEASED),
        ("tensorflow@3.0.0", Standing.NEVER_RELEASED),
        ("tensorflow 2.21.0", Standing.DESCRIBED),
        ("tensorflow 2.21", Standing.DESCRIBED),
        ("tensorflow 2.3", Standing.OLDER),
        ("tensorflow 3.1", Standing.NEWER),
        ("tensorflow@26.04-py3", Standing.UNKNOWN),
        ("edge-cv@1", Standing.UNKNOWN),
    ],
)
def test_a_release_is_placed(show: Show, name: str, standing: Standing) -> None:
    found = asked(show(name))
    assert found.standing is standing
    assert (found.statement is not None) == (standing is Standing.NEVER_RELEASED)


def test_who_says_that_a_release_never_was_is_cited(show: Show) -> None:
    statement = asked(show("tensorflow 3.0")).statement
    assert statement.verdict.en == "The releases go on with 2.x."
    assert statement.evidence[0].locator == "page 1"


def test_a_term_shows_who_says_what_on_it(show: Show) -> None:
    uses = show("export.onnx").uses
    assert {use.entry.id: use.statement.verdict.en for use in uses} == {
        "mxnet": "no",
        "pytorch": "since 2.10",
        "tensorflow": "partial",
    }
    links = {(link.entry.id, link.field) for link in show("export.onnx").links}
    assert links == {("operator-coverage", "indicators"), ("edge-cv", "requirements")}
    assert {use.entry.id for use in show("operators").uses} == {"pytorch", "nvidia-h100-sxm"}


def test_a_source_shows_what_is_read_from_it(show: Show) -> None:
    assert [use.statement.key for use in show("torch-package").uses] == [
        "fact:pytorch:release.latest"
    ]


def test_an_entry_of_an_overlay_shows_as_such(catalog: Catalog, today: date) -> None:
    laid = replace(catalog, overlaid=frozenset({"frameworks/pytorch"}))
    assert view(laid, "pytorch", today).overlaid
    assert not view(laid, "mxnet", today).overlaid


def test_entries_of_every_family_can_be_shown(real: Catalog, today: date) -> None:
    for family, nouns in families(real).items():
        id_ = next(iter(nouns))
        assert view(real, f"{family}/{id_}", today).found.entry.id == id_
