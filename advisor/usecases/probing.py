"""Probe: choose what to measure by hand, and measure it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from advisor.usecases.measuring import environments_for, measure
from advisor.usecases.planning import Plan, plan, reusable
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError, check_all
from knowledge.nearest import did_you_mean
from knowledge.schema.base import LocalText, Noun
from knowledge.schema.framework import Framework, Mode
from knowledge.schema.probing import Measurement, Precision, RunMode, Task
from knowledge.schema.progress import Progress

if TYPE_CHECKING:
    from probes.workloads.model_file import GivenModel


QUICK = ("matmul", "conv2d", "mobilenet-v3-small")
"""What is measured where nothing is named: the large models take minutes each."""


class Measurable(Noun):
    """Everything `advisor probe` can measure on this machine, once the frameworks are there."""

    stacks: dict[str, bool]
    """Stack id -> whether an environment on this machine holds its framework."""
    workloads: dict[str, LocalText]
    flows: dict[str, LocalText] = {}
    """What is no call of a graph: reading data, exchanges between processes. Asked for by name as
    a workload is, and measured in all its settings; or in one, `<flow>.<setting>`."""
    precisions: dict[str, tuple[Precision, ...]] = {}
    """Stack id -> what its probe computes in, if the machine and the workload let it."""
    trains: tuple[str, ...] = ()
    """Stacks whose probe has a training step."""
    training: dict[str, LocalText] = {}
    """Workloads that have a training step, and what it is."""


def measurable(wiring: Wiring) -> Measurable:
    """The stacks that have an adapter, and the workloads."""
    from probes.flows import catalog as flows
    from probes.precisions import offered, trains
    from probes.workloads.catalog import title, trainable, workload_ids

    held = {environment.spec for environment in wiring.environments()}
    return Measurable(
        stacks={
            f"{framework.id}/{mode.id}": framework.home(mode) in held
            for framework, mode in _with_adapter(wiring)
        },
        workloads={name: title(name) for name in workload_ids()},
        flows={name: flows.title(name) for name in flows.flow_ids()},
        precisions={
            f"{framework.id}/{mode.id}": offered(mode.adapter, mode.id)
            for framework, mode in _with_adapter(wiring)
            if mode.adapter is not None
        },
        trains=tuple(
            f"{framework.id}/{mode.id}"
            for framework, mode in _with_adapter(wiring)
            if mode.adapter is not None and trains(mode.adapter, mode.id)
        ),
        training={name: objective.about for name, objective in trainable().items()},
    )


def training_step(workload: str) -> LocalText | None:
    """What a training step of the workload is; None where it has none."""
    from probes.workloads.catalog import objective

    found = objective(workload)
    return found.about if found else None


def stacks_with_adapter(wiring: Wiring) -> tuple[str, ...]:
    """`<framework>/<mode>` of every mode that a probe can run, in catalog order."""
    return tuple(f"{framework.id}/{mode.id}" for framework, mode in _with_adapter(wiring))


def _with_adapter(wiring: Wiring) -> Iterator[tuple[Framework, Mode]]:
    for framework in wiring.catalog.frameworks.values():
        for mode in framework.modes:
            if mode.adapter is not None:
                yield framework, mode


def probe(
    wiring: Wiring,
    *,
    stacks: Sequence[str],
    workloads: Sequence[str],
    batches: Sequence[int],
    precisions: Sequence[Precision] = (Precision.FP32,),
    mode: RunMode = RunMode.INFERENCE,
    budget_s: float,
    seed: int,
    provision: bool,
    progress: Narrate,
    stop: Callable[[], bool] = lambda: False,
    model: Path | None = None,
    shapes: Sequence[str] = (),
    again: bool = False,
) -> tuple[Measurement, ...]:
    """Measure every combination of `stacks`, `workloads` and `batches`.

    No stacks means all that have an adapter; no workloads means the QUICK ones. With `model`, an
    .onnx file of the user, that is the one workload; `shapes` give its inputs sizes (NAME=1x3x8).
    What an earlier run measured well and still holds is taken over, unless `again`. A reduced
    precision is measured beside fp32, in the same rounds: without that it has no gain. `mode` is
    what a call is: a forward pass, or a training step, which not every workload and stack has.

    Raises:
        KnownError: a stack or workload that does not exist, or a model that cannot be used, before
            anything is measured.
    """
    tasks, given = _chosen(
        wiring,
        stacks=stacks,
        workloads=workloads,
        batches=batches,
        precisions=precisions,
        mode=mode,
        model=model,
        shapes=shapes,
    )
    kept = {}
    if not again:
        kept = reusable(wiring, tasks, environments_for(wiring, tasks)[0])
    open_ = tuple(task for task in tasks if task not in kept)
    if kept:
        progress(Progress(stage="reuse", done=len(kept), total=len(tasks)))
    fresh: tuple[Measurement, ...] = ()
    if open_:
        fresh = measure(
            wiring,
            open_,
            budget_s=budget_s,
            seed=seed,
            provision=provision,
            progress=progress,
            stop=stop,
            extras=bool(stacks),
            model=given,
        )
    found = kept | {m.task: m for m in fresh}
    return tuple(found[task] for task in tasks)


def probe_plan(
    wiring: Wiring,
    *,
    stacks: Sequence[str],
    workloads: Sequence[str],
    batches: Sequence[int],
    precisions: Sequence[Precision] = (Precision.FP32,),
    mode: RunMode = RunMode.INFERENCE,
    budget_s: float,
    model: Path | None = None,
    shapes: Sequence[str] = (),
    again: bool = False,
) -> Plan:
    """What `probe` would do with the same arguments; measures nothing.

    Raises:
        KnownError: as `probe` does.
    """
    tasks, _ = _chosen(
        wiring,
        stacks=stacks,
        workloads=workloads,
        batches=batches,
        precisions=precisions,
        mode=mode,
        model=model,
        shapes=shapes,
    )
    return plan(wiring, tasks, budget_s=budget_s, again=again)


def _chosen(
    wiring: Wiring,
    *,
    stacks: Sequence[str],
    workloads: Sequence[str],
    batches: Sequence[int],
    precisions: Sequence[Precision],
    mode: RunMode,
    model: Path | None,
    shapes: Sequence[str],
) -> tuple[tuple[Task, ...], GivenModel | None]:
    """The tasks that are asked for, and the user's model if there is one.

    Raises:
        KnownError: something that does not exist, or a model that cannot be used.
    """
    from probes.flows import catalog as flows
    from probes.workloads.catalog import workload_ids

    known_stacks = stacks_with_adapter(wiring)
    known_workloads = (*workload_ids(), *flows.flow_ids())
    check_all(
        (
            *(partial(_known, "stack", stack, known_stacks) for stack in stacks),
            *(partial(_known, "workload", name, known_workloads)
              for name in workloads if flows.flow_of(name) is None),
        )
    )  # fmt: skip
    given = _given(model, shapes, workloads, batches)
    chosen = (given.workload,) if given else workloads or QUICK
    if mode is RunMode.TRAINING:
        chosen = _trained(given, workloads)
    tasks = dict.fromkeys(
        task
        for stack in (stacks or known_stacks)
        for workload in chosen
        for batch in batches
        for precision in _with_full(precisions)
        for task in _settings(
            wiring,
            Task(stack=stack, workload=workload, batch=batch, precision=precision, mode=mode),
        )
    )
    return tuple(tasks), given


def _settings(wiring: Wiring, task: Task) -> tuple[Task, ...]:
    """The task itself; of a flow the tasks of all its settings, at its own batch."""
    from probes.flows import catalog as flows

    if flows.flow_of(task.workload) is None:
        return (task,)
    return tuple(
        task.model_copy(update={"workload": each, "batch": flows.batch_of(each, task.batch)})
        for each in flows.workloads(task.workload, wiring.host.cpu.threads)
    )


def _trained(given: GivenModel | None, workloads: Sequence[str]) -> Sequence[str]:
    """The workloads whose training step is to be measured: those named, else all that have one.

    Raises:
        KnownError: one that has none.
    """
    from probes.workloads.catalog import trainable

    known = tuple(trainable())
    if given is not None:
        raise KnownError(
            "a model of your own has no training step: nothing says what its loss is",
            hint=f"leave out --model, or --mode training; workloads with one: {', '.join(known)}",
        )
    for name in workloads:
        if name not in known:
            raise KnownError(
                f"the workload {name} has no training step", hint=f"there are {', '.join(known)}"
            )
    return workloads or known


def _with_full(precisions: Sequence[Precision]) -> tuple[Precision, ...]:
    """The precisions, each once, after fp32, which the reduced ones are held against.

    >>> _with_full((Precision.INT8, Precision.INT8))
    (<Precision.FP32: 'fp32'>, <Precision.INT8: 'int8'>)
    """
    return tuple(dict.fromkeys((Precision.FP32, *precisions)))


def _given(
    model: Path | None, shapes: Sequence[str], workloads: Sequence[str], batches: Sequence[int]
) -> GivenModel | None:
    """The user's model, read and checked."""
    if model is None:
        if shapes:
            raise KnownError("--input-shape goes with --model", hint="add --model FILE.onnx")
        return None
    if workloads or any(batch != 1 for batch in batches):
        raise KnownError(
            "--model takes neither --workload nor --batch",
            hint="leave out --workload and --batch; give sizes by --input-shape NAME=8x3x224x224",
        )
    from probes.workloads.model_file import parse_sizes, read_model

    return read_model(model, parse_sizes(tuple(shapes)))


def _known(what: str, name: str, known: Sequence[str]) -> None:
    if name not in known:
        raise KnownError(f"unknown {what} {name!r}", hint=did_you_mean(name, known))
