"""The alternatives of a scenario: every stack its scope compares, feasible or not.

Pure. Nothing is left out for being bad; screening rules out, with evidence.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from knowledge.errors import KnownError
from knowledge.schema.decision import Alternative
from knowledge.schema.framework import Framework, Mode, Role, Route
from knowledge.schema.probing import Precision
from knowledge.schema.scenario import Scenario, Scope

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


MOST = 5000
"""Stacks of one decision: what is simulated in bounded memory, and a mistake if there are more."""


def stacks(catalog: Catalog, scenario: Scenario, device: str) -> tuple[Alternative, ...]:
    """Every stack that `scenario` compares on `device`, in the order of framework ids.

    Scope "train": each training framework in each of its modes. Scope "deploy": those, and each
    route from a training framework to an inference runtime in each mode of the runtime. Ids look
    like ``pytorch/eager`` and ``pytorch>onnxruntime/cpu``; where two routes join the same pair,
    ``pytorch>openvino/cpu@<route>``. Scope "serve": each serving engine in each of its modes;
    one without modes is a single stack, ``kserve/server``. A scenario with candidates compares
    those alone. Where it lists precisions, each stack is there in each of them, and what is not
    fp32 ends in it: ``pytorch>onnxruntime/cpu~int8``.
    """
    role = Role.SERVE if scenario.scope is Scope.SERVE else Role.TRAIN
    trainers = [
        framework
        for _, framework in sorted(catalog.frameworks.items())
        if role in framework.roles
        and framework.moved_to is None
        and (not scenario.candidates or framework.id in scenario.candidates)
    ]
    found = [
        _own(device, trainer, mode)
        for trainer in trainers
        for mode in trainer.choices
        if scenario.scope is not Scope.TRAIN or trainer.does(Role.TRAIN, mode)
    ]
    if scenario.scope is Scope.DEPLOY:
        for trainer in trainers:
            found += _deployed(catalog, device, trainer)
    found = [_in(precision, stack) for stack in found for precision in scenario.precisions]
    if len(found) > MOST:
        raise KnownError(
            f"scenario {scenario.id} compares {len(found)} stacks, more than {MOST}",
            hint="name the frameworks it should compare as `candidates`",
        )
    return tuple(found)


def _in(precision: Precision, stack: Alternative) -> Alternative:
    """The stack in a precision; in fp32 it is the stack itself."""
    if precision is Precision.FP32:
        return stack
    return stack.model_copy(
        update={
            "id": f"{stack.id}~{precision}",
            "label": f"{stack.label} · {precision.value.upper()}",
            "precision": precision.value,
        }
    )


def _own(device: str, trainer: Framework, mode: Mode) -> Alternative:
    return Alternative(
        id=f"{trainer.id}/{mode.id}",
        label=f"{trainer.title} ({mode.id})" if trainer.modes else trainer.title,
        trainer=trainer.id,
        runtime=trainer.id,
        mode=mode.id,
        precision=Precision.FP32.value,
        device=device,
    )


def _deployed(catalog: Catalog, device: str, trainer: Framework) -> list[Alternative]:
    routes = [
        (route, catalog.framework(route.target))
        for _, route in sorted(catalog.routes.items())
        if catalog.framework(route.source).id == trainer.id
    ]
    per_runtime = Counter(runtime.id for _, runtime in routes)
    return [
        _routed(device, (trainer, route, runtime), mode, per_runtime[runtime.id] > 1)
        for route, runtime in routes
        if Role.INFER in runtime.roles and runtime.id != trainer.id
        for mode in runtime.modes
    ]


def _routed(
    device: str,
    path: tuple[Framework, Route, Framework],
    mode: Mode,
    several: bool,
) -> Alternative:
    """One routed stack; `several` routes join its ends, so that id and label must tell which."""
    trainer, route, runtime = path
    label = f"{trainer.title} → {runtime.title}"
    if len(runtime.modes) > 1:
        label += f" ({mode.id})"
    if several:
        label += f" [{', '.join(route.steps)}]"
    return Alternative(
        id=f"{trainer.id}>{runtime.id}/{mode.id}" + (f"@{route.id}" if several else ""),
        label=label,
        trainer=trainer.id,
        route=route.id,
        runtime=runtime.id,
        mode=mode.id,
        precision=Precision.FP32.value,
        device=device,
    )
