"""Deciding: alternatives, beliefs, the decision matrix, and the recommendation made of them."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.criterion import Anchors
from knowledge.schema.evidence import Grade
from knowledge.schema.host import Host
from knowledge.schema.probing import Estimate, Measurement, Precision, Status, WorkloadId
from knowledge.schema.robustness import Robustness
from knowledge.schema.stakes import Stakeholders

CLEAR = 0.9
"""Two alternatives are tied unless the one with the higher expected value wins at least this
share of the draws against the other. A convention, as 5 % is: what is called a win is wrong at
most one time in ten under the stated beliefs."""


class Alternative(Noun):
    """A stack: what is trained with, the route, what runs it, in which precision, on what."""

    id: str
    label: str
    trainer: Id
    route: Id | None = None
    runtime: Id
    mode: Id
    """Execution mode of the runtime."""
    precision: str
    device: str

    @property
    def stack(self) -> str:
        """The id under which a probe measures it, `<runtime>/<mode>`."""
        return f"{self.runtime}/{self.mode}"

    @property
    def full(self) -> str:
        """The id of the same stack in fp32."""
        return self.id.partition("~")[0]

    @property
    def lane(self) -> str:
        """What its measurements share processes with, as `Task.lane`."""
        return self.stack if self.full == self.id else f"{self.stack}@{self.precision}"


class Latent(Noun):
    """One uncertain number that evidence speaks of; cells that share evidence share latents.

    "point": always `a`. "normal": mean `a`, sd `b`. "lognormal": median `a`, sd of the logarithm
    `b` (a negative `b` runs against its stream). "uniform" and "loguniform": from `a` to `b`, in
    either direction. Draws are clipped to [`low`, `high`].
    """

    id: str
    family: Literal["point", "normal", "lognormal", "uniform", "loguniform"]
    a: float
    b: float = 0.0
    low: float | None = None
    high: float | None = None
    stream: str = ""
    """Latents of one stream move together, such as a latency and the throughput it gives; ""
    means a stream of its own, named by `id`."""
    bundle: str = ""
    """Latents of one bundle enter every cell together in the same proportions, so that only their
    sum matters to the simulation; "" for one that stands alone."""


class Basis(StrEnum):
    """What a cell rests on."""

    MEASURED = "measured"
    DOCUMENTED = "documented"
    """Some or all of it from claims and facts; `Belief.coverage` says how much."""
    ASSUMED = "assumed"
    """Some or all of it by what the user put in (`--pin`); see `Belief.assumed`."""
    UNKNOWN = "unknown"


class Assumption(Noun):
    """What the user wants taken for granted: never evidence, and shown wherever it counts."""

    key: str
    """The key that evidence for the same statement would have."""
    pin: str
    """As it was given, SUBJECT:TERM=VALUE."""
    statement: LocalText


class Term(Noun):
    """`coefficient` times the latent `latent`."""

    latent: str
    coefficient: float


class Belief(Noun):
    """One cell: the sum of its terms, in the criterion's unit, with its evidence."""

    alternative: str
    criterion: Id
    terms: Annotated[tuple[Term, ...], Field(min_length=1)]
    estimate: Estimate
    basis: Basis
    coverage: Annotated[float, Field(ge=0, le=1)]
    """Share of the cell's weight that has evidence (1 = all of it, 0 = unknown)."""
    grade: Grade | None = None
    """Weakest grade among the evidence; None where unknown."""
    evidence: tuple[str, ...] = ()
    """Keys into `Recommendation.evidence`."""
    assumed: tuple[str, ...] = ()
    """Keys into `Recommendation.assumptions`."""
    stale_since: date | None = None


class CriterionView(Noun):
    """A criterion as the decision uses it: weight normalised to sum 1 over all criteria."""

    id: Id
    title: LocalText
    about: LocalText
    unit: str
    weight: float
    anchors: Anchors
    measured: str | None = None


class DecisionMatrix(Noun):
    """Alternatives by criteria; one belief per cell over a shared set of latents."""

    alternatives: tuple[Alternative, ...]
    criteria: tuple[CriterionView, ...]
    beliefs: tuple[Belief, ...]
    latents: tuple[Latent, ...]


class Exclusion(Noun):
    """An alternative that a requirement rules out, or (`verified` False) could not be checked."""

    alternative: str
    label: str
    requirement: Id
    title: LocalText
    reason: LocalText
    evidence: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    """Keys into `Recommendation.assumptions`."""
    waivable: bool = True
    """Whether doing without the requirement would bring it back; False for what does not work."""


class Relaxation(Noun):
    """A smallest set of requirements without which stacks come back that are ruled out now."""

    requirements: tuple[str, ...]
    """Their ids; without any one of them left out the stacks stay ruled out."""
    titles: tuple[LocalText, ...]
    brings_back: tuple[str, ...]
    """Alternatives that miss nothing else, the one of the highest expected value first."""
    labels: tuple[str, ...]
    expected: float
    """Expected value of the first of them by the same beliefs and weights, to a thousandth."""
    evidence: tuple[str, ...] = ()
    """What says that they miss the requirements: keys into `Recommendation.evidence`."""


