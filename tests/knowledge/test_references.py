import dataclasses

import pytest

from knowledge.loader import load
from knowledge.references import check
from knowledge.schema.criterion import Criterion
from tests.knowledge.files import ONE, write


@pytest.fixture(scope="module")
def catalog(tmp_path_factory):
    return load([write(tmp_path_factory.mktemp("one"), ONE)])


def test_a_catalog_that_fits_together_has_no_broken_references(catalog):
    assert list(check(catalog)) == []


@pytest.mark.parametrize(
    "family", ["frameworks", "criteria", "capabilities", "quantities", "sources"]
)
def test_taking_a_family_away_breaks_what_names_it(catalog, family):
    broken = list(check(dataclasses.replace(catalog, **{family: {}})))
    assert broken
    assert all(reference.message.startswith("unknown ") for reference in broken)


def test_names_that_exist_beside_the_catalog_count_as_known(catalog):
    without = dataclasses.replace(catalog, sources={})
    assert not list(check(without, {"sources": dict.fromkeys(catalog.sources, "")}))


def test_a_framework_and_a_device_do_not_share_an_id(catalog):
    device = catalog.devices["cpu-avx2"].model_copy(update={"id": "pytorch"})
    twins = dataclasses.replace(catalog, devices={"pytorch": device})
    (reference,) = check(twins)
    assert reference.file == "devices/pytorch"


def test_the_environment_of_a_mode_must_exist(catalog):
    pytorch = catalog.frameworks["pytorch"]
    mode = pytorch.modes[0].model_copy(update={"environment": "torhc"})
    changed = pytorch.model_copy(update={"modes": (mode,)})
    (reference,) = check(
        dataclasses.replace(catalog, frameworks={**catalog.frameworks, "pytorch": changed})
    )
    assert reference.path == ("modes", 0, "environment")
    assert "torhc" in reference.message


GOOD, BAD = ("2.10", "≤2.2", "v1.0rc1"), ("yes", "1.0 or so", "")


@pytest.mark.parametrize(
    ("bound", "good"), [*((b, True) for b in GOOD), *((b, False) for b in BAD)]
)
def test_bounds_are_versions(catalog, bound, good):
    pytorch = catalog.frameworks["pytorch"]
    claim = pytorch.claims[0]
    support = claim.support.model_copy(update={"added": bound})
    claims = (claim.model_copy(update={"support": support}),)
    changed = {**catalog.frameworks, "pytorch": pytorch.model_copy(update={"claims": claims})}
    assert (not list(check(dataclasses.replace(catalog, frameworks=changed)))) == good


def test_criteria_form_a_tree_of_points(catalog):
    latency = catalog.criteria["latency"]

    def tree(name, *below):
        branches = tuple({"criterion": b} for b in below)
        update = {"id": name, "title": latency.title, "about": latency.about, "unit": "points"}
        return Criterion.model_validate({**update, "branches": branches})

    def broken(*added):
        criteria = {**catalog.criteria, **{c.id: c for c in added}}
        return [r.message for r in check(dataclasses.replace(catalog, criteria=criteria))]

    points = next(c.id for c in catalog.criteria.values() if c.measured is None)
    assert broken(tree("top", points), tree("higher", "top")) == []
    assert broken(tree("top", "latency")) == [
        "latency is measured, and so has no points to average"
    ]
    assert "higher leads back to top" in broken(tree("top", "higher"), tree("higher", "top"))
    assert "top leads back to top" in broken(tree("top", "top"))
    assert broken(tree("top", "nothing")) == ["unknown criterion 'nothing'"]
