"""The flows there are, their settings, and which stacks have them.

A flow is a file in this folder that has a TITLE; a workload of it is `<flow>.<setting>`, for
example data-pipeline.workers-2. Which stacks have it is read from the files in worker/flows,
without the framework.
"""

from __future__ import annotations

import ast
import functools
import importlib
from pathlib import Path
from typing import TYPE_CHECKING, cast

from knowledge.errors import KnownError
from knowledge.schema.probing import Precision, Status, Task
from probes.protocol import Trouble

if TYPE_CHECKING:
    from types import ModuleType

    from knowledge.schema.base import LocalText
    from probes.flows.case import FlowFiles

FOLDER = Path(__file__).parent
WORKERS = FOLDER.parent / "worker" / "flows"
MARK = "\nTITLE = "


def flow_ids() -> tuple[str, ...]:
    """Ids of all flows, sorted."""
    files = [path for path in FOLDER.glob("*.py") if MARK in path.read_text(encoding="utf-8")]
    return tuple(sorted(path.stem.replace("_", "-") for path in files))


def title(flow: str) -> LocalText:
    """What the flow is called, in every language."""
    return cast("LocalText", _module(flow).TITLE)


def flow_of(workload: str) -> str | None:
    """The flow a workload belongs to; None where it is none of a flow that is known.

    >>> flow_of("data-pipeline.workers-2"), flow_of("data-pipeline"), flow_of("data-pipeline.x")
    ('data-pipeline', 'data-pipeline', None)
    >>> flow_of("matmul"), flow_of("model:0123.4")
    (None, None)
    """
    flow, dot, setting = workload.partition(".")
    if flow not in flow_ids():
        return None
    return flow if not dot or _module(flow).parameters(setting) is not None else None


def workloads(asked: str, cores: int) -> tuple[str, ...]:
    """What a flow, or one setting of it, stands for on a machine with so many usable cores.

    >>> workloads("data-pipeline", 2)[0], workloads("data-pipeline.workers-5", 2)
    ('data-pipeline.workers-0', ('data-pipeline.workers-5',))
    """
    if "." in asked:
        return (asked,)
    return tuple(f"{asked}.{setting}" for setting in _module(asked).settings(cores))


def batch_of(workload: str, asked: int) -> int:
    """The batch to take: what is asked for, or the flow's own where that is 1, the default.

    >>> batch_of("data-pipeline.workers-0", 1), batch_of("data-pipeline.workers-0", 8)
    (32, 8)
    """
    own = _module(workload.partition(".")[0]).BATCH
    return int(own) if asked == 1 or own == 1 else asked


def held_together(workload: str) -> str | None:
    """The flow whose settings are held against each other, so that all are measured in one run.

    >>> held_together("data-parallel-step.x2"), held_together("all-reduce.1mib-x2")
    ('data-parallel-step', None)
    """
    flow = flow_of(workload)
    return flow if flow and getattr(_module(flow), "SCALES", False) else None


def flow_case(workload: str, batch: int, seed: int, cache_dir: Path) -> FlowFiles:
    """The case of a flow's setting, written on first use.

    Raises:
        KnownError: there is no such flow or setting.
    """
    from probes.flows.case import write_flow  # listing flows needs no numpy

    flow, _, setting = workload.partition(".")
    if flow_of(workload) is None or not setting:
        raise KnownError(f"unknown workload {workload!r}", hint="see advisor probe list")
    return write_flow(_module(flow), workload, setting, batch, seed, cache_dir)


def lacking(task: Task, adapter: str) -> Trouble | None:
    """Why a stack does not have the flow of a task; None where it has, or the task has no flow."""
    flow = flow_of(task.workload)
    if flow is None:
        return None
    if task.precision is not Precision.FP32:
        return _unsupported(f"precision {task.precision}: {flow} has fp32")
    modes = declared(adapter).get(flow)
    if modes is None:
        return _unsupported(f"{flow}: {declared(adapter, 'LACKS').get(flow, _module(flow).ABSENT)}")
    framework, _, mode = task.stack.partition("/")
    if mode not in modes:
        return _unsupported(f"{flow}: the same in every mode, measured in {framework}/{modes[0]}")
    return None


@functools.cache
def declared(adapter: str, what: str = "FLOWS") -> dict[str, tuple[str, ...]]:
    """By flow, the modes of an adapter that have it; of "LACKS", why it has not.

    >>> declared("torch")["data-pipeline"], declared("openvino")
    (('eager',), {})
    """
    path = Path(adapter) if "/" in adapter else WORKERS / f"{adapter}.py"
    if not path.is_file():
        return {}
    for statement in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign) and [
            target.id for target in statement.targets if isinstance(target, ast.Name)
        ] == [what]:
            found: dict[str, tuple[str, ...]] = ast.literal_eval(statement.value)
            return found
    return {}


def _unsupported(why: str) -> Trouble:
    return Trouble(status=Status.FAILED, message=f"unsupported: {why}")


def _module(flow: str) -> ModuleType:
    return importlib.import_module(f"{__package__}.{flow.replace('-', '_')}")
