"""MobileNetV3-Small at 224 x 224 with seeded weights.

Architecture: Howard et al. 2019, table 2; torchvision's `mobilenet_v3_small` has the same
2,542,856 parameters, and the paper gives 56 million multiply-adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads import mobilenet_v3
from probes.workloads.mobilenet_v3 import Bneck, Head
from probes.workloads.objective import Loss, Objective

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="MobileNetV3-Small, 224×224", zh="MobileNetV3-Small，224×224")
OPERATORS = mobilenet_v3.OPERATORS
CLASSIFIES = True
TRAINING = Objective(
    loss=Loss.CROSS_ENTROPY,
    rate=0.05,
    about=LocalText(
        en="training step with frozen normalisation: cross-entropy over 1000 classes, SGD on all "
        "weights; batch normalisation keeps its mean and variance, as in inference",
        zh="归一化冻结的训练步：1000 类交叉熵，对全部权重做 SGD；批归一化沿用推理时的均值与方差",
    ),
)

BLOCKS = (
    Bneck(3, 16, 16, True, "Relu", 2),
    Bneck(3, 72, 24, False, "Relu", 2),
    Bneck(3, 88, 24, False, "Relu", 1),
    Bneck(5, 96, 40, True, "HardSwish", 2),
    Bneck(5, 240, 40, True, "HardSwish", 1),
    Bneck(5, 240, 40, True, "HardSwish", 1),
    Bneck(5, 120, 48, True, "HardSwish", 1),
    Bneck(5, 144, 48, True, "HardSwish", 1),
    Bneck(5, 288, 96, True, "HardSwish", 2),
    Bneck(5, 576, 96, True, "HardSwish", 1),
    Bneck(5, 576, 96, True, "HardSwish", 1),
)


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 3, 224, 224], giving [batch, 1000] logits."""
    return mobilenet_v3.network("mobilenet-v3-small", batch, rng, BLOCKS, Head(576, 1024))
