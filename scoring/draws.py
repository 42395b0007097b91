"""Random draws of latents and weights, chunk by chunk.

The n-th draw of a latent depends on the key, the latent's stream and nothing else: not on the
order of latents, on which others there are, or on the chunk size (a multiple of `EVEN`). So
leaving an alternative out changes no draw of the others.

Draws come in pairs that mirror each other (antithetic variates; Hammersley & Morton, Mathematical
Proceedings of the Cambridge Philosophical Society 52(3), 1956, 449-475): half of the variates need
not be drawn, and means are the surer for it. A variate is one of `STRATA` equally likely parts of
its distribution, standing at the mean of that part: a random word gives four of them, and a table
their values, which is four times as fast as drawing them. What the strata leave out is a share of
less than 1e-5 of a variance.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence
from numpy.typing import NDArray

from knowledge.schema.decision import Latent

Array = NDArray[np.float64]
Strata = NDArray[np.uint16]

STRATA = 1 << 14
EVEN = 8
"""Draws that one random word gives: four variates and their mirrors."""

SMALLEST = 0.1
"""Shape from which a gamma variate does not underflow (with a chance of 1e-30)."""

_NORMAL = frozenset({"normal", "lognormal"})


class _Digest(ISeedSequence):
    """A seed whose bits are those of a digest, which are as good as random already."""

    def __init__(self, digest: bytes) -> None:
        self._digest = digest

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> NDArray[Any]:
        """The first `n_words` of the digest."""
        return np.frombuffer(self._digest, dtype)[:n_words]


def seed(key: int, name: str) -> bytes:
    """The 24 bytes that start the stream of `name`."""
    return hashlib.blake2b(name.encode(), digest_size=24, key=key.to_bytes(8, "little")).digest()


def _bits(key: int, name: str) -> np.random.SFC64:
    sequence: Any = _Digest(seed(key, name))  # a seed sequence, which the stubs forget to allow
    return np.random.SFC64(sequence)


def stream(key: int, name: str) -> np.random.Generator:
    """A generator of its own for `name`, the same for the same `key`.

    >>> float(stream(7, "a").random()) == float(stream(7, "a").random())
    True
    >>> float(stream(7, "a").random()) == float(stream(7, "b").random())
    False
    """
    return np.random.Generator(_bits(key, name))


@cache
def table() -> Array:
    """Mean of each stratum: of the standard normal distribution, then of the uniform one.

    The uniform one lies between -1/2 and 1/2, so that a variate of either kind is mirrored by its
    negative.
    """
    quantile, half = NormalDist().inv_cdf, STRATA // 2
    inner = np.array([quantile(0.5 + i / STRATA) for i in range(half)])
    density = np.append(np.exp(-(inner**2) / 2) / math.sqrt(2 * math.pi), 0.0)
    upper = (density[:-1] - density[1:]) * STRATA
    even = (np.arange(STRATA) + 0.5) / STRATA - 0.5
    return np.concatenate([-upper[::-1], upper, even])


class LatentDraws:
    """Draws of a set of latents; each call goes on where the last one stopped.

    Latents that cannot differ (one stream, one distribution) are drawn once.
    """

    def __init__(self, latents: Sequence[Latent], key: int) -> None:
        distinct: dict[tuple[object, ...], int] = {}
        self.rows = {
            latent.id: distinct.setdefault(_identity(latent), len(distinct)) for latent in latents
        }
        """Row of each latent in what `draw` returns."""
        by_row = {self.rows[latent.id]: latent for latent in latents}
        self.latents = [by_row[row] for row in range(len(distinct))]
        """The distinct latents by row."""
        places: dict[str, int] = {}
        names = [_source(latent) for latent in self.latents]
        self.streams = np.array(
            [places.setdefault(name, len(places)) for name in names], dtype=np.intp
        )
        """Row in `strata` of each distinct latent."""
        self.names = tuple(places)
        """Name of the stream of each row in `strata`; see `seed`."""
        self._bits = [_bits(key, name) for name in places]
        uniform = [name.startswith("uniform:") for name in places]
        self._offsets = (np.array(uniform, dtype=np.uint16) * np.uint16(STRATA))[:, None]

    def strata(self, pairs: int) -> Strata:
        """The strata of the next `pairs` pairs of every stream, shape (streams, pairs).

        They are places in `table`, which has the variates that come first in a pair.
        """
        words = -(-2 * pairs // EVEN)
        found = np.empty((len(self._bits), words * (EVEN // 2)), dtype=np.uint16)
        for row, bits in zip(found, self._bits, strict=True):
            row[:] = bits.random_raw(words).view(np.uint16)
        found >>= 2  # 14 of 16 bits
        found += self._offsets
        return found[:, :pairs]

    def draw(self, size: int) -> Array:
        """The next `size` draws of every distinct latent, shape (rows, size)."""
        strata = self.strata((size + 1) // 2)
        block = np.empty((len(self.latents), size))
        for row, latent in enumerate(self.latents):
            variates = table()[strata[self.streams[row]]]
            block[row, 0::2] = amounts(latent, variates)
            block[row, 1::2] = amounts(latent, -variates[: size // 2])
        return block


def _identity(latent: Latent) -> tuple[object, ...]:
    return _source(latent), latent.family, latent.a, latent.b, latent.low, latent.high


def _source(latent: Latent) -> str:
    """The name of the stream of variates; normal and uniform ones come from different streams."""
    kind = "normal" if latent.family in _NORMAL else "uniform"
    return f"{kind}:{latent.stream or latent.id}"


def line(latent: Latent) -> tuple[float, float]:
    """Intercept and slope of `latent` in the variates of its stream; of its logarithm for the
    families that are named after it.
    """
    a, b = latent.a, latent.b
    if latent.family == "point":
        return a, 0.0
    if latent.family == "normal":
        return a, b
    if latent.family == "uniform":
        return (a + b) / 2, b - a
    if latent.family == "lognormal":
        return math.log(a), b
    return (math.log(a) + math.log(b)) / 2, math.log(b / a)


def amounts(latent: Latent, variates: Array) -> Array:
    """Draws of `latent` from variates of its stream, within its bounds."""
    intercept, slope = line(latent)
    found: Array = slope * variates
    found += intercept
    if latent.family in ("lognormal", "loguniform"):
        np.exp(found, out=found)
    if latent.low is not None or latent.high is not None:
        np.clip(found, latent.low, latent.high, out=found)
    return found


def weight_stream(criterion: str, series: str = "") -> str:
    """The name of the stream of gamma variates of a criterion's weight."""
    return f"weight{series}:{criterion}"


