"""Where a statement comes from and how far it is to be trusted."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, StringConstraints, model_validator

from knowledge.schema.base import Id, Noun


class Grade(StrEnum):
    """Strength of evidence, strongest first; the width of each stands in data/grades.yaml."""

    MEASURED_HERE = "measured-here"
    MEASURED_ELSEWHERE = "measured-elsewhere"
    DOCUMENTED = "documented"
    PUBLISHED = "published"
    ARTICLE = "article"
    CONTRADICTED = "contradicted"


class Source(Noun):
    """A document or package that statements can be read from.

    Exactly one of `url` (a page or a repository) and `purl` (a package URL such as
    pkg:pypi/torch@2.13.0) is given.
    """

    title: str
    url: Annotated[str, StringConstraints(pattern=r"^https://[^\s]+$")] | None = None
    purl: Annotated[str, StringConstraints(pattern=r"^pkg:[a-z]+/[^\s]+$")] | None = None
    publisher: str
    kind: Literal["docs", "repository", "package", "paper", "article", "forum", "datasheet"]
    published: date | None = None

    @model_validator(mode="after")
    def _one_address(self) -> Source:
        if (self.url is None) == (self.purl is None):
            raise ValueError("give exactly one of url and purl")
        return self

    @property
    def address(self) -> str:
        """The URL or package URL, whichever the source has."""
        return self.url or self.purl or ""


class Citation(Noun):
    """One place in one source: where in it, when it was read, and the grade that gives."""

    source: Id
    locator: Annotated[str, Field(min_length=1)]
    read: date
    grade: Grade
