from __future__ import annotations

import numpy as np
import pytest

from knowledge.schema.criterion import Part
from knowledge.schema.decision import DecisionMatrix
from scoring.assess import assess
from scoring.bundles import LEAST, bundled, signatures
from scoring.draws import LatentDraws
from scoring.simulate import simulate
from tests.scoring import build

TERMS = [f"cap.{letter}" for letter in "abcdefghij"]
WEIGHTS = [1.0, 2.0, 1.0, 3.0, 1.0, 2.0, 1.0, 1.0, 2.0, 1.0]


def matrix(*levels: tuple[object, ...]) -> DecisionMatrix:
    """One framework per tuple of levels, on one rubric over all terms and one over the last."""
    frameworks = [
        build.framework(
            f"f{number}",
            *(build.claim(term, level) for term, level in zip(TERMS, given, strict=True)),
        )
        for number, given in enumerate(levels)
    ]
    wide = build.rubric(
        "wide", *(build.indicator(t, weight=w) for t, w in zip(TERMS, WEIGHTS, strict=True))
    )
    narrow = build.rubric("narrow", build.indicator(TERMS[-1]), build.indicator("device.x"))
    catalog = build.catalog(*frameworks, criteria=(wide, narrow))
    terms = {**catalog.capabilities, **dict.fromkeys(TERMS, catalog.capabilities["cap.a"])}
    terms["device.x"] = catalog.capabilities["cap.a"]
    object.__setattr__(catalog, "capabilities", terms)
    scenario = build.scenario(build.prefer("wide", 3), build.prefer("narrow", 1))
    rows = [build.alternative(f"f{number}") for number in range(len(levels))]
    return assess(catalog, scenario, {}, rows, (), build.TODAY)


GOOD = matrix((True,) * 10, (True,) * 5 + (False,) * 5, (True, False) * 5)


def test_terms_that_count_alike_are_bundled_and_others_are_not() -> None:
    found = {
        latent.id: latent.bundle for latent in GOOD.latents if latent.id.startswith("claim:f0")
    }
    assert len({found[f"claim:f0:{term}"] for term in TERMS[:-1]}) == 1
    assert all(found[f"claim:f0:{term}"] for term in TERMS[:-1])
    # the last one counts in two criteria, alone
    assert found[f"claim:f0:{TERMS[-1]}"] == ""


def test_few_terms_and_devices_are_drawn_one_by_one() -> None:
    few = [build.indicator(term) for term in TERMS[: LEAST - 1]]
    assert signatures({"few": few}) == {}
    devices = [build.indicator(f"device.{n}") for n in range(LEAST + 2)]
    assert signatures({"devices": devices}) == {}
    both = [build.indicator(term, part=Part.TRAINER) for term in TERMS]
    assert len(set(signatures({"both": both}).values())) == 1


def test_a_bundle_has_the_mean_and_deviation_of_its_sum() -> None:
    sums = bundled(GOOD)
    assert len(sums.latents) < len(GOOD.latents)
    for whole, parts in zip(sums.beliefs, GOOD.beliefs, strict=True):
        one, other = (_amounts(m, b) for m, b in ((sums, whole), (GOOD, parts)))
        assert one.mean() == pytest.approx(other.mean(), abs=0.15)
        assert one.std() == pytest.approx(other.std(), rel=0.05)


def _amounts(of: DecisionMatrix, belief: object) -> np.ndarray:
    latents = {latent.id: latent for latent in of.latents}
    terms = belief.terms  # type: ignore[attr-defined]
    draws = LatentDraws([latents[t.latent] for t in terms], 7)
    block = draws.draw(40_000)
    return np.sum([t.coefficient * block[draws.rows[t.latent]] for t in terms], axis=0)


def test_the_ranking_says_the_same_with_and_without() -> None:
    apart = GOOD.model_copy(
        update={"latents": tuple(x.model_copy(update={"bundle": ""}) for x in GOOD.latents)}
    )
    one, other = (
        simulate(m, 20_000, rng=np.random.default_rng(3), certainty=30.0) for m in (GOOD, apart)
    )
    assert one.expected == pytest.approx(other.expected, abs=0.002)
    assert one.acceptability == pytest.approx(other.acceptability, abs=0.02)
    assert one.low == pytest.approx(other.low, abs=0.01)
    assert one.high == pytest.approx(other.high, abs=0.01)
