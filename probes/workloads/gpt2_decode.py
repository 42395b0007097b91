"""GPT-2 small writes one token after 128: the cache goes in, and comes out one token longer.

See `gpt2`. Bound by memory traffic: every weight is read for one token per sequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads import gpt2

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="GPT-2 small, one token after 128", zh="GPT-2 small，128 个词元后解码一步")
OPERATORS = gpt2.OPERATORS | {"Concat"}
PAST = 128


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """An id, int64 [batch, 1], and keys and values of 128 tokens give those of 129, and logits."""
    return gpt2.network("gpt2-decode", rng, gpt2.Span(batch, past=PAST, tokens=1))
