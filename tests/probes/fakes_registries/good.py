"""A registry, and a runtime that computes Relu and what stands in the name of a model."""

import os
import time
from pathlib import Path


def operators():
    print("noise on fd 1")  # noqa: T201  # noqa: T201
    backend = {"kernels": ["Relu"], "composed": ["nn.relu"]}
    return {"version": "1.2", "backends": {"cpu": backend}, "sets": {"core": ["Relu"]}}


def run(model, inputs):
    name = Path(model).stem
    if "crash" in name:
        os.abort()
    if "hang" in name:
        time.sleep(60)
    if "refused" in name:
        raise RuntimeError("no kernel for that")
    if "broken" in name:
        raise ValueError("two\nlines")
    result = inputs["x"].clip(0)
    return [result + 1 if "wrong" in name else result]


def unsupported(error):
    return "no kernel" in str(error)
