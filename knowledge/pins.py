"""What-if: statements that the user wants taken for granted, laid over the catalog.

Pure. A pin is ``SUBJECT:TERM=VALUE``. It stands in for claims, facts, a lifecycle, a route or a
measurement, is certain, and is never evidence: its key is in `Catalog.assumed`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TYPE_CHECKING, TypeVar

from knowledge import licences
from knowledge.amounts import mebibytes, seconds
from knowledge.errors import KnownError
from knowledge.evidence import claim_key, fact_key, lifecycle_key, measurement_key, route_key
from knowledge.named import thing
from knowledge.nearest import did_you_mean
from knowledge.pin_conflicts import refuse_contradictions
from knowledge.schema.base import LocalText
from knowledge.schema.claims import Claim, Fact, Support
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.framework import Framework, Lifecycle
from knowledge.schema.probing import Estimate, Measurement, Precision, Status

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.decision import Assumption
    from knowledge.schema.scenario import Scenario, WorkloadUse

T = TypeVar("T")
SYNTAX = "SUBJECT:TERM=VALUE"
SOURCE = "assumed"
"""Stands where a citation names its source; no such source is in the catalog."""
_LEVELS = {"true": True, "yes": True, "false": False, "no": False, "partial": True}
_MEASURED = ("latency", "throughput", "memory", "runs")
_NOTE = LocalText(en="Assumed.", zh="此为假设。")


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin, taken apart."""

    text: str
    subject: str
    term: str
    qualifiers: Mapping[str, str]
    value: str


@dataclass(frozen=True, slots=True)
class Assumed:
    """A world in which the pins are so."""

    catalog: Catalog
    assumptions: tuple[Assumption, ...]
    measurements: tuple[Measurement, ...]
    """Stand in for what was measured of the same tasks."""


def take_apart(text: str) -> Pin:
    """The parts of ``SUBJECT:TERM=VALUE`` or ``SUBJECT:TERM[NAME=VALUE,...]=VALUE``.

    Raises:
        KnownError: it has another form.

    >>> pin = take_apart("pytorch:operators.coverage[set=onnx]=90")
    >>> pin.subject, pin.term, dict(pin.qualifiers), pin.value
    ('pytorch', 'operators.coverage', {'set': 'onnx'}, '90')
    """
    found = re.fullmatch(r"\s*([^:\s]+):([^=\[\]\s]+)(?:\[([^\]]*)\])?=(.+?)\s*", text)
    pairs = [part.partition("=") for part in (found[3] or "").split(",") if part] if found else []
    if found is None or not all(name and sign and value for name, sign, value in pairs):
        raise KnownError(
            f"--pin {text!r} is not {SYNTAX}",
            hint="for example pytorch:license=GPL-3.0, openvino:os.android=true "
            "or onnxruntime/cpu:latency=4ms",
        )
    qualifiers = {name.strip(): value.strip() for name, _, value in pairs}
    return Pin(text.strip(), found[1], found[2], qualifiers, found[4])


