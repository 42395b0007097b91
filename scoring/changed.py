"""The cell of changed answers: how often a lower precision names another class than fp32.

Pure. Of n inputs k were answered otherwise. By Jeffreys' prior the share q of all inputs is then
Beta(k + 1/2, n - k + 1/2), and the lognormal latent has the exact mean and deviation of log q,
which for these arguments are sums (Abramowitz & Stegun, 6.3.4, 6.3.2 and 6.4.10):

    E log q   = -2 log 2 + sum_{i<k} 1/(i + 1/2) - sum_{j=1}^{n} 1/j
    Var log q = pi^2/2 - sum_{i<k} 1/(i + 1/2)^2 - pi^2/6 + sum_{j=1}^{n} 1/j^2
"""

from __future__ import annotations

import math

from knowledge.evidence import measurement_key
from knowledge.schema.criterion import Criterion
from knowledge.schema.decision import Alternative, Basis, Belief, Latent, Term
from knowledge.schema.evidence import Grade
from knowledge.schema.probing import Measurement, Precision, Status
from scoring.moments import quantiles

PERCENT = 100.0
NONE = Latent(id="changed:fp32", family="point", a=0.0)
"""fp32 is what others are compared with: it changes nothing by definition."""


def changed_cell(
    criterion: Criterion, alternative: Alternative, found: Measurement | None, *, here: bool
) -> tuple[Belief, Latent] | None:
    """The belief in a percentage of changed answers; None where it is not known.

    Args:
        criterion: of percentages.
        alternative: the stack; in fp32 the answer is none, measured or not.
        found: what ran in its precision, on its own artefact.
        here: whether on this machine.
    """
    ok = found is not None and found.status is Status.OK
    latent = (
        NONE if alternative.precision == Precision.FP32.value else _latent(found if ok else None)
    )
    if latent is None:
        return None
    seen = found if ok else None
    grade = Grade.MEASURED_HERE if here else Grade.MEASURED_ELSEWHERE
    belief = Belief(
        alternative=alternative.id,
        criterion=criterion.id,
        terms=(Term(latent=latent.id, coefficient=PERCENT),),
        estimate=quantiles(latent, PERCENT),
        basis=Basis.MEASURED if seen is not None and here else Basis.DOCUMENTED,
        coverage=1.0,
        grade=None if seen is None else grade,
        evidence=() if seen is None else (measurement_key(seen.id),),
    )
    return belief, latent


def _latent(found: Measurement | None) -> Latent | None:
    parity = None if found is None else found.parity
    if found is None or parity is None or parity.top1 is None or not parity.rows:
        return None
    mean, sd = log_moments(round((1 - parity.top1) * parity.rows), parity.rows)
    key = f"{measurement_key(found.id)}:changed"
    return Latent(id=key, family="lognormal", a=math.exp(mean), b=sd, high=1.0)


def log_moments(changed: int, of: int) -> tuple[float, float]:
    """Mean and standard deviation of the logarithm of the share, `changed` of `of` having changed.

    >>> [round(x, 3) for x in log_moments(0, 8)]
    [-4.104, 2.195]
    """
    ends = [i + 0.5 for i in range(changed)]
    mean = -2 * math.log(2) + sum(1 / end for end in ends) - sum(1 / j for j in range(1, of + 1))
    variance = math.pi**2 / 2 - sum(1 / end**2 for end in ends)
    variance += sum(1 / j**2 for j in range(1, of + 1)) - math.pi**2 / 6
    return mean, math.sqrt(variance)
