"""Small catalogs, measurements and matrices made by hand for the scoring tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import settings

from knowledge.catalog import Catalog, GradeTable
from knowledge.schema.base import LocalText
from knowledge.schema.claims import Claim, Fact, Support
from knowledge.schema.criterion import Anchors, Criterion, Indicator
from knowledge.schema.decision import (
    Alternative,
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
    Term,
)
from knowledge.schema.evidence import Citation, Grade
from knowledge.schema.framework import Framework, Mode, Route, RouteLimit
from knowledge.schema.probing import Estimate, Measurement, Status
from knowledge.schema.scenario import Preference, Requirement, Scenario, Scope, WorkloadUse
from knowledge.schema.vocabulary import CapabilityTerm, QuantityTerm

LAW = settings(max_examples=50, deadline=None)
"""How hard a law is tried; no deadline, since a busy machine is no counterexample."""

TODAY = date(2026, 12, 1)
NET = WorkloadUse(workload="net", batch=1)
NET8 = WorkloadUse(workload="net", batch=8)
GRADES = GradeTable(
    sd={
        Grade.MEASURED_HERE: 0.02,
        Grade.MEASURED_ELSEWHERE: 0.08,
        Grade.DOCUMENTED: 0.10,
        Grade.PUBLISHED: 0.15,
        Grade.ARTICLE: 0.25,
        Grade.CONTRADICTED: 1.0,
    },
    stale_factor=2.0,
)


def text(words: str) -> LocalText:
    return LocalText(en=words, zh=words)


def cite(
    grade: Grade = Grade.DOCUMENTED, read: date = date(2026, 11, 1), source: str = "manual"
) -> Citation:
    return Citation(source=source, locator="p. 1", read=read, grade=grade)


def claim(capability: str, support: Any = True, *cited: Citation) -> Claim:
    made = Support.model_validate(support)
    return Claim(
        capability=capability,
        support=made,
        note=text("Some of it.") if made.partial else None,
        evidence=cited or (cite(),),
    )


def fact(
    value: float | str, *cited: Citation, quantity: str = "operators", **qualifiers: str
) -> Fact:
    return Fact(
        quantity=quantity,
        value=value,
        unit="operators",
        qualifiers=qualifiers,
        evidence=cited or (cite(),),
    )


def framework(name: str, *claims: Claim, roles: str = "train", **more: Any) -> Framework:
    modes = more.pop("modes", ("eager",))
    return Framework(
        id=name,
        title=name.capitalize(),
        summary=text(name),
        roles=tuple(roles.split()),
        lifecycle=more.pop("lifecycle", "active"),
        package=f"pkg:pypi/{name}@1.0",
        modes=tuple(
            m if isinstance(m, Mode) else Mode(id=m, title=text(m), adapter=name) for m in modes
        ),
        claims=claims,
        **more,
    )


def route(source: str, target: str, support: Any = True, **more: Any) -> Route:
    return Route(
        id=more.pop("id", f"{source}-{target}"),
        title=text(f"{source} to {target}"),
        source=source,
        target=target,
        steps=more.pop("steps", ("onnx",)),
        support=Support.model_validate(support),
        evidence=more.pop("evidence", (cite(),)),
        **more,
    )


def limit(*operators: str, grade: Grade = Grade.DOCUMENTED) -> RouteLimit:
    return RouteLimit(operators=operators, note=text("Lost."), evidence=(cite(grade),))


def indicator(term: str, part: str = "runtime", **more: Any) -> Indicator:
    return Indicator(part=part, capability=term, **more)  # type: ignore[arg-type]


def rubric(name: str, *indicators: Indicator) -> Criterion:
    return Criterion(
        id=name, title=text(name), about=text(name), unit="points", indicators=indicators
    )


def measured(name: str, unit: str, kind: Any = None) -> Criterion:
    return Criterion(id=name, title=text(name), about=text(name), unit=unit, measured=kind or name)


CRITERIA = (
    measured("latency", "ms"),
    measured("throughput", "items/s"),
    measured("memory", "MiB"),
    rubric("reach", indicator("cap.a"), indicator("cap.b", weight=3)),
    rubric("freedom", indicator("cap.a", "trainer"), indicator("cap.c", "trainer")),
)


def prefer(criterion: str, weight: float = 1.0, **more: Any) -> Preference:
    anchors = {
        "latency": Anchors(worst=100, best=1, shape="log"),  # type: ignore[arg-type]
        "throughput": Anchors(worst=10, best=1000, shape="log"),  # type: ignore[arg-type]
        "memory": Anchors(worst=2048, best=32, shape="log"),  # type: ignore[arg-type]
    }
    uses = {"latency": NET, "throughput": NET8, "memory": NET}
    return Preference(
        criterion=criterion,
        weight=weight,
        anchors=more.pop("anchors", anchors.get(criterion, Anchors(worst=0, best=100))),
        measure=more.pop("measure", uses.get(criterion)),
    )


def scenario(
    *preferences: Preference,
    scope: Scope = Scope.DEPLOY,
    requirements: Sequence[Requirement] = (),
    certainty: float = 30.0,
) -> Scenario:
    return Scenario(
        id="case",
        title=text("case"),
        summary=text("case"),
        scope=scope,
        requirements=tuple(requirements),
        preferences=preferences or (prefer("latency"), prefer("reach")),
        weight_certainty=certainty,
    )


def require(kind: Any, **more: Any) -> Requirement:
    return Requirement(id=more.pop("id", kind), title=text(kind), kind=kind, **more)


def catalog(
    *frameworks: Framework, routes: Sequence[Route] = (), criteria: Sequence[Criterion] = CRITERIA
) -> Catalog:
    capabilities = ("cap.a", "cap.b", "cap.c")
    return Catalog(
        grades=GRADES,
        frameworks={f.id: f for f in frameworks},
        routes={r.id: r for r in routes},
        criteria={c.id: c for c in criteria},
        capabilities={
            c: CapabilityTerm(title=text(c), about=text(c), shelf_life_days=365)
            for c in capabilities
        },
        quantities={
            "operators": QuantityTerm(
                title=text("operators"), unit="operators", shelf_life_days=365
            )
        },
    )


def measurement(
    stack: str,
    latency: float | Estimate | None = 0.010,
    *,
    batch: int = 1,
    memory: float | None = 200.0,
    status: Status = Status.OK,
    day: int = 0,
    **more: Any,
) -> Measurement:
    if isinstance(latency, float):
        latency = spread(latency)
    ok = status is Status.OK
    return Measurement(
        id=more.pop("id", f"m-{stack.replace('/', '-')}-{batch}-{day}"),
        stack=stack,
        workload="net",
        batch=batch,
        status=status,
        latency=latency if ok else None,
        memory=spread(memory) if ok and memory is not None else None,
        started=datetime(2026, 12, 1, tzinfo=UTC) + timedelta(days=day),
        **more,
    )


def spread(point: float, factor: float = 1.1) -> Estimate:
    return Estimate(point=point, low=point / factor, high=point * factor)


def alternative(name: str) -> Alternative:
    return Alternative(
        id=name,
        label=name.upper(),
        trainer=name,
        runtime=name,
        mode="eager",
        precision="fp32",
        device="cpu",
    )


def matrix(
    rows: Mapping[str, Sequence[float | Latent]], weights: Sequence[float] = ()
) -> DecisionMatrix:
    """A matrix straight on the value scale: a number is certain, a latent is not.

    `weights` (equal ones when left out) are normalised here.
    """
    width = len(next(iter(rows.values()), weights))
    weights = weights or [1.0] * width
    latents: dict[str, Latent] = {}
    beliefs = []
    for name, cells in rows.items():
        for column, cell in enumerate(cells):
            latent = (
                cell
                if isinstance(cell, Latent)
                else Latent(id=f"{name}:{column}", family="point", a=cell)
            )
            latents[latent.id] = latent
            beliefs.append(
                Belief(
                    alternative=name,
                    criterion=f"c{column}",
                    terms=(Term(latent=latent.id, coefficient=1.0),),
                    estimate=Estimate(point=latent.a, low=latent.a, high=latent.a),
                    basis=Basis.DOCUMENTED,
                    coverage=1.0,
                )
            )
    total = sum(weights)
    return DecisionMatrix(
        alternatives=tuple(alternative(name) for name in rows),
        criteria=tuple(
            CriterionView(
                id=f"c{column}",
                title=text(f"c{column}"),
                about=text(""),
                unit="points",
                weight=weight / total,
                anchors=Anchors(worst=0, best=1),
            )
            for column, weight in enumerate(weights)
        ),
        beliefs=tuple(beliefs),
        latents=tuple(latents.values()),
    )
