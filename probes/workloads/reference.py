"""The right outputs of a model, by the reference implementation of the onnx package.

No competitor's arithmetic is in it. It is numpy: a ResNet-50 takes seconds, a BERT one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from onnx.reference import ReferenceEvaluator

from knowledge.errors import KnownError
from probes.workloads.deadline import OutOfTime, checkpoint
from probes.workloads.fast_reference import OPERATORS
from probes.workloads.tensors import Arrays, apart, with_inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import onnx
    from numpy.typing import NDArray


class Reference:
    """A model ready to be evaluated; `arrays` are tensors whose data lie apart from it."""

    def __init__(self, model: onnx.ModelProto, arrays: Arrays | None = None) -> None:
        light, found = apart(model)
        self._arrays = {**found, **(arrays or {})}
        self._names = [output.name for output in model.graph.output]
        try:
            fed = with_inputs(light, self._arrays)
            self._evaluator = ReferenceEvaluator(fed, new_ops=list(OPERATORS))
        except Exception as error:
            raise _not_computed(error) from error
        for node in self._evaluator.rt_nodes_:
            node.run = in_time(node.run)

    def __call__(self, inputs: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Outputs by name.

        Raises:
            KnownError: it cannot be computed, for example for want of an operator.
            OutOfTime: the caller's deadline came (see `probes.workloads.deadline`).
        """
        try:
            outputs = self._evaluator.run(self._names, {**self._arrays, **inputs})
        except OutOfTime:
            raise
        except Exception as error:  # the evaluator and numpy raise what they like
            raise _not_computed(error) from error
        return dict(zip(self._names, outputs, strict=True))


def in_time(run: Callable[..., Any]) -> Callable[..., Any]:
    """A node's `run` that looks at the clock first."""

    def timed(*args: Any, **kwargs: Any) -> Any:
        checkpoint()
        return run(*args, **kwargs)

    return timed


def _not_computed(error: Exception) -> KnownError:
    told = " ".join(str(error).split())[:200]
    return KnownError(
        f"the model's right outputs cannot be computed: {told}",
        hint="without them no stack can be checked; the onnx package must know every operator",
    )


def reference(
    model: onnx.ModelProto, inputs: Mapping[str, NDArray[Any]]
) -> dict[str, NDArray[Any]]:
    """Outputs by name for one set of inputs."""
    return Reference(model)(inputs)
