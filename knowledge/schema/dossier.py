"""What the knowledge base adds to a recommendation for a document.

How to install the first places, what they may run into, how old the facts are, and what articles
say. Worked out when a document is written, never kept; nothing in it enters the decision.
"""

from __future__ import annotations

from datetime import date
from typing import Literal

from knowledge.schema.base import LocalText, Noun
from knowledge.schema.compatibility import Verdict
from knowledge.schema.framework import Lifecycle
from knowledge.schema.probing import Estimate
from knowledge.schema.trial import Verdict as Judgement


class Reference(Noun):
    """Where something stands."""

    title: str
    address: str = ""
    locator: str = ""


class Age(Noun):
    """How old the best reading of a piece of evidence is, and on how many sources it rests."""

    key: str
    read: date
    until: date
    """The last day of its shelf life."""
    sources: int
    """Different sources that say so."""


class HeardRating(Noun):
    """An article's stars for a framework on a criterion, and ours on the same scale."""

    claim: str
    article: LocalText
    framework: str
    criterion: LocalText
    said: float
    ours: Estimate
    """In stars, 1 to 5."""
    coverage: float
    """Share of our rubric that has evidence."""
    why: tuple[LocalText, ...] = ()
    """Sentences on what sets the two a star or more apart; none where they are nearer."""


class HeardClaim(Noun):
    """What an article says of a framework, and what was found when it was checked."""

    id: str
    about: tuple[str, ...]
    """Titles of the frameworks in question."""
    text: LocalText
    verdict: Judgement
    finding: LocalText
    reference: Reference | None = None
    """The best source of the finding; None where nothing could be found."""


class Heard(Noun):
    """What a reader may have heard of the first places."""

    ratings: tuple[HeardRating, ...] = ()
    claims: tuple[HeardClaim, ...] = ()
    more: int = 0
    """Claims on the same frameworks that are left out here."""


class Rule(Noun):
    """A rule of compatibility that spoke on a part."""

    verdict: Verdict
    title: LocalText
    says: tuple[tuple[LocalText, str], ...]
    """Axis and what the rule has for it."""
    note: LocalText | None = None
    action: LocalText | None = None
    reference: Reference | None = None


class Part(Noun):
    """Something to install, with its pins and what is known of whether it runs there."""

    purpose: Literal["train", "convert", "run", "whole"]
    """"whole" for one framework that is trained with and runs."""
    framework: str
    """Title."""
    package: str
    """Package URL."""
    packages: tuple[str, ...]
    """Requirements, pinned where the knowledge base pins them; empty where no command is known."""
    loose: tuple[str, ...] = ()
    """Those among the requirements without a pinned version."""
    python: str | None = None
    """Version of Python it is checked with."""
    measured: str | None = None
    """Version that was measured for this recommendation."""
    verdict: Verdict
    rules: tuple[Rule, ...] = ()
    silent: tuple[LocalText, ...] = ()
    """Axes on which nothing is recorded."""
    command: str
    """The command line that asks about the same combination."""


class Plan(Noun):
    """How one stack is put to use."""

    alternative: str
    label: str
    steps: tuple[str, ...] = ()
    """Of the conversion route, in order."""
    note: LocalText | None = None
    """What the route asks for."""
    parts: tuple[Part, ...]
    commands: tuple[str, ...] = ()
    """To install and check all parts, in a shell."""
    image: tuple[str, ...] = ()
    """Lines of a Dockerfile for what runs in the end; empty where no command is known."""


class Move(Noun):
    """What moving from a stack in use to the first place takes."""

    origin: str
    """Label of the stack in use."""
    keeps: tuple[str, ...] = ()
    """Titles of the frameworks that stay."""
    drops: tuple[str, ...] = ()
    brings: tuple[str, ...] = ()
    route: tuple[str, ...] = ()
    """Steps of a route by which trained models come along as they are."""
    rewrite: bool = False
    """Whether the code that trains has to be written anew."""
    advice: LocalText | None = None
    """What the origin's makers advise who leave it."""
    gains: tuple[tuple[LocalText, float], ...] = ()
    """Criteria with what they gain in expected value, the most first; losses below zero."""
    ranked: bool = False
    """Whether the stack in use is in the ranking; only then gains are known."""


class Trap(Noun):
    """Something that surprises those who do not know it."""

    framework: str
    text: LocalText
    reference: Reference


class Standing(Noun):
    """Whether a framework of the first places is alive."""

    framework: str
    """Title."""
    used_by: tuple[str, ...]
    """Labels of the stacks it is part of."""
    lifecycle: Lifecycle
    successor: str | None = None
    evidence: str
    """Key of the evidence for it."""
    reference: Reference | None = None
    released: str | None = None
    """Day of its latest release, as far as known."""


class Dossier(Noun):
    """Everything a document takes from the knowledge base besides the recommendation."""

    knowledge: str
    """Digest of the knowledge base it was taken from."""
    today: date
    heard: Heard = Heard()
    plans: tuple[Plan, ...] = ()
    gone: tuple[str, ...] = ()
    """Labels of first places that the knowledge base no longer has all parts of."""
    move: Move | None = None
    ages: tuple[Age, ...] = ()
    traps: tuple[Trap, ...] = ()
    standings: tuple[Standing, ...] = ()