def assume(
    catalog: Catalog,
    scenario: Scenario,
    texts: Sequence[str],
    measured: Sequence[Measurement],
    now: datetime,
) -> Assumed:
    """The world of `catalog` and `measured` with all pins in it, the later ones over the earlier.

    Args:
        catalog: what is known.
        scenario: on whose workloads a pinned time or memory is meant.
        texts: the pins as they were given.
        measured: what was measured; of a task that is pinned in part the rest stays.
        now: the moment of the answer.

    Raises:
        KnownError: a subject, term or value that makes no sense, or two pins of one statement.
    """
    assumptions: dict[str, dict[str, Assumption]] = {}
    # What the user puts in is in fp32, as the scenarios are.
    fp32 = [m for m in measured if m.precision is Precision.FP32]
    tasks = {_task(m.stack, m.workload, m.batch): m for m in fp32}
    pinned: dict[tuple[str, str, int], Measurement] = {}
    pins = [take_apart(text) for text in texts]
    refuse_contradictions(catalog, pins)
    for pin in pins:
        if "/" in pin.subject:
            made, found = _measured(catalog, scenario, pin, {**tasks, **pinned}, now)
            pinned |= {_task(m.stack, m.workload, m.batch): m for m in made}
        elif pin.subject in catalog.routes:
            catalog, found = _route(catalog, pin)
        else:
            catalog, found = _framework(catalog, pin, now.date())
        for one in found:
            # Time and throughput of a task are one number: the later pin counts.
            slot = {"throughput": "latency"}.get(pin.term, pin.term)
            slots = assumptions.setdefault(one.key, {})
            if slot == "runs":
                slots.clear()  # what fails has no time, and what runs keeps its own statement
            else:
                slots.pop("runs", None)
            slots[slot] = one
    keys = {measurement_key(m.id) for m in pinned.values()}
    assumed = replace(catalog, assumed=catalog.assumed | frozenset(assumptions) | keys)
    together = tuple(_together(list(parts.values())) for parts in assumptions.values())
    return Assumed(assumed, together, tuple(pinned.values()))


def _together(parts: list[Assumption]) -> Assumption:
    """All that is assumed of one thing, such as the time and the memory of one task."""
    first = parts[0]
    if len(parts) == 1:
        return first
    statement = LocalText(
        en=" ".join(part.statement.en for part in parts),
        zh="".join(part.statement.zh for part in parts),
    )
    pin = " ".join(part.pin for part in parts)
    return first.model_copy(update={"pin": pin, "statement": statement})


def _task(stack: str, workload: str, batch: int) -> tuple[str, str, int]:
    return stack, workload, batch


def _framework(catalog: Catalog, pin: Pin, day: date) -> tuple[Catalog, tuple[Assumption, ...]]:
    from knowledge.wording import claim_text, fact_text, lifecycle_text

    subject = thing(catalog, pin.subject)
    if subject not in catalog.frameworks:
        known = [*catalog.frameworks, *catalog.routes]
        hint = did_you_mean(pin.subject, known)
        raise KnownError(f"nothing can be pinned on {pin.subject!r}", hint=hint)
    framework = catalog.frameworks[subject]
    term = {"licence": "license"}.get(pin.term, pin.term)
    if term == "lifecycle":
        state = _one_of(pin, {state.value: state for state in Lifecycle})
        changed = framework.model_copy(update={"lifecycle": state, "successor": None})
        world = _with(catalog, changed)
        words = [(lifecycle_key(subject), lifecycle_text(world, changed))]
    elif term in catalog.capabilities:
        claim = _claim(pin, term, day)
        others = tuple(c for c in framework.claims if c.capability != term)
        world = _with(catalog, framework.model_copy(update={"claims": (*others, claim)}))
        plain = claim.model_copy(update={"note": None})
        words = [(claim_key(subject, term), claim_text(catalog, framework.title, plain))]
    elif term in catalog.quantities:
        facts = _facts(catalog, framework, pin, term, day)
        keys = {fact_key(subject, fact) for fact in facts}
        kept = tuple(f for f in framework.facts if fact_key(subject, f) not in keys)
        world = _with(catalog, framework.model_copy(update={"facts": (*kept, *facts)}))
        words = [(fact_key(subject, f), fact_text(catalog, framework.title, f)) for f in facts]
    else:
        known = ["lifecycle", *catalog.capabilities, *catalog.quantities]
        raise KnownError(f"nothing is called {pin.term!r}", hint=did_you_mean(pin.term, known))
    return world, tuple(_assumption(key, pin, statement) for key, statement in words)


def _with(catalog: Catalog, framework: Framework) -> Catalog:
    return replace(catalog, frameworks={**catalog.frameworks, framework.id: framework})


