from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.decision import Latent
from scoring.draws import STRATA, LatentDraws, WeightDraws, table

LATENTS = [
    Latent(id="level", family="normal", a=0.7, b=0.2, low=0.0, high=1.0),
    Latent(id="time", family="lognormal", a=10.0, b=0.3),
    Latent(id="share", family="uniform", a=0.0, b=1.0),
    Latent(id="span", family="loguniform", a=100.0, b=1.0),
    Latent(id="sure", family="point", a=4.0),
]


def test_each_family_has_its_distribution() -> None:
    draws = LatentDraws(LATENTS, key=11)
    block = {latent.id: draws.draw(200_000)[draws.rows[latent.id]] for latent in LATENTS}
    assert block["level"].min() == 0.0
    assert block["level"].max() == 1.0
    assert np.median(block["level"]) == pytest.approx(0.7, abs=0.005)
    assert np.median(block["time"]) == pytest.approx(10.0, rel=0.01)
    assert np.log(block["time"]).std() == pytest.approx(0.3, rel=0.01)
    assert block["share"].mean() == pytest.approx(0.5, abs=0.005)
    assert np.log10(block["span"]).mean() == pytest.approx(1.0, abs=0.01)
    assert (block["span"].min() >= 1.0) and (block["span"].max() <= 100.0)
    assert (block["sure"] == 4.0).all()


def test_strata_keep_mean_and_variance() -> None:
    normal, uniform = table()[:STRATA], table()[STRATA:]
    assert normal.mean() == pytest.approx(0, abs=1e-15)
    assert normal.var() == pytest.approx(1, abs=1e-5)
    assert (normal**4).mean() == pytest.approx(3, abs=2e-3)
    assert uniform.mean() == pytest.approx(0, abs=1e-15)
    assert uniform.var() == pytest.approx(1 / 12, abs=1e-9)
    np.testing.assert_allclose(normal, -normal[::-1], atol=1e-12)
    assert (np.diff(normal) > 0).all()


def test_a_draw_is_followed_by_its_mirror() -> None:
    block = LatentDraws(LATENTS[2:3], key=11).draw(1001)[0]
    np.testing.assert_allclose(block[0:1000:2] + block[1:1000:2], 1.0)


def test_a_draw_depends_on_neither_order_nor_company_nor_chunks() -> None:
    alone = {x.id: LatentDraws([x], key=11).draw(1000)[0] for x in LATENTS}
    together = LatentDraws(LATENTS[::-1], key=11)
    parts = [together.draw(304), together.draw(696)]
    for name, row in together.rows.items():
        np.testing.assert_array_equal(np.concatenate([p[row] for p in parts]), alone[name])


def test_other_keys_and_other_names_draw_otherwise() -> None:
    one = LatentDraws(LATENTS, key=11).draw(100)
    other = LatentDraws(LATENTS, key=12).draw(100)
    assert not np.array_equal(one[1], other[1])
    twin = LATENTS[0].model_copy(update={"id": "twin"})
    block = LatentDraws([LATENTS[0], twin], key=11).draw(5000)
    assert abs(np.corrcoef(block)[0, 1]) < 0.06


def test_latents_of_one_stream_move_together_whichever_comes_first() -> None:
    fast = Latent(id="time", family="lognormal", a=0.1, b=0.2)
    rate = Latent(id="rate", family="lognormal", a=80.0, b=-0.2, stream="time")
    for order in ([fast, rate], [rate, fast]):
        draws = LatentDraws(order, key=2)
        block = draws.draw(100)
        np.testing.assert_allclose(block[0] * block[1], 8.0)


def test_latents_that_cannot_differ_are_drawn_once() -> None:
    twins = [
        Latent(id=name, family="uniform", a=0.0, b=1.0, stream="unknown:alpha") for name in "ab"
    ]
    other = Latent(id="c", family="uniform", a=0.0, b=2.0, stream="unknown:alpha")
    draws = LatentDraws([*twins, other], key=2)
    block = draws.draw(10)
    assert draws.rows == {"a": 0, "b": 0, "c": 1}
    np.testing.assert_allclose(block[1], 2 * block[0])


def test_weights_are_dirichlet_around_the_stated_ones() -> None:
    stated = {"a": 0.6, "b": 0.3, "c": 0.1, "d": 0.0}
    drawn = WeightDraws(stated, certainty=30.0, key=3).draw(200_000)
    np.testing.assert_allclose(drawn.sum(axis=0), 1.0)
    np.testing.assert_allclose(drawn.mean(axis=1), list(stated.values()), atol=0.002)
    expected = [(w * (1 - w) / 31) ** 0.5 for w in stated.values()]
    np.testing.assert_allclose(drawn.std(axis=1), expected, atol=0.001)
    assert (drawn[3] == 0.0).all()


def test_no_preference_is_uniform_over_all_weights() -> None:
    drawn = WeightDraws(dict.fromkeys("abc", 1 / 3), certainty=3.0, key=3).draw(200_000)
    # Marginals of the uniform distribution on the simplex: P(w > t) = (1 - t)^2.
    for t in (0.1, 0.5, 0.9):
        np.testing.assert_allclose((drawn > t).mean(axis=1), (1 - t) ** 2, atol=0.005)


def test_a_tiny_certainty_gives_all_weight_to_one_criterion_at_a_time() -> None:
    stated = {"a": 0.75, "b": 0.25}
    drawn = WeightDraws(stated, certainty=1e-6, key=3).draw(50_000)
    assert np.isfinite(drawn).all()
    np.testing.assert_allclose(drawn.mean(axis=1), [0.75, 0.25], atol=0.01)
    assert np.isclose(drawn.max(axis=0), 1.0).mean() > 0.999


def test_weights_too_do_not_depend_on_chunks() -> None:
    stated = {"a": 0.75, "b": 0.25}
    whole = WeightDraws(stated, 2.0, key=3).draw(1000)
    parts = WeightDraws(stated, 2.0, key=3)
    np.testing.assert_array_equal(np.hstack([parts.draw(400), parts.draw(600)]), whole)


def test_one_criterion_has_all_the_weight() -> None:
    assert (WeightDraws({"a": 1.0}, 30.0, key=3).draw(100) == 1.0).all()
