"""Which precisions an adapter offers, read from its file without the framework.

`PRECISIONS` of an adapter is a tuple, or a mapping from its modes to tuples; without it the adapter
computes in fp32 only.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path

from knowledge.schema.probing import Precision, Status, Task
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
    declared = _declared(adapter)
    named = declared.get(mode, ()) if isinstance(declared, dict) else declared
    return (Precision.FP32, *(Precision(name) for name in named if name != "fp32"))


def lacking(task: Task, adapter: str) -> Trouble | None:
    """The end of a task whose stack does not offer its precision or flow; None where it does."""
    from probes.flows.catalog import lacking as without_flow  # which needs what is here

    trouble = without_flow(task, adapter)
    if trouble is not None:
        return trouble
    known = offered(adapter, task.stack.partition("/")[2])
    if task.precision in known:
        return None
    here = ", ".join(known)
    message = f"unsupported: precision {task.precision}: the probe of {task.stack} has {here}"
    return Trouble(status=Status.FAILED, message=message)


@functools.cache
def _declared(adapter: str) -> tuple[str, ...] | dict[str, tuple[str, ...]]:
    path = Path(adapter) if "/" in adapter else FOLDER / f"{adapter}.py"
    if not path.is_file():
        return ()
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and [
            target.id for target in statement.targets if isinstance(target, ast.Name)
        ] == ["PRECISIONS"]:
            found: tuple[str, ...] | dict[str, tuple[str, ...]] = ast.literal_eval(statement.value)
            return found
    return ()