def _claim(pin: Pin, term: str, day: date) -> Claim:
    added = _one_of(pin, _LEVELS)
    support = Support(added=added, partial=pin.value.lower() == "partial")
    return Claim(capability=term, support=support, note=_NOTE, evidence=(_citation(day),))


def _facts(
    catalog: Catalog, framework: Framework, pin: Pin, term: str, day: date
) -> tuple[Fact, ...]:
    """The pinned number under the qualifiers given, or under each that there is something under."""
    quantity = catalog.quantities[term]
    value: float | str = pin.value
    if term == "license":
        value = licences.named(pin.value)
    elif quantity.unit == "date":
        value = _day(pin)
    elif quantity.numeric:
        value = _number(pin)
    under = [fact.qualifiers for fact in framework.facts if fact.quantity == term]
    if pin.qualifiers or not under:
        under = [dict(pin.qualifiers)]
    return tuple(
        Fact(
            quantity=term,
            value=value,
            unit=quantity.unit,
            qualifiers=qualifiers,
            evidence=(_citation(day),),
        )
        for qualifiers in under
    )


def _route(catalog: Catalog, pin: Pin) -> tuple[Catalog, tuple[Assumption, ...]]:
    from knowledge.wording import route_text

    if pin.term != "works":
        hint = f"say {pin.subject}:works=false"
        raise KnownError(f"of a route only `works` can be pinned, not {pin.term!r}", hint=hint)
    route = catalog.routes[pin.subject]
    support = Support(added=_one_of(pin, _LEVELS), partial=pin.value.lower() == "partial")
    changed = route.model_copy(
        update={
            "support": support,
            "note": None,
            "limits": () if support.level == 1 else route.limits,
        }
    )
    world = replace(catalog, routes={**catalog.routes, route.id: changed})
    return world, (_assumption(route_key(route.id), pin, route_text(changed)),)


def _measured(
    catalog: Catalog,
    scenario: Scenario,
    pin: Pin,
    tasks: Mapping[tuple[str, str, int], Measurement],
    now: datetime,
) -> tuple[list[Measurement], tuple[Assumption, ...]]:
    """Measurements by which the stack is as pinned on the workloads the scenario asks about."""
    stack = thing(catalog, pin.subject).partition("@")[0].rpartition(">")[2]
    if pin.term not in _MEASURED:
        hint = did_you_mean(pin.term, _MEASURED)
        raise KnownError(f"of a stack {pin.term!r} is not measured", hint=hint)
    made, words = [], []
    for use in _uses(catalog, scenario, pin):
        found = _as_pinned(pin, stack, use, tasks.get((stack, use.workload, use.batch)), now)
        made.append(found)
        words.append(_assumption(measurement_key(found.id), pin, _statement(pin, found)))
    return made, tuple(words)


def _statement(pin: Pin, made: Measurement) -> LocalText:
    """What is assumed of a stack on one workload, in the unit a reader expects."""
    from knowledge.texts import Texts

    task = f"{made.workload}, batch {made.batch}"
    task_zh = f"{made.workload}，批量 {made.batch}"
    if pin.term == "runs":
        ok = made.status is Status.OK
        return LocalText(
            en=f"{made.stack} {'gives the right result' if ok else 'fails'} on {task}.",
            zh=f"{made.stack} {'结果正确' if ok else '运行失败'}（{task_zh}）。",
        )
    en, zh = Texts("en"), Texts("zh")
    if pin.term == "memory" and made.memory is not None:
        amount = en.quantity(made.memory.point, "MiB"), zh.quantity(made.memory.point, "MiB")
        return LocalText(
            en=f"{made.stack} needs {amount[0]} on {task}.",
            zh=f"{made.stack} 需要 {amount[1]}（{task_zh}）。",
        )
    seconds_ = made.latency.point if made.latency is not None else 0.0
    return LocalText(
        en=f"{made.stack} takes {en.duration(seconds_)} a call on {task}.",
        zh=f"{made.stack} 单次调用 {zh.duration(seconds_)}（{task_zh}）。",
    )


