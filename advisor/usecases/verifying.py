"""Put a claim to the test on this machine, by its recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from advisor.usecases.claims import trial
from advisor.usecases.environments import create_environments
from advisor.wiring import Narrate, Wiring
from knowledge.errors import KnownError
from knowledge.schema.probing import Estimate, Status
from knowledge.schema.recipe import Recipe, Ruling, Verification
from knowledge.schema.trial import ArticleClaim, Expectation, Verdict

if TYPE_CHECKING:
    from knowledge.schema.environment import Environment


def verify(
    wiring: Wiring,
    name: str,
    *,
    budget_s: float,
    seed: int,
    provision: bool,
    progress: Narrate = lambda event: None,
    stop: Callable[[], bool] = lambda: False,
) -> Verification:
    """Run the recipe of the claim `name` and say whether the claim holds here.

    Raises:
        KnownError: there is no such claim, or none of the recipes tests it.
    """
    claim = trial(wiring.catalog, name).claim
    if claim.recipe is None:
        lacks = f" (it needs: {claim.needs})" if claim.needs != "nothing" else ""
        raise KnownError(
            f"no recipe tests {claim.id}{lacks}",
            hint="those that can be tested: advisor claims list --recipe",
        )
    recipe, started = wiring.catalog.recipe(claim.recipe), wiring.now()
    specs = tuple(dict.fromkeys(variant.environment for variant in recipe.compared))
    if provision:
        create_environments(wiring, specs, progress)
    environments = _environments(wiring)
    missing = [spec for spec in specs if spec not in environments]
    blank = Verification(
        claim=claim.id,
        recipe=recipe.id,
        ruling=Ruling.NOT_COMPARABLE,
        status=Status.UNAVAILABLE,
        message=f"no environment on this machine holds {', '.join(missing)}" if missing else "",
        host=wiring.host.id,
        threads=wiring.host.cpu.threads,
        seed=seed,
        started=started,
    )
    if missing:
        return blank
    return _tried(wiring, claim, recipe, environments, blank, budget_s, progress, stop)


def ruling(
    claim: ArticleClaim,
    outcome: Estimate | None,
    *,
    stand_in: bool = False,
    disturbed: bool = False,
) -> Ruling:
    """What `outcome` says of `claim`: the interval against the bounds it would have to keep.

    Args:
        claim: what is said.
        outcome: what was measured.
        stand_in: it was measured on something else of the same kind.
        disturbed: other programs left no quiet round to measure in.
    """
    if outcome is None or claim.expected is None:
        return Ruling.NOT_COMPARABLE
    if claim.analogue or stand_in or claim.verdict is Verdict.NEVER_RELEASED:
        return Ruling.NOT_COMPARABLE
    if disturbed:
        return Ruling.INCONCLUSIVE
    return held_against(claim.expected, outcome)


def held_against(expected: Expectation, outcome: Estimate) -> Ruling:
    """Whether an interval lies within the bounds, outside of them, or on one."""
    low = float("-inf") if expected.low is None else expected.low
    high = float("inf") if expected.high is None else expected.high
    if low <= outcome.low and outcome.high <= high:
        return Ruling.HOLDS
    if outcome.high < low or high < outcome.low:
        return Ruling.DOES_NOT_HOLD
    return Ruling.UNDECIDED


def _tried(
    wiring: Wiring,
    claim: ArticleClaim,
    recipe: Recipe,
    environments: Mapping[str, Environment],
    blank: Verification,
    budget_s: float,
    progress: Narrate,
    stop: Callable[[], bool],
) -> Verification:
    import numpy as np

    from probes.outcomes import beside, foreign_cpu, summary

    here, lost = _runnable(recipe, environments)
    findings = wiring.experiment(
        here, environments, budget_s=budget_s, progress=progress, stop=stop
    )
    rng, readings = np.random.default_rng(blank.seed), findings.readings
    outcome, by_variant = summary(here, readings, rng)
    foreign, trouble = foreign_cpu(here, readings), findings.trouble
    status = Status.OK if outcome is not None else Status.SKIPPED
    return blank.model_copy(
        update={
            "ruling": ruling(
                claim, outcome, stand_in=findings.stand_in, disturbed=foreign is not None
            ),
            "status": trouble.status if trouble is not None and outcome is None else status,
            "message": trouble.message if trouble is not None else "",
            "outcome": outcome,
            "variants": by_variant,
            "beside": beside(here, readings, rng),
            "left_out": lost | {name: each.message for name, each in findings.lost.items()},
            "versions": {
                variant.id: environments[variant.environment].version for variant in here.variants
            },
            "readings": tuple(findings.readings),
            "notes": findings.notes,
            "stand_in": findings.stand_in,
            "foreign_cpu": foreign,
        }
    )


def _runnable(
    recipe: Recipe, environments: Mapping[str, Environment]
) -> tuple[Recipe, dict[str, str]]:
    """The recipe without the further variants that lack an environment, and which those are."""
    lost = {
        variant.id: f"no environment on this machine holds {variant.environment}"
        for variant in recipe.beside
        if variant.environment not in environments
    }
    kept = tuple(variant for variant in recipe.variants if variant.id not in lost)
    return recipe.model_copy(update={"variants": kept}), lost


def _environments(wiring: Wiring) -> Mapping[str, Environment]:
    from probes.environments import preferred

    return preferred(wiring.environments())
