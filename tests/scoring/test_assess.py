from __future__ import annotations

import pytest

from knowledge.errors import KnownError
from knowledge.schema.decision import Basis
from knowledge.schema.probing import Status
from scoring.assess import assess
from scoring.enumerate import stacks
from tests.scoring import build

CATALOG = build.catalog(
    build.framework("alpha", build.claim("cap.a"), build.claim("cap.c")),
    build.framework("beta", build.claim("cap.c", False)),
    build.framework("gamma", build.claim("cap.a"), roles="infer", modes=("cpu",)),
    routes=[build.route("alpha", "gamma"), build.route("beta", "gamma")],
)
CASE = build.scenario(
    build.prefer("latency", 30),
    build.prefer("memory", 0),
    build.prefer("reach", 20),
    build.prefer("freedom", 10),
)
STACKS = stacks(CATALOG, CASE, "x86")


def test_every_alternative_has_one_belief_per_criterion_in_order() -> None:
    matrix = assess(CATALOG, CASE, {}, STACKS, [], build.TODAY)
    assert [(b.alternative, b.criterion) for b in matrix.beliefs] == [
        (a.id, p.criterion) for a in STACKS for p in CASE.preferences
    ]
    assert [(c.id, c.weight) for c in matrix.criteria] == [
        ("latency", 0.5),
        ("memory", 0.0),
        ("reach", pytest.approx(1 / 3)),
        ("freedom", pytest.approx(1 / 6)),
    ]
    known = {latent.id for latent in matrix.latents}
    assert len(known) == len(matrix.latents)
    assert {t.latent for b in matrix.beliefs for t in b.terms} == known


def test_stacks_on_one_runtime_share_measurement_and_claims() -> None:
    measurement = build.measurement("gamma/cpu", 0.005)
    matrix = assess(CATALOG, CASE, {}, STACKS, [measurement], build.TODAY)
    cells = {(b.alternative, b.criterion): b for b in matrix.beliefs}
    for criterion in ("latency", "memory", "reach"):
        one, two = cells["alpha>gamma/cpu", criterion], cells["beta>gamma/cpu", criterion]
        assert one.terms == two.terms
    latency = cells["alpha>gamma/cpu", "latency"]
    assert (latency.basis, latency.estimate.point) == (Basis.MEASURED, pytest.approx(5.0))
    assert cells["alpha/eager", "latency"].basis is Basis.UNKNOWN


def test_overrides_change_the_weights_and_bad_ones_are_refused() -> None:
    matrix = assess(CATALOG, CASE, {"latency": 0, "memory": 30}, STACKS, [], build.TODAY)
    assert [c.weight for c in matrix.criteria][:2] == [0.0, 0.5]
    with pytest.raises(KnownError, match="does not weigh by"):
        assess(CATALOG, CASE, {"beauty": 1}, STACKS, [], build.TODAY)


def test_a_failed_measurement_leaves_the_cell_unknown() -> None:
    failed = build.measurement("alpha/eager", status=Status.FAILED)
    matrix = assess(CATALOG, CASE, {}, STACKS[:1], [failed], build.TODAY)
    assert matrix.beliefs[0].basis is Basis.UNKNOWN


def test_no_alternatives_make_an_empty_matrix() -> None:
    matrix = assess(CATALOG, CASE, {}, [], [], build.TODAY)
    assert matrix.alternatives == matrix.beliefs == matrix.latents == ()
    assert len(matrix.criteria) == 4
