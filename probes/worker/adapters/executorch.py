"""ExecuTorch on the CPU: model.pte in the C++ runtime, called through its Python binding.

The artefact decides what XNNPACK does. The binding itself is loaded, and not `executorch.runtime`,
which imports the exporter as well and takes ten times as long.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..artefact import folder_of

if TYPE_CHECKING:
    from ..case import Case

MODES = ("xnnpack",)


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import PyTorch, whose tensors and libraries the binding uses, and the binding."""
    import torch
    from executorch.extension.pybindings import _C

    torch.set_num_threads(threads)
    _C._unsafe_reset_threadpool(threads)
    return Stack(torch, _C)


class Stack:
    """The runtime behind the binding."""

    def __init__(self, torch: Any, binding: Any) -> None:
        from importlib.metadata import version

        self._torch = torch
        self._binding = binding
        self.version = version("executorch")
        self.notes = ("memory includes PyTorch, which the Python binding loads",)

    def build(self, case: Case) -> Program:
        """Load the artefact and its one method."""
        folder = folder_of(case)
        return Program(self._torch, self._binding._load_for_executorch(str(folder / "model.pte")))


class Program:
    """A loaded program."""

    def __init__(self, torch: Any, module: Any) -> None:
        self._torch = torch
        self._module = module

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as tensors, which the runtime reads in place."""
        return [self._torch.from_numpy(array) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run; gives tensors that lie in the runtime's own memory, good until the next call."""
        return self._module.forward(inputs, clone_outputs=False)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays, which share the tensors' memory."""
        return [tensor.numpy() for tensor in native]
