"""Which precisions an adapter offers, and what it trains, read from its file without the framework.

`PRECISIONS` of an adapter is a tuple, or a mapping from its modes to tuples; without it the adapter
computes in fp32 only. `TRAINS` are the modes that have a training step; without it there are none.
`UNTRAINED` says by mode why it has none, where that is not for want of a probe.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path

from knowledge.schema.probing import Precision, RunMode, Status, Task
from probes.protocol import Trouble

FOLDER = Path(__file__).parent / "worker" / "adapters"


def offered(adapter: str, mode: str) -> tuple[Precision, ...]:
    """The precisions of a mode, fp32 first.

    Args:
        adapter: file stem under worker/adapters, or (with a slash) the path of a file.
        mode: of the adapter.

    >>> offered("torch", "compile")[:2]
    (<Precision.FP32: 'fp32'>, <Precision.BF16: 'bf16'>)
    """
    declared = _declared(adapter, "PRECISIONS")
    named = declared.get(mode, ()) if isinstance(declared, dict) else declared
    return (Precision.FP32, *(Precision(name) for name in named if name != "fp32"))


def trains(adapter: str, mode: str) -> bool:
    """Whether a mode of the adapter has a training step.

    >>> trains("jax", "jit"), trains("onnxruntime", "cpu")
    (True, False)
    """
    return mode in _declared(adapter, "TRAINS")


def lacking(task: Task, adapter: str) -> Trouble | None:
    """How a task ends whose stack offers not its precision, mode or flow; None where it does."""
    from probes.flows.catalog import lacking as without_flow  # which needs what is here

    trouble = without_flow(task, adapter)
    if trouble is not None:
        return trouble
    mode = task.stack.partition("/")[2]
    if task.mode is RunMode.TRAINING:
        return _untrained(task, adapter, mode)
    known = offered(adapter, mode)
    if task.precision in known:
        return None
    here = ", ".join(known)
    message = f"unsupported: precision {task.precision}: the probe of {task.stack} has {here}"
    return Trouble(status=Status.FAILED, message=message)


def _untrained(task: Task, adapter: str, mode: str) -> Trouble | None:
    """Why a stack has no training step of the task; None where it has."""
    if not trains(adapter, mode):
        told = _declared(adapter, "UNTRAINED")
        known = told.get(mode) if isinstance(told, dict) else None
        why = str(known or f"the probe of {task.stack} runs inference only")
    elif task.precision is not Precision.FP32:
        why = f"training steps are in fp32, not in {task.precision}"
    else:
        return None
    return Trouble(status=Status.FAILED, message=f"unsupported: training: {why}")


@functools.cache
def _declared(adapter: str, name: str) -> tuple[str, ...] | dict[str, tuple[str, ...]]:
    path = Path(adapter) if "/" in adapter else FOLDER / f"{adapter}.py"
    if not path.is_file():
        return ()
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and [
            target.id for target in statement.targets if isinstance(target, ast.Name)
        ] == [name]:
            found: tuple[str, ...] | dict[str, tuple[str, ...]] = ast.literal_eval(statement.value)
            return found
    return ()
