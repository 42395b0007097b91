"""How long a simulation takes and how much memory it needs.

Run `python -m tests.benchmarks.simulation [ALTERNATIVES CRITERIA DRAWS]` (default: 20 30 100000) in
the repository. Every cell is an uncertain number of its own: the dearest case. Prints wall and
processor time (best of five) and the peak of what was allocated meanwhile.
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from knowledge.schema.base import LocalText
from knowledge.schema.criterion import Anchors
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
from scoring.simulate import simulate

LAPS, ENOUGH_S = 5, 20.0
"""Repetitions at most, and the time after which there are no more."""
WORDS = LocalText(en="x", zh="x")


def problem(alternatives: int, criteria: int, seed: int = 1) -> DecisionMatrix:
    """A matrix of independent normal cells on the scale 0 to 100, with unequal weights."""
    rng = np.random.default_rng(seed)
    weights = rng.dirichlet(np.ones(criteria))
    means, spreads = rng.uniform(20, 80, (alternatives, criteria)), rng.uniform(2, 20, criteria)
    rows = [f"a{row}" for row in range(alternatives)]
    columns = [f"c{column}" for column in range(criteria)]
    latents, beliefs = [], []
    for row, alternative in enumerate(rows):
        for column, criterion in enumerate(columns):
            mean, sd = float(means[row, column]), float(spreads[column])
            name = f"claim:{alternative}:{criterion}"
            latents.append(Latent(id=name, family="normal", a=mean, b=sd, low=0.0, high=100.0))
            beliefs.append(
                Belief(
                    alternative=alternative,
                    criterion=criterion,
                    terms=(Term(latent=name, coefficient=1.0),),
                    estimate=Estimate(point=mean, low=mean - sd, high=mean + sd),
                    basis=Basis.DOCUMENTED,
                    coverage=1.0,
                )
            )
    return DecisionMatrix(
        alternatives=tuple(
            Alternative(
                id=row,
                label=row,
                trainer="t",
                runtime="t",
                mode="m",
                precision="fp32",
                device="d",
            )
            for row in rows
        ),
        criteria=tuple(
            CriterionView(
                id=column,
                title=WORDS,
                about=WORDS,
                unit="points",
                weight=float(weight),
                anchors=Anchors(worst=0, best=100),
            )
            for column, weight in zip(columns, weights, strict=True)
        ),
        beliefs=tuple(beliefs),
        latents=tuple(latents),
    )


def main(arguments: list[str]) -> None:
    """Time one size."""
    alternatives, criteria, draws = map(int, arguments or ("20", "30", "100000"))
    matrix = problem(alternatives, criteria)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    laps: list[tuple[float, float]] = []
    while not laps or (len(laps) < LAPS and sum(wall for wall, _ in laps) < ENOUGH_S):
        wall, cpu = time.perf_counter(), time.process_time()
        found = simulate(matrix, draws, rng=np.random.default_rng(0), certainty=30.0)
        laps.append((time.perf_counter() - wall, time.process_time() - cpu))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = min(laps)
    sys.stdout.write(
        f"{alternatives} alternatives x {criteria} criteria x {draws} draws: {wall:.3f} s "
        f"({cpu:.3f} s of processor), {(peak - before) / 1024:.0f} MiB more than before; "
        f"first: {matrix.alternatives[int(np.argmax(found.expected))].id}\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
