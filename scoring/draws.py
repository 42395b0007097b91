"""Random draws of latents and weights, chunk by chunk.

The n-th draw of a latent depends on the key, the latent's stream and nothing else: not on the
order of latents, on which others there are, or on the chunk size (an even one). So leaving an
alternative out changes no draw of the others.

Draws come in pairs that mirror each other (antithetic variates; Hammersley & Morton, Mathematical
Proceedings of the Cambridge Philosophical Society 52(3), 1956, 449-475): half of the variates need
not be drawn, and means are the surer for it.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from knowledge.schema.decision import Latent

Array = NDArray[np.float64]

_NORMAL = frozenset({"normal", "lognormal"})


def stream(key: int, name: str) -> np.random.Generator:
    """A generator of its own for `name`, the same for the same `key`.

    >>> float(stream(7, "a").random()) == float(stream(7, "a").random())
    True
    >>> float(stream(7, "a").random()) == float(stream(7, "b").random())
    False
    """
    digest = hashlib.blake2b(name.encode(), digest_size=16, key=key.to_bytes(8, "little"))
    return np.random.Generator(np.random.SFC64(int.from_bytes(digest.digest(), "little")))


class LatentDraws:
    """Draws of a set of latents; each call of `draw` goes on where the last one stopped.

    Latents that cannot differ (one stream, one distribution) are drawn once.
    """

    def __init__(self, latents: Sequence[Latent], key: int) -> None:
        distinct: dict[tuple[object, ...], int] = {}
        self.rows = {
            latent.id: distinct.setdefault(_identity(latent), len(distinct)) for latent in latents
        }
        """Row of each latent in what `draw` returns."""
        by_row = {self.rows[latent.id]: latent for latent in latents}
        self._latents = [by_row[row] for row in range(len(distinct))]
        names = [_source(latent) for latent in self._latents]
        self._rows_of: dict[str, list[int]] = {}
        """Stream -> the rows that use its variates."""
        for row, name in enumerate(names):
            self._rows_of.setdefault(name, []).append(row)
        self._streams = {rows[0]: stream(key, name) for name, rows in self._rows_of.items()}

    def draw(self, size: int) -> Array:
        """The next `size` draws of every distinct latent, shape (rows, size)."""
        block = np.empty((len(self._latents), size))
        half, scaled = np.empty((size + 1) // 2), np.empty((size + 1) // 2)
        for first, *others in self._rows_of.values():
            if self._latents[first].family in _NORMAL:
                self._streams[first].standard_normal(out=half)
            else:
                self._streams[first].random(out=half)
            for row in (first, *others):
                _fill(self._latents[row], half, scaled, block[row])
        return block


def _identity(latent: Latent) -> tuple[object, ...]:
    return _source(latent), latent.family, latent.a, latent.b, latent.low, latent.high


def _source(latent: Latent) -> str:
    """The name of the stream of variates; normal and uniform ones come from different streams."""
    kind = "normal" if latent.family in _NORMAL else "uniform"
    return f"{kind}:{latent.stream or latent.id}"


def _fill(latent: Latent, half: Array, scaled: Array, out: Array) -> None:
    """Draws of `latent` from standard variates: those of `half`, each followed by its mirror.

    `scaled` is room for what is being computed, of the shape of `half`.
    """
    a, b = latent.a, latent.b
    if latent.family == "point":
        out.fill(a)
        return
    odd = scaled[: len(out) // 2]
    if latent.family == "normal":
        np.multiply(half, b, out=scaled)
        np.add(a, scaled, out=out[0::2])
        np.subtract(a, odd, out=out[1::2])
    elif latent.family == "uniform":
        np.multiply(half, b - a, out=scaled)
        np.add(a, scaled, out=out[0::2])
        np.subtract(b, odd, out=out[1::2])
    else:
        normal = latent.family == "lognormal"
        np.multiply(half, b if normal else math.log(b / a), out=scaled)
        np.exp(scaled, out=scaled)
        np.multiply(a, scaled, out=out[0::2])
        np.divide(a if normal else b, odd, out=out[1::2])
    if latent.low is not None or latent.high is not None:
        out.clip(latent.low, latent.high, out=out)


class WeightDraws:
    """Draws of weights from a Dirichlet distribution around the stated ones.

    ``weights ~ Dirichlet(certainty * stated)`` over the criteria with a weight above zero: mean
    `stated`, variance ``w (1 - w) / (certainty + 1)``. A weight of zero stays zero. With equal
    weights and certainty = their number it is uniform over all weights, the case of no
    preference information in SMAA-2 (Lahdelma & Salminen, Operations Research 49(3), 2001).
    Made of independent gamma variates, one stream per criterion, in logarithms so that a very
    small certainty does not underflow.
    """

    def __init__(self, stated: Mapping[str, float], certainty: float, key: int) -> None:
        self._shapes = [certainty * weight for weight in stated.values()]
        self._gammas = [stream(key, f"weight:{criterion}") for criterion in stated]
        self._boosts = [stream(key, f"weight-boost:{criterion}") for criterion in stated]

    def draw(self, size: int) -> Array:
        """The next `size` draws, shape (criteria, size); every column sums to 1."""
        logs = np.full((len(self._shapes), size), -np.inf)
        for row, shape in enumerate(self._shapes):
            if shape > 0:
                logs[row] = self._log_gamma(row, shape, size)
        logs -= logs.max(axis=0)
        np.exp(logs, out=logs)
        logs /= logs.sum(axis=0)
        return logs

    def _log_gamma(self, row: int, shape: float, size: int) -> Array:
        """Logarithms of gamma variates.

        Below shape 1 they are those of shape + 1, multiplied by U ** (1 / shape) (Marsaglia &
        Tsang, ACM Transactions on Mathematical Software 26(3), 2000).
        """
        if shape >= 1:
            return np.asarray(np.log(self._gammas[row].standard_gamma(shape, size)))
        boost = np.log1p(-self._boosts[row].random(size)) / shape
        return np.asarray(np.log(self._gammas[row].standard_gamma(shape + 1, size)) + boost)
