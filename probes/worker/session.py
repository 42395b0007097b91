"""The worker's side of protocol version 1: one stack is opened, then cases are run on it.

Every request is one JSON object on one line and gets exactly one reply. A failure is a reply too
(`type` "error"), and the session goes on. Requests and replies:

    (start)                                             hello   protocol, python, pid
    open     adapter, mode, threads                     opened  version, import_s, rss_bytes, threads, notes, report
    prepare  case, directory, scratch, artefact, precision  prepared case, build_s, first_call_s, outputs, peak_rss_bytes, notes
    sample   case, loops                                sampled case, loops, seconds, cpu_s, peak_rss_bytes
    release  case                                       released case
    convert  converter, directory, artefact, scratch, calibration  converted versions, seconds, delegated, notes
    arrange  recipe, variant, threads, scratch          arranged arrange_s, notes, stand_in
    take     loops                                      taken    loops, seconds, value
    close                                               closed
    (failure)                                           error   kind, stage, message, detail

`adapter` without a slash is a file in adapters/, `converter` one in converters/, `recipe` one in
recipes/; with a slash it is the path of a file. `convert` fills the new folder `artefact`, which
`prepare` may be given where a runtime reads an artefact of its own (else it is absent or null).
A case whose plan has `training` is a training step; its outputs are losses and slopes (see `steps`).
`precision` is "fp32" where it is absent; `calibration` a file of input sets to quantise by.
An error may carry `operators`, those that are lacking. `value` is what the last call of a recipe returned, null if that is no number.
`build_s` includes what an earlier process spent on compiled code that was kept (see `kept`).
Times are seconds of wall clock, `cpu_s` user and system time of all threads, sizes are bytes.
"""  # noqa: E501 - the table reads better unwrapped

from __future__ import annotations

import gc
import json
import math
import os
import platform
import re
import time
import traceback
from contextlib import contextmanager
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from . import flow
from .adapter import CONVERTERS, RECIPES, load
from .case import Unsupported, UnsupportedPrecision, read
from .memory import peak_bytes, resident_bytes
from .own_report import own_report
from .steps import CHECKED, begin
from .training import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

PROTOCOL = 1
LACKS = re.compile(
    r"not implemented|unsupported|not support|no kernel|no opkernel|could not find (device|an impl)"
    r"|(expected|invalid|unexpected|same) (scalar |data )?d?type|must be one of"
    r"|allowed values|dtype",
    re.IGNORECASE,
)
"""What an error says that is about a type without a kernel."""
DETAIL_LIMIT = 8000
"""Characters of a traceback that travel; its end says most."""


class Prepared(NamedTuple):
    """A built program with its input sets, placed."""

    program: Any
    sets: tuple[Any, ...]
    training: bool = False


class Opened(NamedTuple):
    """What was asked for when the stack was opened."""

    adapter: str
    threads: int