class WeightDraws:
    """Draws of weights from a Dirichlet distribution around the stated ones.

    ``weights ~ Dirichlet(certainty * stated)`` over the criteria with a weight above zero: mean
    `stated`, variance ``w (1 - w) / (certainty + 1)``. A weight of zero stays zero. With equal
    weights and certainty = their number it is uniform over all weights, the case of no
    preference information in SMAA-2 (Lahdelma & Salminen, Operations Research 49(3), 2001).
    Made of independent gamma variates, one stream per criterion; in logarithms where a very small
    certainty would make all of them underflow.
    """

    def __init__(
        self, stated: Mapping[str, float], certainty: float, key: int, series: str = ""
    ) -> None:
        """Draws of another `series` are independent of these."""
        self._shapes = [certainty * weight for weight in stated.values()]
        self._gammas = [stream(key, weight_stream(criterion, series)) for criterion in stated]
        self._boosts = [stream(key, f"weight-boost{series}:{criterion}") for criterion in stated]
        self._tiny = max(self._shapes, default=0.0) < SMALLEST

    def draw(self, size: int) -> Array:
        """The next `size` draws, shape (criteria, size); every column sums to 1."""
        found = np.full((len(self._shapes), size), -np.inf if self._tiny else 0.0)
        for row, shape in enumerate(self._shapes):
            if shape <= 0:
                continue
            if self._tiny:
                found[row] = self._log_gamma(row, shape, size)
            else:
                self._gammas[row].standard_gamma(shape, out=found[row])
        if self._tiny:
            found -= found.max(axis=0)
            np.exp(found, out=found)
        found /= found.sum(axis=0)
        return found

    def _log_gamma(self, row: int, shape: float, size: int) -> Array:
        """Logarithms of gamma variates: those of shape + 1, multiplied by U ** (1 / shape).

        (Marsaglia & Tsang, ACM Transactions on Mathematical Software 26(3), 2000.)
        """
        boost = np.log1p(-self._boosts[row].random(size)) / shape
        return np.asarray(np.log(self._gammas[row].standard_gamma(shape + 1, size)) + boost)
