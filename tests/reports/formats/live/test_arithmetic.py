"""The page and scoring.simulate agree on a shared set of random problems, in a real browser."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.async_api import Browser

from reports.formats.html import ARITHMETIC, script
from reports.formats.live.payload import problem
from scoring.simulate import key_of, simulate
from tests.reports.formats.live.problems import Problem, problems

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

RUN = """
const computed = cases.map(({ carried, weights, certainty, rows }) => {
  const found = simulate(openProblem(carried), weights, certainty, rows);
  const listed = (table) => table.map((row) => [...row]);
  return { ...found, acceptability: listed(found.acceptability), winning: listed(found.winning) };
});
return computed;
"""


def carried(one: Problem) -> dict[str, Any]:
    """What a report would carry of the problem, and what a slider would ask."""
    key = key_of(np.random.default_rng(one.seed))
    found = {**problem(one.matrix, key), "draws": one.draws}
    return {
        "carried": found,
        "weights": [one.weights[criterion["id"]] for criterion in found["criteria"]],
        "certainty": one.certainty,
        "rows": list(range(len(one.matrix.alternatives))),
    }


async def test_random_problems_agree_to_a_billionth(chromium: Browser) -> None:
    shared = problems()
    page = await chromium.new_page()
    source = f"(cases) => {{ {script(ARITHMETIC)} {RUN} }}"
    found = await page.evaluate(source, [carried(one) for one in shared])
    await page.close()
    for one, here in zip(shared, found, strict=True):
        rng = np.random.default_rng(one.seed)
        there = simulate(one.weighed(), one.draws, rng=rng, certainty=one.certainty)
        order = [view.id for view in one.matrix.criteria]
        places = [order.index(criterion["id"]) for criterion in carried(one)["carried"]["criteria"]]
        for name in ("expected", "low", "high", "acceptability", "winning"):
            assert np.abs(np.array(here[name]) - getattr(there, name)).max() < 1e-9, name
        assert np.abs(np.array(here["values"]) - there.values[:, places]).max() < 1e-9