class Session:
    """The stack and the cases of one worker."""

    def __init__(self) -> None:
        self._stack: Any = None
        self._opened: Opened | None = None
        self._prepared: dict[str, Prepared] = {}
        self._flows: dict[str, flow.Flow] = {}
        self._experiment: Callable[[], object] | None = None
        self._handlers: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
            "open": self._open,
            "prepare": self._prepare,
            "sample": self._sample,
            "release": self._release,
            "convert": self._convert,
            "arrange": self._arrange,
            "take": self._take,
            "close": lambda _: {"type": "closed"},
        }

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The reply to one request; failures of the framework or the request are replies."""
        kind = str(request.get("type"))
        handler = self._handlers.get(kind)
        if handler is None:
            return _error("failed", kind, f"unknown request {kind!r}")
        try:
            return handler(request)
        except Unsupported as error:
            reply = _error("unsupported", kind, str(error), traceback.format_exc())
            return {**reply, "operators": list(error.operators)}
        except ModuleNotFoundError as error:
            outcome = "unavailable" if kind in ("open", "convert") else "failed"
            return _error(outcome, kind, _one_line(error), traceback.format_exc())
        except Exception as error:
            # Foreign code may raise anything; the parent is told, and decides.
            return _error("failed", kind, _one_line(error), traceback.format_exc())

    def _open(self, request: dict[str, Any]) -> dict[str, Any]:
        adapter = load(request["adapter"])
        mode, threads = request["mode"], int(request["threads"])
        if mode not in adapter.MODES:
            raise ValueError(f"no mode {mode!r}; this adapter has {', '.join(adapter.MODES)}")
        start = time.perf_counter()
        self._stack = adapter.open(mode, threads)
        self._opened = Opened(request["adapter"], threads)
        return {
            "type": "opened",
            "version": str(self._stack.version),
            "import_s": time.perf_counter() - start,
            "rss_bytes": resident_bytes(),
            "threads": threads,
            "notes": list(self._stack.notes),
            "report": own_report(),
        }

    def _prepare(self, request: dict[str, Any]) -> dict[str, Any]:
        name = _plain(request["case"])
        if self._stack is None or self._opened is None:
            raise ValueError("prepare came before open")
        plan = flow.plan_in(Path(request["directory"]).resolve())
        if plan is not None:
            return self._begin(plan, name, Path(request["scratch"]).resolve(), self._opened)
        precision = request.get("precision", "fp32")
        case = read(Path(request["directory"]).resolve(), request.get("artefact"), precision)
        scratch = Path(request["scratch"]).resolve()
        os.chdir(scratch)  # frameworks leave dumps where they run
        if case.training is not None:
            return self._prepare_training(name, case, scratch)
        start = time.perf_counter()
        with precisely(precision):
            program = self._stack.build(case)
            built = time.perf_counter()
            sets = tuple(program.place(list(arrays)) for arrays in case.sets)
            outputs, calls = [], []
            for inputs in sets:
                called = time.perf_counter()
                outputs.append([_own(array) for array in program.fetch(program(inputs))])
                calls.append(time.perf_counter() - called)
        self._prepared[name] = Prepared(program, sets)
        return {
            "type": "prepared",
            "case": name,
            "build_s": built - start + getattr(program, "earlier_s", 0.0),
            "first_call_s": calls[0] if calls else 0.0,
            "call_s": calls[-1] if len(calls) > 1 else None,
            "outputs": _save(scratch / f"outputs-{name}.npz", case, outputs),
            "peak_rss_bytes": peak_bytes(),
            "notes": list(getattr(program, "notes", ())),
        }

    def _begin(self, plan: flow.Plan, name: str, scratch: Path, opened: Opened) -> dict[str, Any]:
        """Prepare a flow: what it computes is checked as the outputs of a graph are."""
        os.chdir(scratch)
        start = time.perf_counter()
        begun = flow.begin(plan, opened.adapter, opened.threads, scratch)
        built = time.perf_counter()
        outputs = begun.check()
        first = time.perf_counter() - built
        self._flows[name] = begun
        return {
            "type": "prepared",
            "case": name,
            "build_s": built - start,
            "first_call_s": first,
            "outputs": _save(scratch / f"outputs-{name}.npz", plan, [outputs]),
            "peak_rss_bytes": begun.peak_bytes(),
            "notes": list(begun.notes),
        }

    def _prepare_training(self, name: str, case: Any, scratch: Path) -> dict[str, Any]:
        if not hasattr(self._stack, "train"):
            raise Unsupported(["training"], "this stack only infers")
        trained = begin(self._stack, case)
        self._prepared[name] = Prepared(trained.step, trained.sets, training=True)
        path = scratch / f"outputs-{name}.npz"
        trained.save(path)
        return {
            "type": "prepared",
            "case": name,
            "build_s": trained.build_s,
            "first_call_s": trained.first_call_s,
            "outputs": str(path),
            "peak_rss_bytes": peak_bytes(),
            "notes": [CHECKED, *getattr(trained.step, "notes", ())],
        }

    def _sample(self, request: dict[str, Any]) -> dict[str, Any]:
        name, loops = _plain(request["case"]), int(request["loops"])
        if loops < 1:
            raise ValueError(f"loops must be positive, not {loops}")
        if name in self._flows:
            cpu = time.process_time()
            return {
                "type": "sampled",
                "case": name,
                "loops": loops,
                "seconds": self._flows[name].take(loops),
                "cpu_s": time.process_time() - cpu,
                "peak_rss_bytes": self._flows[name].peak_bytes(),
            }
        program, sets, training = self._prepared[name]
        fetch = program.fetch
        cpu, start = time.process_time(), time.perf_counter()
        # The sets alternate, so that no call can reuse the answer of the one before.
        for inputs in islice(cycle(sets), loops):
            last = fetch(program(inputs))
        seconds, cpu_s = time.perf_counter() - start, time.process_time() - cpu
        if training:
            number(last[0])
        return {
            "type": "sampled",
            "case": name,
            "loops": loops,
            "seconds": seconds,
            "cpu_s": cpu_s,
            "peak_rss_bytes": peak_bytes(),
        }

    def _convert(self, request: dict[str, Any]) -> dict[str, Any]:
        converter = load(request["converter"], CONVERTERS)
        calibration = request.get("calibration")
        case = read(Path(request["directory"]).resolve(), calibration=calibration)
        folder = Path(request["artefact"]).resolve()
        os.chdir(Path(request["scratch"]).resolve())  # tools leave files where they run
        tool = converter.open()
        start = time.perf_counter()
        report = tool.convert(case, folder) or {}
        seconds = time.perf_counter() - start
        return {
            "type": "converted",
            "versions": dict(tool.versions),
            "seconds": seconds,
            "delegated": report.get("delegated"),
            "notes": list(report.get("notes", ())),
        }

    def _arrange(self, request: dict[str, Any]) -> dict[str, Any]:
        recipe = load(request["recipe"], RECIPES)
        scratch = Path(request["scratch"]).resolve()
        os.chdir(scratch)
        start = time.perf_counter()
        self._experiment = recipe.arrange(request["variant"], int(request["threads"]), scratch)
        return {
            "type": "arranged",
            "arrange_s": time.perf_counter() - start,
            "notes": list(getattr(self._experiment, "notes", ())),
            "stand_in": bool(getattr(self._experiment, "stand_in", False)),
        }

    def _take(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._experiment is None:
            raise ValueError("take came before arrange")
        loops, value = int(request["loops"]), None
        start = time.perf_counter()
        for _ in range(loops):
            value = self._experiment()
        seconds = time.perf_counter() - start
        number = float(value) if isinstance(value, (int, float)) else math.nan
        return {
            "type": "taken",
            "loops": loops,
            "seconds": seconds,
            "value": number if math.isfinite(number) else None,
        }

    def _release(self, request: dict[str, Any]) -> dict[str, Any]:
        name = _plain(request["case"])
        self._prepared.pop(name, None)
        self._flows.pop(name, None)
        gc.collect()
        return {"type": "released", "case": name}


@contextmanager
def precisely(precision: str) -> Iterator[None]:
    """Turn what frameworks say where they lack kernels of a reduced precision into Unsupported."""
    try:
        yield
    except Unsupported:
        raise
    except Exception as error:
        # Their classes are theirs: RuntimeError, NotImplementedError, TypeError, NotFoundError ...
        told = _one_line(error)
        if precision == "fp32" or not LACKS.search(str(error)):
            raise
        raise UnsupportedPrecision(precision, told) from error


def serve(requests: TextIO, replies: TextIO, session: Session | None = None) -> None:
    """Answer requests until "close" or the end of input; a line that is no object is an error."""
    hello = {"type": "hello", "protocol": PROTOCOL, "python": platform.python_version()}
    _send(replies, {**hello, "pid": os.getpid()})
    session = session or Session()
    for line in requests:
        try:
            request = json.loads(line)
        except ValueError as error:
            request = {"type": f"garbage ({error})"}
        reply = session.answer(request if isinstance(request, dict) else {})
        _send(replies, reply)
        if reply["type"] == "closed":
            return


def _send(replies: TextIO, reply: dict[str, Any]) -> None:
    replies.write(json.dumps(reply, ensure_ascii=False, allow_nan=False) + "\n")
    replies.flush()


def _error(kind: str, stage: str, message: str, detail: str = "") -> dict[str, Any]:
    return {
        "type": "error",
        "kind": kind,
        "stage": stage,
        "message": message,
        "detail": detail[-DETAIL_LIMIT:],
    }


def _one_line(error: BaseException) -> str:
    # MindSpore frames its headings with lines of dashes.
    lines = (line.strip() for line in str(error).splitlines())
    text = next((line for line in lines if re.search(r"\w", line)), "")
    return f"{type(error).__name__}: {text}"[:300] if text else type(error).__name__


def _plain(name: str) -> str:
    """The case's name, which becomes part of a file name."""
    if not re.fullmatch(r"[A-Za-z0-9._-]+", name):
        raise ValueError(f"case name {name!r} is not made of letters, digits, '.', '_', '-'")
    return name


def _own(array: Any) -> Any:
    """A copy that later calls cannot overwrite: some runtimes lend their output buffer."""
    return array.copy()


def _save(path: Path, case: Any, outputs: list[list[Any]]) -> str:
    import numpy as np  # only interpreters that hold it get here

    named = {
        f"{index}.{value.name}": arrays[position]
        for index, arrays in enumerate(outputs)
        for position, value in enumerate(case.outputs)
    }
    np.savez(path, **named)
    return str(path)
