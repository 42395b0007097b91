"""Random decision problems of every kind, for the page and the simulation to agree on."""

from __future__ import annotations

import random
from dataclasses import dataclass

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors, Shape
from knowledge.schema.decision import (
    Alternative,
    Basis,
    Belief,
    CriterionView,
    DecisionMatrix,
    Latent,
    Term,
)
from knowledge.schema.probing import Estimate

MANY = 12
"""Problems in the shared set."""


@dataclass(frozen=True)
class Problem:
    """A matrix with other weights than its own, as a slider would set them."""

    matrix: DecisionMatrix
    weights: dict[str, float]
    certainty: float
    draws: int
    seed: int

    def weighed(self) -> DecisionMatrix:
        """The matrix at those weights."""
        criteria = tuple(
            view.model_copy(update={"weight": self.weights[view.id]})
            for view in self.matrix.criteria
        )
        return self.matrix.model_copy(update={"criteria": criteria})


def problems() -> list[Problem]:
    """The shared set: the same at every call."""
    return [made(number) for number in range(MANY)]


def made(number: int) -> Problem:
    """Problem `number`: 2 to 9 stacks, 2 to 7 criteria, shared and own cells, bundles, ties."""
    chance = random.Random(number)  # noqa: S311  (a test, no secret)
    shapes = [chance.choice(list(Shape)) for _ in range(chance.randint(2, 7))]
    stacks = chance.randint(2, 9)
    latents: list[Latent] = []
    beliefs: list[Belief] = []
    views = [_view(f"c{k}", shape, chance) for k, shape in enumerate(shapes)]
    for view in views:
        cells = [_cell(view, latents, chance) for _ in range(chance.randint(1, stacks))]
        beliefs += [_belief(f"s{row}", view, chance.choice(cells)) for row in range(stacks)]
    used = {term.latent for belief in beliefs for term in belief.terms}
    matrix = DecisionMatrix(
        alternatives=tuple(_alternative(f"s{row}") for row in range(stacks)),
        criteria=tuple(_normal(views, [1.0] * len(views))),
        beliefs=tuple(beliefs),
        latents=tuple(latent for latent in latents if latent.id in used),
    )
    points = [chance.choice([0.0, 1.0, 100 * chance.random()]) for _ in views]
    points[0] += 1.0
    moved = {view.id: view.weight for view in _normal(views, points)}
    certainty = chance.choice([1.5, 12.0, 30.0, 1000.0])
    return Problem(matrix, moved, certainty, draws=chance.choice([999, 1000]), seed=number)


def _normal(views: list[CriterionView], points: list[float]) -> list[CriterionView]:
    total = sum(points)
    return [
        view.model_copy(update={"weight": share / total})
        for view, share in zip(views, points, strict=True)
    ]


def _view(name: str, shape: Shape, chance: random.Random) -> CriterionView:
    worst, best = chance.uniform(1, 50), chance.uniform(60, 200)
    if chance.random() < 0.5:
        worst, best = best, worst
    text = LocalText(en=name, zh=name)
    return CriterionView(
        id=name,
        title=text,
        about=text,
        unit="ms",
        weight=1.0,
        anchors=Anchors(worst=worst, best=best, shape=shape),
    )


def _cell(view: CriterionView, latents: list[Latent], chance: random.Random) -> tuple[Term, ...]:
    """One amount near the anchors, a sum of several levels, or a bundle of them."""
    near = chance.uniform(1, 200)
    kind = chance.choice(["amount", "amount", "sum", "bundle"])
    if kind == "amount":
        latents.append(_amount(f"x{len(latents)}", near, chance))
        coefficient = chance.choice([1.0, 0.5, 2.0])
        return (Term(latent=latents[-1].id, coefficient=coefficient),)
    parts = chance.randint(2, 6)
    bundle = f"b{len(latents)}" if kind == "bundle" else ""
    terms = []
    for _ in range(parts):
        latent = _level(f"x{len(latents)}", near, chance, bundle)
        latents.append(latent)
        terms.append(Term(latent=latent.id, coefficient=chance.uniform(0.1, 1.0) / parts))
    return tuple(terms)


def _amount(name: str, near: float, chance: random.Random) -> Latent:
    family = chance.choice(["point", "normal", "lognormal", "uniform", "loguniform"])
    stream = chance.choice(["", "", "together"])
    low = chance.choice([None, None, near * 0.9])
    high = chance.choice([None, None, near * 1.1])
    spread = {"point": 0.0, "normal": near / 5, "lognormal": 0.4}.get(family, near * 1.7)
    if family == "lognormal" and chance.random() < 0.3:
        spread = -spread
    return Latent(id=name, family=family, a=near, b=spread, low=low, high=high, stream=stream)


def _level(name: str, near: float, chance: random.Random, bundle: str) -> Latent:
    family = chance.choice(["point", "normal", "uniform"])
    if family == "uniform":
        return Latent(id=name, family=family, a=0.0, b=near, bundle=bundle)
    spread = near / 10 if family == "normal" else 0.0
    return Latent(
        id=name, family=family, a=near, b=spread, low=0.0, high=near * 1.05, bundle=bundle
    )


def _belief(name: str, view: CriterionView, terms: tuple[Term, ...]) -> Belief:
    return Belief(
        alternative=name,
        criterion=view.id,
        terms=terms,
        estimate=Estimate(low=0, point=1, high=2),
        basis=Basis.DOCUMENTED,
        coverage=1,
    )


def _alternative(name: str) -> Alternative:
    return Alternative(
        id=name,
        label=f"Stack {name}",
        trainer="torch",
        runtime="torch",
        mode="eager",
        precision="fp32",
        device="cpu",
    )