class Merged(Noun):
    """A stack that no criterion or requirement tells from another, and is ranked as that one."""

    alternative: str
    label: str
    into: str
    reason: LocalText
    untried: bool = False
    """A reduced precision of which nothing was measured."""


class RankedAlternative(Noun):
    """One row of the ranking; `expected` is on the value scale 0 to 1."""

    id: str
    label: str
    expected: Estimate
    rank_acceptability: tuple[float, ...]
    """Share of draws in which it takes rank 1, 2, ...; sums to 1."""
    tied_with: tuple[str, ...] = ()
    contributions: dict[str, float] = {}
    """Criterion -> weight x expected value; sums to `expected.point`."""
    first_wins: float | None = None
    """Share of draws in which the first of the ranking is worth more, a tie counting half; None
    for the first itself."""


class FrameworkRow(Noun):
    """The classical view: a training framework by its best feasible stack."""

    framework: Id
    title: str
    best: str | None
    """Alternative id; None where every stack of it is ruled out."""


class NextMeasurement(Noun):
    """The probe with the highest expected gain in decision value per second."""

    stack: str
    workload: WorkloadId
    batch: int
    gain: float
    """Expected improvement of the chosen alternative's value (0 to 1) by measuring it."""
    cost_s: float
    command: str
    reason: LocalText


class EvidenceItem(Noun):
    """One piece of evidence as a reader meets it."""

    key: str
    statement: LocalText
    grade: Grade
    source: str = ""
    """Title of the source; empty for a measurement made here."""
    address: str = ""
    """URL or package URL."""
    locator: str = ""
    read: date | None = None
    stale_since: date | None = None


class CutShort(Noun):
    """A measuring run that was ended from outside before it was done."""

    results: int
    """Tasks of it that have a result, good or bad."""
    planned: int
    """Tasks that it could have measured: their frameworks are on the machine."""


class Digests(Noun):
    """What a recommendation depends on, so that it can be made again."""

    knowledge: str
    code: str
    inputs: str
    """Of scenario, weights, measurements used and seed together."""


class Recommendation(Noun):
    """Everything a front end or report shows; needs no look-up elsewhere."""

    format: Literal["advisor.recommendation/1"] = "advisor.recommendation/1"
    id: str
    created: datetime
    scenario: Id
    scenario_title: LocalText
    scenario_summary: LocalText
    target: LocalText | None = None
    """The hardware the scenario is meant for."""
    elsewhere: bool = False
    """Whether this machine is none of that: nothing is measured then."""
    other_system: LocalText | None = None
    """The systems asked for that this machine does not run: times of here count as another
    machine's then."""
    measured_on: str | None = None
    """What was measured in place of the scenario's workloads: a workload, or the name of a file of
    the user; None for the scenario's own."""
    requirements: tuple[LocalText, ...] = ()
    """What every stack must meet."""
    overlays: tuple[str, ...] = ()
    """Folders of the user's own facts that were laid over advisor's."""
    reasons: tuple[str, ...] = ()
    """Why the scenario weighs and requires what it does: keys into `evidence`."""
    host: Host
    seed: int
    draws: int
    weight_certainty: float | None = None
    """Concentration of the Dirichlet distribution of the weights; None where an early run did not
    keep it."""
    digests: Digests
    version: str
    ranking: tuple[RankedAlternative, ...]
    matrix: DecisionMatrix
    frameworks: tuple[FrameworkRow, ...]
    excluded: tuple[Exclusion, ...]
    unverified: tuple[Exclusion, ...]
    measurements: tuple[Measurement, ...]
    cut_short: CutShort | None = None
    """Where Ctrl-C or the like ended the measuring early; None where nothing did."""
    nearby: tuple[Measurement, ...] = ()
    """What other machines of this class measured, where this one has no result."""
    next_measurement: NextMeasurement | None
    evidence: tuple[EvidenceItem, ...]
    assumptions: tuple[Assumption, ...] = ()
    """What the user wanted taken for granted."""
    relaxations: tuple[Relaxation, ...] = ()
    """The smallest sets of requirements that keep stacks out, those of fewest requirements first;
    of equals that first which brings back the most."""
    returning: DecisionMatrix | None = None
    """What is believed of every stack that dropping requirements would bring back, by the same
    criteria; None where there are none. Answers of early versions kept the best eight."""
    merged: tuple[Merged, ...] = ()
    """Stacks that are ranked as another one which nothing here tells them from."""
    robustness: Robustness = Robustness()
    """What would have to change for another alternative to be first."""
    stakeholders: Stakeholders | None = None
    """Whose weights it rests on; None for the scenario's own."""
    command: str
    """The command line that gives this answer again, from the history it is kept in."""

    def status_of(self, stack: str, workload: str, batch: int) -> Status | None:
        """How the measurement of that task in fp32 ended; None where it was never tried."""
        found = [
            m.status
            for m in self.measurements
            if (m.stack, m.workload, m.batch) == (stack, workload, batch)
            and m.precision is Precision.FP32
        ]
        return found[0] if found else None
