"""Flows by name: settings, batches, and stacks that do not have them."""

import pytest

from knowledge.errors import KnownError
from knowledge.schema.probing import Precision, Task
from probes.flows import catalog
from probes.worker.adapter import stems


def lacking(stack, adapter, workload="data-pipeline.workers-1", precision=Precision.FP32):
    task = Task(stack=stack, workload=workload, precision=precision)
    return catalog.lacking(task, adapter)


@pytest.mark.parametrize("flow", catalog.flow_ids())
def test_every_flow_keeps_the_contract(flow):
    module = catalog._module(flow)
    assert module.TITLE.en
    assert module.TITLE.zh
    for cores in (1, 2, 12):
        names = module.settings(cores)
        assert len(set(names)) == len(names) > 0
        assert all(module.parameters(name) for name in names)
        assert all(module.moved(module.parameters(name), 8).amount > 0 for name in names)
    assert module.parameters("nonsense") is None


def test_what_the_worker_offers_are_flows_and_modes_that_exist():
    for file in catalog.WORKERS.glob("[!_]*.py"):
        assert file.stem in stems()
        declared = catalog.declared(file.stem)
        assert declared
        assert set(declared) <= set(catalog.flow_ids())


def test_stacks_without_it_say_why():
    assert lacking("pytorch/eager", "torch") is None
    assert lacking("pytorch/eager", "torch", "matmul") is None
    assert "measured in pytorch/eager" in lacking("pytorch/compile", "torch").message
    assert lacking("openvino/cpu", "openvino").message.startswith("unsupported: data-pipeline: it")
    assert "bf16" in lacking("pytorch/eager", "torch", precision=Precision.BF16).message


def test_an_unknown_setting_is_refused(tmp_path):
    for name in ("data-pipeline", "data-pipeline.fast", "matmul.workers-1"):
        with pytest.raises(KnownError):
            catalog.flow_case(name, 1, 0, tmp_path)