def _uses(catalog: Catalog, scenario: Scenario, pin: Pin) -> list[WorkloadUse]:
    asked = [
        p.measure
        for p in scenario.preferences
        if p.measure is not None
        and (pin.term == "runs" or catalog.criterion(p.criterion).measured == pin.term)
    ]
    uses = list(dict.fromkeys(asked or scenario.workloads))
    names = {use.workload for use in uses}
    wanted = pin.qualifiers.get("workload"), pin.qualifiers.get("batch")
    for name in set(pin.qualifiers) - {"workload", "batch"}:
        raise KnownError(
            f"{name!r} does not tell measurements apart",
            hint=did_you_mean(name, ["workload", "batch"]),
        )
    found = [
        use
        for use in uses
        if wanted[0] in (None, use.workload) and wanted[1] in (None, str(use.batch))
    ]
    if not found:
        listed = ", ".join(f"{use.workload} at batch {use.batch}" for use in uses)
        hint = did_you_mean(wanted[0], names) if wanted[0] else f"it measures {listed}"
        raise KnownError(
            f"scenario {scenario.id} measures no {pin.term} there",
            hint=hint if uses else "it measures nothing: pin a fact instead",
        )
    return found


def _as_pinned(
    pin: Pin, stack: str, use: WorkloadUse, before: Measurement | None, now: datetime
) -> Measurement:
    ok = before is not None and before.status is Status.OK
    latency = before.latency if before is not None and ok else None
    memory = before.memory if before is not None and ok else None
    status = Status.OK
    if pin.term == "latency":
        latency = _certain(seconds(pin.value))
    elif pin.term == "throughput":
        latency = _certain(use.batch / _number(pin, least=0.0))
    elif pin.term == "memory":
        memory = _certain(mebibytes(pin.value))
    else:
        # Whether it runs is all that is said then: a time has to be pinned after it.
        works = _one_of(pin, {name: _LEVELS[name] for name in ("true", "yes", "false", "no")})
        status = Status.OK if works else Status.FAILED
        latency, memory = (latency, memory) if works and not _pinned(before) else (None, None)
    return Measurement(
        id=f"assumed-{stack.replace('/', '-')}-{use.workload}-{use.batch}",
        stack=stack,
        workload=use.workload,
        batch=use.batch,
        status=status,
        message="assumed" if status is Status.FAILED else "",
        latency=latency,
        memory=memory,
        started=now,
    )


def _pinned(before: Measurement | None) -> bool:
    return before is not None and before.id.startswith("assumed-")


def _certain(value: float) -> Estimate:
    return Estimate(low=value, point=value, high=value)


def _assumption(key: str, pin: Pin, statement: LocalText) -> Assumption:
    from knowledge.schema.decision import Assumption

    return Assumption(key=key, pin=pin.text, statement=statement)


def _citation(day: date) -> Citation:
    return Citation(source=SOURCE, locator=SYNTAX, read=day, grade=Grade.DOCUMENTED)


def _one_of(pin: Pin, known: Mapping[str, T]) -> T:
    if pin.value.lower() not in known:
        hint = did_you_mean(pin.value, known)
        raise KnownError(f"{pin.subject}:{pin.term} cannot be {pin.value!r}", hint=hint)
    return known[pin.value.lower()]


def _number(pin: Pin, least: float | None = None) -> float:
    try:
        value = float(pin.value)
    except ValueError:
        value = float("nan")
    if not abs(value) < float("inf") or (least is not None and value <= least):
        raise KnownError(f"{pin.subject}:{pin.term} cannot be {pin.value!r}", hint="give a number")
    return value


def _day(pin: Pin) -> str:
    try:
        return date.fromisoformat(pin.value).isoformat()
    except ValueError:
        raise KnownError(
            f"{pin.subject}:{pin.term} cannot be {pin.value!r}", hint="give a day, as 2027-06-30"
        ) from None
