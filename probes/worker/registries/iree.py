"""Operators of IREE: none are listed, since what is left of ONNX after lowering is not looked up.

The node cases tell which operators the importer and the compiler for CPUs take, and the runtime
computes. The compiler is called as a library; where that fails, its program is, for what it says.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

FLAGS = (
    "--iree-input-type=onnx",
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
)
STANDS_FOR = {"b": "iu", "u": "i"}
"""Kinds of numpy types that come where another is right: neither truth nor sign has a type here."""
UNSUPPORTED = (
    *("failed to legalize", "No Op registered", "nsupported", "not supported", "ot implemented"),
    *("OnnxImportError", "nimplemented", "nhandled"),
)
"""What the messages say of operators, types and forms that are not there."""


def operators() -> dict[str, object]:
    """Version, and a back end without a list."""
    from importlib.metadata import version

    backends: dict[str, dict[str, list[str]]] = {"cpu": {"kernels": [], "composed": []}}
    return {"version": version("iree-base-compiler"), "backends": backends}


def run(model: str, inputs: dict[str, Any]) -> list[NDArray[Any]]:
    """The outputs of a model file, in order, on the CPU."""
    import iree.runtime

    config = iree.runtime.Config("local-sync")
    context = iree.runtime.SystemContext(config=config)
    module = iree.runtime.VmModule.copy_buffer(config.vm_instance, _compiled(_imported(model)))
    context.add_vm_module(module)
    # "__init", "<graph>$async" and the graph itself, under its own name
    named = context.modules[module.name]
    name = next(n for n in module.function_names if "$" not in n and not n.startswith("__"))
    placed = [iree.runtime.asdevicearray(config.device, array) for array in inputs.values()]
    given = named[name](*placed)
    return [one.to_host() for one in (given if isinstance(given, (list, tuple)) else [given])]


def unsupported(error: Exception) -> bool:
    """Whether `run` failed because something is not there."""
    said = f"{type(error).__name__}: {error}"
    return any(mark in said for mark in UNSUPPORTED)


def _imported(model: str) -> str:
    """The model as the importer writes it, by the steps of its program."""
    import onnx
    from iree.compiler import ir
    from iree.compiler.extras import onnx_importer

    proto = onnx.load(model)
    onnx.checker.check_model(proto)
    info = onnx_importer.ModelInfo(onnx.shape_inference.infer_shapes(proto, data_prop=True))
    module = info.create_module(context=ir.Context()).operation
    onnx_importer.NodeImporter.define_function(info.main_graph, module).import_all()
    module.verify()
    return str(module.get_asm(assume_verified=True))


def _compiled(source: str) -> bytes:
    """A module for this CPU."""
    from iree.compiler import api

    session = api.Session()
    session.set_flags(*FLAGS)
    invocation = session.invocation()
    taken = invocation.parse_source(api.Source.wrap_buffer(session, source.encode() + b"\0"))
    if not taken or not invocation.execute():
        raise RuntimeError(_complaint(source))
    output = api.Output.open_membuffer()
    invocation.output_vm_bytecode(output)
    return bytes(output.map_memory())


def _complaint(source: str) -> str:
    """What the compiler's program says of it."""
    from ..tool import run as started

    program = str(Path(sys.executable).with_name("iree-compile"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "module.mlir"
        file.write_text(source, encoding="utf-8")
        said = started([program, *FLAGS, str(file), "-o", "/dev/null"], Path(folder)).said
    lines = [line for line in said.splitlines() if "rror: " in line]
    return lines[0].partition("rror: ")[2] if lines else said[-300:]
