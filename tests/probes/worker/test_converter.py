"""Converter files: found by listing, loaded by path, named by the catalog."""

import ast
from types import SimpleNamespace

import pytest

from probes.worker import adapter, artefact
from probes.worker.case import Value
from tests.conftest import own_facts

STEMS = sorted(p.stem for p in adapter.CONVERTERS.glob("*.py") if not p.stem.startswith("_"))


def test_the_catalog_names_them_all():
    named = {
        via.converter
        for framework in own_facts().frameworks.values()
        for mode in framework.modes
        for via in (mode.via, mode.quantised)
        if via is not None
    }
    assert named == set(STEMS)


@pytest.mark.parametrize("name", STEMS)
def test_a_converter_imports_its_tools_in_functions_only(name):
    tree = ast.parse((adapter.CONVERTERS / f"{name}.py").read_text())
    assert callable(adapter.load(name, adapter.CONVERTERS).open)
    outside = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    modules = {
        name
        for node in outside
        if not getattr(node, "level", 0)
        for name in [getattr(node, "module", None) or node.names[0].name]
    }
    assert not modules & {"numpy", "torch", "tensorflow", "executorch", "MNN", "pnnx", "ncnn"}


def test_a_route_that_a_converter_stands_for_leads_to_its_runtime():
    catalog = own_facts()
    for framework in catalog.frameworks.values():
        for mode in framework.modes:
            for route in mode.via.routes if mode.via else ():
                assert catalog.routes[route].target == framework.id


def test_what_is_told_beside_an_artefact_is_read_again(tmp_path):
    artefact.describe(tmp_path, inputs=[True], outputs=[None, 0])
    assert artefact.described(tmp_path) == {"inputs": [True], "outputs": [None, 0]}


def test_a_case_without_artefact_is_refused():
    with pytest.raises(ValueError, match="needs an artefact"):
        artefact.folder_of(SimpleNamespace(artefact=None))


def test_outputs_get_the_shape_of_the_case_where_they_have_as_many_elements():
    import numpy as np

    values = [Value("a", (1, 6), "float32"), Value("b", (2, 2), "float32")]
    shaped = artefact.shaped(values, [np.zeros(6), np.zeros((2, 3))])
    assert [array.shape for array in shaped] == [(1, 6), (2, 3)]
