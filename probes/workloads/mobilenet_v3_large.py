"""MobileNetV3-Large at 224 x 224 with seeded weights.

Architecture: Howard et al. 2019, table 1; torchvision's `mobilenet_v3_large` has the same
5,483,032 parameters, and the paper gives 219 million multiply-adds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads import mobilenet_v3
from probes.workloads.mobilenet_v3 import Bneck, Head

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="MobileNetV3-Large, 224×224", zh="MobileNetV3-Large，224×224")
OPERATORS = mobilenet_v3.OPERATORS
CLASSIFIES = True

BLOCKS = (
    Bneck(3, 16, 16, False, "Relu", 1),
    Bneck(3, 64, 24, False, "Relu", 2),
    Bneck(3, 72, 24, False, "Relu", 1),
    Bneck(5, 72, 40, True, "Relu", 2),
    Bneck(5, 120, 40, True, "Relu", 1),
    Bneck(5, 120, 40, True, "Relu", 1),
    Bneck(3, 240, 80, False, "HardSwish", 2),
    Bneck(3, 200, 80, False, "HardSwish", 1),
    Bneck(3, 184, 80, False, "HardSwish", 1),
    Bneck(3, 184, 80, False, "HardSwish", 1),
    Bneck(3, 480, 112, True, "HardSwish", 1),
    Bneck(3, 672, 112, True, "HardSwish", 1),
    Bneck(5, 672, 160, True, "HardSwish", 2),
    Bneck(5, 960, 160, True, "HardSwish", 1),
    Bneck(5, 960, 160, True, "HardSwish", 1),
)


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """The network on [batch, 3, 224, 224], giving [batch, 1000] logits."""
    return mobilenet_v3.network("mobilenet-v3-large", batch, rng, BLOCKS, Head(960, 1280))
