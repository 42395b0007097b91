"""IREE on the CPU: the ONNX model is imported, compiled for this CPU, and run by its runtime.

Importing and compiling are done by IREE's own tools in processes of their own: what is measured of
this one is the runtime alone, as where a compiled module is deployed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..case import Unsupported
from ..kept import keep
from ..main import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..case import Case

MODES = ("llvm-cpu",)

FLAGS = (
    "--iree-input-type=onnx",
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
)
"""Code for this CPU, and else what IREE does by default."""


def open(mode: str, threads: int) -> Stack:  # noqa: ARG001 - there is one mode
    """Import IREE's runtime and start its task system with `threads` workers."""
    import iree.runtime

    iree.runtime.flags.parse_flags(f"--task_topology_group_count={threads}")
    return Stack(iree.runtime)


class Stack:
    """The local-task device."""

    def __init__(self, runtime: Any) -> None:
        self._runtime = runtime
        self._config = runtime.Config("local-task")
        self.version = metadata.version("iree-base-compiler")
        self.notes = ("the model is taken from ONNX, by iree-import-onnx",)

    def build(self, case: Case) -> Program:
        """Compile the model, or load what an earlier process compiled.

        Raises:
            Unsupported: the compiler knows no form of an operator that it can lower.
        """
        kept = keep(
            case, ("iree", self.version, *FLAGS), ".vmfb", lambda path: _compile(case, path)
        )
        context = self._runtime.SystemContext(config=self._config)
        instance = self._config.vm_instance
        context.add_vm_module(self._runtime.VmModule.mmap(instance, str(kept.path)))
        module = context.modules.module
        # "__init", "<graph>$async" and the graph itself, under its own name.
        names = module.vm_module.function_names
        function = module[next(n for n in names if "$" not in n and not n.startswith("__"))]
        return Program(self._runtime, self._config.device, function, kept.earlier_s, kept.notes)


class Program:
    """The module's function."""

    def __init__(
        self, runtime: Any, device: Any, function: Any, earlier_s: float, notes: tuple[str, ...]
    ) -> None:
        self._runtime = runtime
        self._device = device
        self._function = function
        self.earlier_s = earlier_s
        self.notes = notes

    def place(self, arrays: list[Any]) -> list[Any]:
        """Inputs as arrays of the device."""
        return [self._runtime.asdevicearray(self._device, array) for array in arrays]

    def __call__(self, inputs: list[Any]) -> Any:
        """Run the function."""
        return self._function(*inputs)

    def fetch(self, native: Any) -> list[Any]:
        """Outputs as numpy arrays: a single one comes without a tuple."""
        arrays = native if isinstance(native, (list, tuple)) else [native]
        return [array.to_host() for array in arrays]


def _compile(case: Case, path: Path) -> None:
    """Import the model and compile it into `path`."""
    imported = path.with_suffix(".mlir")
    tools = Path(sys.executable).parent
    try:
        _run(case, [sys.executable, "-I", "-m", "iree.compiler.tools.import_onnx",
                    str(case.model), "-o", str(imported)])  # fmt: skip
        _run(case, [str(tools / "iree-compile"), *FLAGS, str(imported), "-o", str(path)])
    finally:
        imported.unlink(missing_ok=True)


def _run(case: Case, command: Sequence[str]) -> None:
    """Run one of IREE's tools; what it complains about is an answer where it names operators."""
    done = subprocess.run(  # noqa: S603 - a tool of the environment
        command, capture_output=True, text=True, check=False, preexec_fn=die_with_parent
    )
    if done.returncode == 0:
        return
    # "No Op registered for X", "failed to legalize operation 'torch.operator' ... name = "onnx.X""
    known = {node.op for node in case.nodes}
    found = re.findall(r"No Op registered for (\w+)", done.stderr)
    found += re.findall(r'failed to legalize .*?"onnx\.(\w+)"', done.stderr)
    lacking = known.intersection(found)
    if lacking:
        raise Unsupported(lacking)
    lines = [line for line in done.stderr.splitlines() if "rror: " in line] or [done.stderr[-300:]]
    raise RuntimeError(lines[0].partition("rror: ")[2] or lines[0])
