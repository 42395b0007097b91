"""How long a simulation takes and how much memory it needs, beside other libraries.

Run `python -m tests.benchmarks.simulation [--peers] [--whole] [ALTERNATIVES CRITERIA DRAWS]`
(default: 20 30 100000) in the repository. Every cell is an uncertain number of its own: the dearest
case. Prints wall and processor time (best of five) and the peak of what was allocated meanwhile.
With --whole the ranking and its robustness are made of it as well, once. With --peers
pymcdm, pysensmcda and scikit-criteria do the same in environments of their own (`make peers`), with
fewer draws, and their processor time is scaled up to as many.
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
from scoring.rank import rank
from scoring.robustness.all import robustness
from scoring.simulate import Simulation, simulate

CERTAINTY = 30.0
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


PEERS = {
    "pysensmcda": ("mcda", "simulate-pysensmcda", 4_000),
    "pymcdm": ("mcda", "simulate-pymcdm", 4_000),
    "scikit-criteria": ("skc", "simulate-skc", 300),
}
"""Library -> its environment, the task of tests/peers/reference.py, draws that are timed."""


def beside(matrix: DecisionMatrix, draws: int, ours: float, first: list[float]) -> None:
    """Time the peers on the same beliefs and weights, and compare who is first how often."""
    from tests.peers.environments import ask

    count = len(matrix.criteria)
    cells = [(latent.a / 100, latent.b / 100) for latent in matrix.latents]
    rows = [cells[start : start + count] for start in range(0, len(cells), count)]
    about = {
        "means": [[mean for mean, _ in row] for row in rows],
        "spreads": [[sd for _, sd in row] for row in rows],
        "weights": [view.weight for view in matrix.criteria],
        "certainty": CERTAINTY,
    }
    for name, (environment, task, few) in PEERS.items():
        (answer,) = ask(environment, (task, {**about, "draws": few}))
        seconds = answer["seconds"] * draws / few
        apart = max(abs(a - b) for a, b in zip(first, answer["first"], strict=True))
        sys.stdout.write(
            f"{name}: {seconds:.1f} s of processor for {draws} draws ({few} were timed), "
            f"{seconds / ours:.0f} times ours; first-rank acceptabilities differ by at most "
            f"{apart:.3f}, where sampling error alone is up to {3 * 0.5 / few**0.5:.3f}\n"
        )


def whole(matrix: DecisionMatrix, found: Simulation, before: int) -> None:
    """Time what an answer makes of a simulation, beyond the simulation."""
    for name, make in (("ranking", rank), ("robustness", robustness)):
        wall, cpu = time.perf_counter(), time.process_time()
        make(matrix, found)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        sys.stdout.write(
            f"{name}: {time.perf_counter() - wall:.3f} s ({time.process_time() - cpu:.3f} s of "
            f"processor), {(peak - before) / 1024:.0f} MiB more than before it all\n"
        )


def main(arguments: list[str]) -> None:
    """Time one size."""
    peers = "--peers" in arguments
    sizes = [word for word in arguments if not word.startswith("--")]
    alternatives, criteria, draws = map(int, sizes or ("20", "30", "100000"))
    matrix = problem(alternatives, criteria)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    laps: list[tuple[float, float]] = []
    while not laps or (len(laps) < LAPS and sum(wall for wall, _ in laps) < ENOUGH_S):
        wall, cpu = time.perf_counter(), time.process_time()
        found = simulate(matrix, draws, rng=np.random.default_rng(0), certainty=CERTAINTY)
        laps.append((time.perf_counter() - wall, time.process_time() - cpu))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    wall, cpu = min(laps)
    sys.stdout.write(
        f"{alternatives} alternatives x {criteria} criteria x {draws} draws: {wall:.3f} s "
        f"({cpu:.3f} s of processor), {(peak - before) / 1024:.0f} MiB more than before; "
        f"first: {matrix.alternatives[int(np.argmax(found.expected))].id}\n"
    )
    if "--whole" in arguments:
        whole(matrix, found, before)
    if peers:
        beside(matrix, draws, min(cpu for _, cpu in laps), found.acceptability[:, 0].tolist())


if __name__ == "__main__":
    main(sys.argv[1:])
