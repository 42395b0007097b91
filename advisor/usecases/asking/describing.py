"""A workload in words: which of the built-in ones is near to it, or that none is.

Near means: the same task, and sizes and parameters within the factors below. Both are read from
the graphs of the workloads.
"""

from __future__ import annotations

import math
import shlex
from enum import StrEnum
from functools import lru_cache

from knowledge.errors import KnownError
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.probing import Precision

SIZE_FACTOR = 4.0
PARAMETER_FACTOR = 10.0
"""A workload further away than so many times, either way, does not resemble what is described."""


class Job(StrEnum):
    """What a model is for."""

    CLASSIFY = "classify"
    DETECT = "detect"
    SEGMENT = "segment"
    ENCODE = "encode"
    GENERATE = "generate"
    RECOMMEND = "recommend"
    SPEECH = "speech"
    SEQUENCE = "sequence"
    TABULAR = "tabular"
    SIMULATE = "simulate"
    OTHER = "other"


JOBS: dict[Job, tuple[str, ...]] = {
    Job.CLASSIFY: ("mobilenet-v3-small", "mobilenet-v3-large", "resnet-50", "vit-b-16"),
    Job.DETECT: ("yolo-detector", "yolo-detector-nms"),
    Job.SEGMENT: ("u-net",),
    Job.ENCODE: ("bert-base",),
    Job.GENERATE: ("gpt2-decode", "gpt2-prefill", "lstm-language-model"),
    Job.RECOMMEND: ("dlrm",),
    Job.SPEECH: ("whisper-tiny-encoder",),
    Job.SEQUENCE: ("lstm",),
    Job.TABULAR: ("mlp",),
    Job.SIMULATE: ("pde-step",),
    Job.OTHER: (),
}
"""The built-in workloads of each task."""


class Described(Noun):
    """A workload in words."""

    job: Job
    size: int | None = None
    """The largest dimension of an input: pixels of a side, tokens, features."""
    parameters_m: float | None = None
    """Millions of parameters."""
    batch: int = 1
    precision: Precision = Precision.FP32


class Built(Noun):
    """A built-in workload as it can be compared."""

    id: str
    title: LocalText
    size: int
    parameters_m: float


class Resemblance(Noun):
    """What is near to a description."""

    nearest: Built | None
    """Of the same task; None where there is none of it."""
    near: bool = False
    """Whether it is near enough to speak for what is described."""
    size_factor: float | None = None
    parameter_factor: float | None = None
    """How many times larger the described is; below 1 smaller; None where it was not said."""
    command: str = ""
    """What measures it, at the batch size and in the precision described."""


def described(words: dict[str, str]) -> Described:
    """The description from what was typed, part by part.

    Raises:
        KnownError: a number that is none, or is not above zero.
    """
    found: dict[str, object] = {"job": Job(words.get("job", Job.OTHER))}
    found["precision"] = Precision(words.get("precision", Precision.FP32))
    for name, whole in (("size", True), ("parameters_m", False), ("batch", True)):
        text = words.get(name, "").strip().replace(",", "")
        if not text:
            continue
        try:
            number = int(text) if whole else float(text)
        except ValueError:
            number = 0
        if not 0 < number < math.inf:
            hint = "a whole number from 1 up" if whole else "a number above 0, for example 2.5"
            raise KnownError(f"{text!r} is no such number", hint=hint)
        found[name] = number
    return Described.model_validate(found)


def resembling(one: Described) -> Resemblance:
    """The built-in workload of the same task that is nearest in size and parameters.

    What was not said does not count.
    """
    candidates = [_built(name) for name in JOBS[one.job]]
    if not candidates:
        return Resemblance(nearest=None)
    nearest = min(candidates, key=lambda built: _distance(one, built))
    size, parameters = _factors(one, nearest)
    words = ["advisor", "probe", "run", "--workload", nearest.id, "--batch", str(one.batch)]
    words += ["--precision", one.precision] if one.precision is not Precision.FP32 else []
    return Resemblance(
        nearest=nearest,
        near=_within(size, SIZE_FACTOR) and _within(parameters, PARAMETER_FACTOR),
        size_factor=size,
        parameter_factor=parameters,
        command=shlex.join(words),
    )


def _factors(one: Described, built: Built) -> tuple[float | None, float | None]:
    size = one.size / built.size if one.size is not None else None
    parameters = one.parameters_m / built.parameters_m if one.parameters_m is not None else None
    return size, parameters


def _distance(one: Described, built: Built) -> float:
    return sum(abs(math.log(factor)) for factor in _factors(one, built) if factor is not None)


def _within(factor: float | None, limit: float) -> bool:
    """Whether a factor, where there is one, is at most `limit` either way.

    >>> _within(None, 4.0), _within(0.25, 4.0), _within(5.0, 4.0)
    (True, True, False)
    """
    return factor is None or 1 / limit <= factor <= limit


@lru_cache(maxsize=64)
def _built(name: str) -> Built:
    """A workload's sizes, read from its graph; no weight is drawn for that."""
    from probes.workloads.catalog import module, title
    from probes.workloads.folding import shape_of

    graph = module(name).build(1, None).graph
    inner = {tensor.name for tensor in graph.initializer}
    inputs = [shape_of(value) or () for value in graph.input if value.name not in inner]
    parameters = sum(math.prod(tensor.dims) for tensor in graph.initializer)
    size = max((size for shape in inputs for size in shape), default=1)
    return Built(id=name, title=title(name), size=size, parameters_m=parameters / 1e6)
