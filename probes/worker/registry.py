"""The worker's side of asking for operators: what a registry says, and whether a case passes.

The lines are those of `session`; requests and replies:

    (start)                                hello     protocol, python, pid
    operators  registry                    operators version, backends, sets
    case       registry, model, arrays     case      outcome, message
    close                                  closed
    (failure)                              error     kind, stage, message, detail

`registry` is a file in registries/, or with a slash the path of one. `model` is an ONNX file,
`arrays` an .npz with its inputs ("input.<name>"), its outputs ("output.<position>") and the
tolerances "rtol" and "atol". A case passes, is wrong, is unsupported, or fails.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import session
from .adapter import load

if TYPE_CHECKING:
    from collections.abc import Mapping

REGISTRIES = Path(__file__).resolve().parent / "registries"
LEAST_ATOL = 1e-5
"""Absolute tolerance, at least: the cases ask for 1e-7 of values computed in another order ..."""
SCALE_ATOL = 1e-6
"""... and at least this share of the largest value: in sums most of it cancels out."""
MOST_MEMORY = 12 << 30
"""Bytes of data, stacks of threads among them, that a process may map. Runtimes that leak map some
gigabytes in hundreds of cases; what takes a shape from nowhere must not take the machine."""


class Session(session.Session):
    """A session that answers for registries instead of stacks."""

    def __init__(self) -> None:
        super().__init__()
        self._handlers = {
            "operators": operators,
            "case": case,
            "close": lambda _: {"type": "closed"},
        }


def operators(request: dict[str, Any]) -> dict[str, Any]:
    """What a registry says."""
    return {"type": "operators", **load(request["registry"], REGISTRIES).operators()}


def case(request: dict[str, Any]) -> dict[str, Any]:
    """What became of one case."""
    import numpy as np  # only interpreters that hold it get here

    _bounded()
    runtime = load(request["registry"], REGISTRIES)
    with np.load(request["arrays"]) as stored:
        arrays = dict(stored)
    inputs = {n.partition(".")[2]: a for n, a in arrays.items() if n.startswith("input.")}
    wanted = [arrays[f"output.{i}"] for i in range(len(arrays)) if f"output.{i}" in arrays]
    try:
        outputs = runtime.run(request["model"], inputs)
    except Exception as error:
        # Foreign code may raise anything; what it says decides what became of the case.
        outcome = "unsupported" if runtime.unsupported(error) else "failed"
        return {"type": "case", "outcome": outcome, "message": _one_line(error)}
    stands_for = getattr(runtime, "STANDS_FOR", {})
    limits = float(arrays["rtol"]), float(arrays["atol"])
    message = difference(outputs, wanted, *limits, stands_for)
    return {"type": "case", "outcome": "wrong" if message else "passed", "message": message}


def difference(
    outputs: list[Any],
    wanted: list[Any],
    rtol: float,
    atol: float,
    stands_for: Mapping[str, str] = {},
) -> str:
    """In what the outputs differ from the wanted ones; empty where in nothing.

    `stands_for` names, by kind of numpy type, the kinds that a runtime without it gives instead.
    """
    import numpy as np

    if len(outputs) != len(wanted):
        return f"{len(outputs)} outputs instead of {len(wanted)}"
    for number, (given, right) in enumerate(zip(outputs, wanted)):  # noqa: B905 - Python 3.9
        found = np.asarray(given)
        if found.shape != right.shape:
            return f"output {number} has shape {found.shape} instead of {right.shape}"
        if right.dtype.kind in "US":
            if not (found.astype(str) == right.astype(str)).all():
                return f"output {number} differs"
        elif found.dtype.kind not in right.dtype.kind + stands_for.get(right.dtype.kind, ""):
            return f"output {number} is {found.dtype} instead of {right.dtype}"
        elif not np.allclose(found, right, rtol, max(atol, _allowed(right)), equal_nan=True):
            return f"output {number} differs"
    return ""


def _allowed(right: Any) -> float:
    import numpy as np

    if right.dtype.kind != "f":
        return 0.0
    sizes = np.abs(right[np.isfinite(right)]).astype(np.float64)
    return max(LEAST_ATOL, SCALE_ATOL * float(sizes.max(initial=0.0)))


def _bounded() -> None:
    """Let this process and what it starts fail for want of memory, where systems can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_DATA)
    limit = MOST_MEMORY if most == resource.RLIM_INFINITY else min(MOST_MEMORY, most)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


def _one_line(error: Exception) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]
