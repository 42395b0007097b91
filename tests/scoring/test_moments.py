from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from knowledge.schema.decision import Latent, Term
from scoring.draws import LatentDraws
from scoring.moments import quantiles, weighted_sum
from tests.scoring import build


def level(name: str, mean: float, sd: float) -> Latent:
    return Latent(id=name, family="normal", a=mean, b=sd, low=0.0, high=1.0)


@pytest.mark.parametrize(
    "latent",
    [
        level("x", 1.0, 0.2),
        level("x", 0.5, 0.5),
        Latent(id="x", family="lognormal", a=10.0, b=0.3),
        Latent(id="x", family="lognormal", a=10.0, b=-0.3),
        Latent(id="x", family="uniform", a=4.0, b=2.0),
        Latent(id="x", family="loguniform", a=100.0, b=1.0),
        Latent(id="x", family="point", a=3.0),
    ],
    ids=lambda latent: f"{latent.family}-{latent.a}-{latent.b}",
)
def test_quantiles_are_those_of_the_draws(latent: Latent) -> None:
    drawn = 2.0 * LatentDraws([latent], key=5).draw(200_000)[0]
    low, point, high = np.quantile(drawn, [0.025, 0.5, 0.975])
    found = quantiles(latent, 2.0)
    assert found.point == pytest.approx(point, rel=0.02)
    assert found.low == pytest.approx(low, rel=0.02, abs=0.01)
    assert found.high == pytest.approx(high, rel=0.02)


def test_a_weighted_sum_has_the_mean_and_nearly_the_interval_of_the_draws() -> None:
    latents = {f"n{i}": level(f"n{i}", m, 0.1) for i, m in enumerate([1.0, 1.0, 0.0, 0.5])}
    latents |= {f"u{i}": Latent(id=f"u{i}", family="uniform", a=0.0, b=1.0) for i in range(4)}
    terms = [Term(latent=name, coefficient=12.5) for name in latents]
    draws = LatentDraws(list(latents.values()), key=5)
    total = 12.5 * draws.draw(200_000).sum(axis=0)
    found = weighted_sum(terms, latents)
    assert found.point == pytest.approx(total.mean(), abs=0.1)
    low, high = np.quantile(total, [0.025, 0.975])
    assert found.low == pytest.approx(low, abs=1.0)
    assert found.high == pytest.approx(high, abs=1.0)


def test_the_interval_follows_the_deviation_of_clipped_levels() -> None:
    latents = {f"n{i}": level(f"n{i}", 0.1, 0.3) for i in range(9)}
    latents |= {f"m{i}": level(f"m{i}", 0.8, 0.4) for i in range(9)}
    terms = [Term(latent=name, coefficient=1.0) for name in latents]
    total = LatentDraws(list(latents.values()), key=5).draw(200_000).sum(axis=0)
    found = weighted_sum(terms, latents)
    assert found.point == pytest.approx(total.mean(), abs=0.01)
    assert found.high - found.low == pytest.approx(2 * 1.96 * total.std(), rel=0.01)


def test_levels_of_one_stream_do_not_average_out() -> None:
    def unknown(name: str) -> Latent:
        return Latent(id=name, family="uniform", a=0.0, b=1.0, stream="all")

    latents = {name: unknown(name) for name in "abcd"} | {"n": level("n", 0.5, 0.1)}
    terms = [Term(latent=name, coefficient=20.0) for name in latents]
    draws = LatentDraws(list(latents.values()), key=5)
    block = draws.draw(200_000)
    total = 20.0 * sum(block[draws.rows[name]] for name in latents)
    low, high = np.quantile(total, [0.025, 0.975])
    found = weighted_sum(terms, latents)
    assert found.low <= low
    assert found.high >= high
    assert found.high - found.low < 1.2 * (high - low)


@build.LAW
@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 2)), min_size=1, max_size=6))
def test_an_interval_stays_within_what_the_sum_can_reach(levels: list[tuple[float, float]]) -> None:
    latents = {str(i): level(str(i), m, sd) for i, (m, sd) in enumerate(levels)}
    found = weighted_sum([Term(latent=name, coefficient=10.0) for name in latents], latents)
    assert -1e-9 <= found.low <= found.point <= found.high <= 10.0 * len(levels) + 1e-9


def test_a_family_that_is_no_level_is_refused() -> None:
    latents = {"x": Latent(id="x", family="lognormal", a=1.0, b=0.1)}
    with pytest.raises(ValueError, match="not a family of levels"):
        weighted_sum([Term(latent="x", coefficient=1.0)], latents)
