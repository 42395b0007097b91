"""Point and interval of a belief in closed form, so that a cell needs no draws to be shown.

Pure. Deterministic counterparts of scoring.draws.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from knowledge.schema.decision import Latent, Term
from knowledge.schema.probing import Estimate

Z95 = 1.959963984540054
"""0.975 quantile of the standard normal distribution."""


def quantiles(latent: Latent, coefficient: float) -> Estimate:
    """Median and 95 % interval of `coefficient` (positive) times `latent`.

    >>> quantiles(Latent(id="x", family="loguniform", a=100, b=1), 1.0).point
    10.0
    >>> quantiles(Latent(id="x", family="normal", a=1.0, b=0.1, high=1.0), 1.0).high
    1.0
    """
    amounts = sorted(_quantile(latent, side) * coefficient for side in (-1, 0, 1))
    return Estimate(low=amounts[0], point=amounts[1], high=amounts[2])


def _quantile(latent: Latent, side: int) -> float:
    """The 2.5 %, 50 % or 97.5 % quantile, up to direction, for side -1, 0 or 1."""
    share = 0.5 + 0.475 * side
    if latent.family == "normal":
        raw = latent.a + side * Z95 * latent.b
    elif latent.family == "lognormal":
        raw = latent.a * math.exp(side * Z95 * latent.b)
    elif latent.family == "uniform":
        raw = latent.a + share * (latent.b - latent.a)
    elif latent.family == "loguniform":
        raw = latent.a * (latent.b / latent.a) ** share
    else:
        raw = latent.a
    return min(max(raw, _low(latent)), _high(latent))


def weighted_sum(terms: Sequence[Term], latents: Mapping[str, Latent]) -> Estimate:
    """Mean and 95 % interval of a weighted sum of levels (families point, normal, uniform).

    Coefficients are positive. The mean and each deviation are exact, clipping included. Levels of
    one stream move together, so their deviations add; those of different streams are independent,
    so their variances add. The interval is mean +- 1.96 sd, held within what the sum can reach:
    a little too wide where one uniform level outweighs the rest, and exact where it is alone.
    """
    mean = low = high = 0.0
    deviations: dict[str, float] = {}
    for term in terms:
        latent = latents[term.latent]
        level, deviation = level_moments(latent)
        bottom, top = _reach(latent)
        mean += term.coefficient * level
        low += term.coefficient * bottom
        high += term.coefficient * top
        name = latent.stream or latent.id
        deviations[name] = deviations.get(name, 0.0) + term.coefficient * deviation
    half = Z95 * math.hypot(*deviations.values())
    if len(deviations) == 1 and all(latents[term.latent].family == "uniform" for term in terms):
        half = 0.475 * (high - low)
    return Estimate(
        point=mean, low=min(mean, max(low, mean - half)), high=max(mean, min(high, mean + half))
    )


def level_moments(latent: Latent) -> tuple[float, float]:
    """Mean and standard deviation of a level.

    Raises:
        ValueError: the family is not one of levels.
    """
    if latent.family == "uniform":
        return (latent.a + latent.b) / 2, abs(latent.b - latent.a) / math.sqrt(12)
    if latent.family == "point" or (latent.family == "normal" and latent.b == 0):
        return min(max(latent.a, _low(latent)), _high(latent)), 0.0
    if latent.family == "normal":
        return _clipped_normal(latent.a, latent.b, _low(latent), _high(latent))
    raise ValueError(f"{latent.family} is not a family of levels")


def _clipped_normal(mean: float, sd: float, low: float, high: float) -> tuple[float, float]:
    """Mean and standard deviation of a normal variable clipped (not truncated) to [low, high].

    Greene, Econometric Analysis, the section on the censored normal distribution, for two sides.

    >>> m, s = _clipped_normal(1.0, 0.1, 0.0, 1.0)
    >>> round(m, 4), round(s, 4)
    (0.9601, 0.0584)
    """
    a, b = (low - mean) / sd, (high - mean) / sd
    below, above = _cumulative(a), 1.0 - _cumulative(b)
    inside = 1.0 - below - above
    density_a, density_b = _density(a), _density(b)
    first = mean * inside + sd * (density_a - density_b)
    edge_a = 0.0 if math.isinf(a) else a * density_a
    edge_b = 0.0 if math.isinf(b) else b * density_b
    # Second moment about `mean`, so that a small sd does not vanish beside a large mean.
    spread = sd**2 * (inside + edge_a - edge_b)
    total = first + (0.0 if below == 0 else low * below) + (0.0 if above == 0 else high * above)
    second = spread
    second += 0.0 if below == 0 else (low - mean) ** 2 * below
    second += 0.0 if above == 0 else (high - mean) ** 2 * above
    return total, math.sqrt(max(0.0, second - (total - mean) ** 2))


def _cumulative(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2))


def _density(z: float) -> float:
    return math.exp(-z * z / 2) / math.sqrt(2 * math.pi)


def _low(latent: Latent) -> float:
    return -math.inf if latent.low is None else latent.low


def _high(latent: Latent) -> float:
    return math.inf if latent.high is None else latent.high


def _reach(latent: Latent) -> tuple[float, float]:
    """The least and the most that a level can be."""
    if latent.family == "normal":
        return _low(latent), _high(latent)
    ends = (latent.a, latent.b if latent.family == "uniform" else latent.a)
    return max(min(ends), _low(latent)), min(max(ends), _high(latent))
