"""Claims on trial: what articles say, what was found when it was checked, and how to test it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationInfo, field_validator, model_validator

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.evidence import Citation


class Verdict(StrEnum):
    """What became of a claim when it was checked against better sources."""

    CONFIRMED = "confirmed"
    PARTLY = "partly"
    OUTDATED = "outdated"
    CONTRADICTED = "contradicted"
    NEVER_RELEASED = "never-released"
    """It speaks of a version that was never published."""
    UNVERIFIABLE = "unverifiable"
    """It leaves out what one would need to check it."""


class Needs(StrEnum):
    """What a test of a claim needs."""

    CPU = "cpu"
    GPU = "gpu"
    NPU = "npu"
    TPU = "tpu"
    CLUSTER = "cluster"
    NOTHING = "nothing"
    """It cannot be tested by measuring: a rating, a forecast, a matter of documents."""


class Expectation(Noun):
    """What the outcome of a claim's recipe would be if the claim held: within these bounds."""

    low: float | None = None
    high: float | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Expectation:
        if self.low is None and self.high is None:
            raise ValueError("give at least one of low and high")
        if self.low is not None and self.high is not None and self.low > self.high:
            raise ValueError("low is above high")
        return self


class ArticleClaim(Noun):
    """One statement of an article, with the verdict on it."""

    id: Id
    kind: Literal[
        "performance", "capability", "recommendation", "trend", "ecosystem", "rating", "version"
    ]
    subject: str
    """Whom the article speaks of, in its own terms."""
    about: tuple[Id, ...] = ()
    """The frameworks, systems and devices of the knowledge base that this is."""
    version: str | None = None
    """Version of the subject as stated."""
    hardware: str | None = None
    workload: str | None = None
    metric: str | None = None
    value: float | str | None = None
    unit: str | None = None
    baseline: str | None = None
    """What it is compared with, as far as the article says."""
    over: tuple[Id, ...] = ()
    """Whom the subject is said to beat on the metric."""
    scenario: Id | None = None
    """For a recommendation: the scenario it is given for."""
    capability: Id | None = None
    """The capability that the subject is said to have, or with `denies` to lack."""
    denies: bool = False
    text: LocalText
    verdict: Verdict
    finding: LocalText
    """What speaks for or against it; the correct figure where it is known."""
    needs: Needs
    test: LocalText | None = None
    """How it could be tested, or what would be needed to."""
    recipe: Id | None = None
    """The recipe (data/recipes) that measures it on this machine."""
    expected: Expectation | None = None
    """Bounds on the recipe's outcome within which the claim holds."""
    analogue: bool = False
    """The recipe measures the like of it on a CPU, where the claim is on other hardware."""
    evidence: tuple[Citation, ...] = ()
    """Empty only where nothing could be found."""

    @field_validator("value", mode="before")
    @classmethod
    def _number(cls, value: Any, info: ValidationInfo) -> Any:
        """A figure as a number: the dialect leaves it text. A version stays as it is written."""
        if isinstance(value, str) and info.data.get("kind") != "version":
            try:
                return float(value)
            except ValueError:
                return value
        return value

    @model_validator(mode="after")
    def _judged_on_evidence(self) -> ArticleClaim:
        if self.verdict is not Verdict.UNVERIFIABLE and not self.evidence:
            raise ValueError(f"the verdict {self.verdict} needs evidence")
        if self.denies and self.capability is None:
            raise ValueError("`denies` goes with a capability")
        if self.recipe is not None and self.needs is not Needs.CPU and not self.analogue:
            raise ValueError("a recipe runs on the CPU; set needs: cpu, or analogue: true")
        if (self.recipe is None) != (self.expected is None):
            raise ValueError("a recipe and what is expected of it go together")
        if self.analogue and self.recipe is None:
            raise ValueError("`analogue` goes with a recipe")
        return self


class Article(Noun):
    """A text that gives advice or figures, with everything it claims."""

    id: Id
    title: LocalText
    summary: LocalText
    language: Literal["en", "zh"]
    claims: Annotated[tuple[ArticleClaim, ...], Field(min_length=1)]
    moved_to: Id | None = None
