"""GPT-2 small reads a prompt of 128 tokens: logits of the next token, and the filled cache.

See `gpt2`. Bound by arithmetic: every weight is used for 128 tokens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.base import LocalText
from probes.workloads import gpt2

if TYPE_CHECKING:
    import numpy as np
    import onnx

TITLE = LocalText(en="GPT-2 small, prefill of 128 tokens", zh="GPT-2 small，预填充 128 个词元")
OPERATORS = gpt2.OPERATORS
TOKENS = 128


def build(batch: int, rng: np.random.Generator | None) -> onnx.ModelProto:
    """Ids, int64 [batch, 128], give logits [batch, 50257] and keys and values of twelve layers."""
    return gpt2.network("gpt2-prefill", rng, gpt2.Span(batch, past=0, tokens=TOKENS))
