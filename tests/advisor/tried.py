"""Claims on trial in small: an article, a recipe with two variants, and a run without processes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from advisor.wiring import Narrate
from knowledge.catalog import Catalog, GradeTable
from knowledge.schema.environment import Environment, EnvironmentSpec
from knowledge.schema.evidence import Grade, Source
from knowledge.schema.probing import Status
from knowledge.schema.progress import Progress
from knowledge.schema.recipe import Reading, Recipe
from knowledge.schema.trial import Article
from probes.experiment import Findings
from probes.protocol import Trouble
from tests.advisor.fakes import FakeWiring

WORDS = {"en": "words", "zh": "文字"}
CITED = [{"source": "docs", "locator": "p. 1", "read": "2026-11-30", "grade": "documented"}]


def claim(name: str, **more: Any) -> dict[str, Any]:
    """A claim of the article, as its file would say it."""
    return {
        "id": name,
        "kind": "performance",
        "subject": "Alpha",
        "about": ["alpha"],
        "text": {"en": f"{name} says so", "zh": f"{name} 如是说"},
        "verdict": "confirmed",
        "finding": {"en": "It does.", "zh": "确实。"},
        "needs": "cpu",
        "evidence": CITED,
        **more,
    }


TESTED = {"recipe": "slow-or-fast"}
CLAIMS = (
    claim("a-1", **TESTED, expected={"low": 1.5, "high": 2.5}, metric="speed", value=2, unit="x"),
    claim("a-2", **TESTED, expected={"low": 4}),
    claim("a-3", **TESTED, expected={"high": 2.0}),
    claim("a-4", **TESTED, expected={"low": 1}, analogue=True, needs="gpu", hardware="V100"),
    claim("a-5", **TESTED, expected={"low": 1}, verdict="never-released", version="9.0"),
    claim("a-6", verdict="unverifiable", needs="nothing", evidence=[], subject="Beta", about=[]),
)


def catalog(further: str | None = None) -> Catalog:
    """One article with `CLAIMS`, and what they refer to; `further` is a third environment."""
    variants: list[dict[str, Any]] = [
        {"id": name, "title": {"en": name, "zh": name}, "environment": environment}
        for name, environment in (("slow", "torch"), ("fast", "jax"))
    ]
    if further is not None:
        title = {"en": "third", "zh": "third"}
        variants.append({"id": "third", "title": title, "environment": further})
    recipe = {"id": "slow-or-fast", "title": WORDS, "about": WORDS, "variants": variants}
    article = {"id": "a", "title": WORDS, "summary": WORDS, "language": "en", "claims": CLAIMS}
    source = {"title": "The manual", "url": "https://example.org/manual"}
    return Catalog(
        grades=GradeTable(sd=dict.fromkeys(Grade, 0.1), stale_factor=2),
        recipes={"slow-or-fast": Recipe.model_validate(recipe)},
        claims={"a": Article.model_validate(article)},
        sources={"docs": Source.model_validate({**source, "publisher": "p", "kind": "docs"})},
        environments={name: _spec(name) for name in ("torch", "jax")},
    )


def _spec(name: str) -> EnvironmentSpec:
    return EnvironmentSpec.model_validate(
        {
            "id": name,
            "title": name,
            "framework": name,
            "distribution": name,
            "module": name,
            "python": ">=3.11",
            "requirements": [f"{name}==1.0"],
            "approximate_mb": 1,
        }
    )


def readings(slow: float, fast: float, scatter: float = 0.02) -> list[Reading]:
    """Three processes of five rounds each; `scatter` is between processes, as a share."""
    factors = (1 - scatter, 1.0, 1 + scatter)
    return [
        Reading(variant=name, process=process, round=number, value=value)
        for process, factor in enumerate(factors)
        for number in range(5)
        for name, value in (("slow", slow * factor), ("fast", fast))
    ]


@dataclass(frozen=True)
class TrialWiring(FakeWiring):
    """The small catalog, and an experiment that gives what it is told to."""

    given: Findings = field(default_factory=lambda: Findings(readings=readings(0.2, 0.1)))
    ran: list[str] = field(default_factory=list)
    further: str | None = None

    @cached_property
    def catalog(self) -> Catalog:
        return catalog(self.further)

    def experiment(
        self,
        recipe: Recipe,
        environments: Mapping[str, Environment],
        *,
        budget_s: float,
        progress: Narrate,
        stop: Callable[[], bool],
    ) -> Findings:
        self.ran.append(recipe.id)
        progress(Progress(stage="prepare", done=1, total=1, subject=recipe.id))
        return self.given


def crashed() -> Findings:
    """A first process that died before anything was read."""
    return Findings(trouble=Trouble(status=Status.CRASHED, message="killed by SIGSEGV"))


def trial_wiring(folder: Path, **settings: Any) -> TrialWiring:
    """A TrialWiring whose cache and state live under `folder`."""
    return TrialWiring(cache_dir=folder / "cache", state_dir=folder / "state", **settings)
