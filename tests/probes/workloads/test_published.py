"""The networks are the published ones: parameters and arithmetic, counted without drawing them."""

from math import prod

import pytest

from probes.workloads import catalog, dlrm
from probes.workloads.cost import cost
from probes.workloads.lowering import lower

DENSE = {"Conv", "ConvTranspose", "Gemm", "MatMul", "LSTM"}
STATISTICS = (".mean", ".variance")

PARAMETERS = {
    "bert-base": 109_482_240,  # bert-base-uncased with its pooler
    "dlrm": 16 * sum(min(rows, 100_000) for rows in dlrm.ROWS)
    + 13 * 512 + 512 + 512 * 256 + 256 + 256 * 64 + 64 + 64 * 16 + 16
    + 367 * 512 + 512 + 512 * 256 + 256 + 256 + 1,
    "gpt2-decode": 124_439_808,  # gpt2, the output layer tied
    "gpt2-prefill": 124_439_808,
    "lstm-language-model": 19_780_400,  # Zaremba et al.: 20 M; two biases per gate
    "mobilenet-v3-large": 5_483_032,  # torchvision
    "mobilenet-v3-small": 2_542_856,  # torchvision
    "resnet-50": 25_557_032,  # torchvision
    "u-net": 31_037_698,  # UNet(3, 2, bilinear=False)
    "vit-b-16": 86_567_656,  # torchvision
    "whisper-tiny-encoder": 8_208_384,  # with the sinusoids
    "yolo-detector": 3_151_904,  # yolov8n, fused
    "yolo-detector-nms": 3_151_904,
}  # fmt: skip
MULTIPLY_ADDS = {
    "bert-base": 22.5e9 / 2,  # Jiao et al., TinyBERT, table 3: 22.5 B operations at 128 tokens
    "mobilenet-v3-large": 219e6,  # the paper, table 4
    "mobilenet-v3-small": 56e6,
    "resnet-50": 4.09e9,  # torchvision
    "vit-b-16": 17.56e9,  # torchvision
    "yolo-detector": 8.7e9 / 2,  # Ultralytics
}
FIXED = {"whisper-tiny-encoder": ("positions",), "yolo-detector": ("bins",),
         "yolo-detector-nms": ("bins",)}  # fmt: skip
"""Constants that are counted among the parameters."""


def skeleton(workload):
    return catalog.module(workload).build(1, None)


@pytest.mark.parametrize("workload", PARAMETERS)
def test_parameters_are_as_published(workload):
    fixed = FIXED.get(workload, ())
    learned = [
        t
        for t in skeleton(workload).graph.initializer
        if (t.doc_string or t.name in fixed) and not t.name.endswith(STATISTICS)
    ]
    assert sum(prod(t.dims) for t in learned) == PARAMETERS[workload]


@pytest.mark.parametrize("workload", MULTIPLY_ADDS)
def test_multiply_adds_are_as_published(workload):
    plan, _ = lower(skeleton(workload))
    dense = {**plan, "nodes": [n for n in plan["nodes"] if n["op"] in DENSE]}
    assert cost(dense).flops / 2 == pytest.approx(MULTIPLY_ADDS[workload], rel=0.03)


def test_one_token_costs_a_multiply_add_per_weight():
    """Decoding reads every weight but the tables once, and attends to 129 positions."""
    plan, _ = lower(skeleton("gpt2-decode"))
    dense = {**plan, "nodes": [n for n in plan["nodes"] if n["op"] in DENSE]}
    weights = 12 * 12 * 768 * 768 + 50_257 * 768
    attention = 12 * 2 * 129 * 768
    assert cost(dense).flops / 2 == pytest.approx(weights + attention, rel=1e-3)


def test_every_published_network_is_checked():
    small = {w for w in catalog.workload_ids() if len(catalog.operators(w)) <= 2}
    own = {"attention", "mlp", "pde-step"} | small
    assert set(PARAMETERS) | own == set(catalog.workload_ids())
