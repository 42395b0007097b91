"""Weights while somebody still answers: what the answers so far amount to, and what to say of them.

Answers that amount to weights are written to a weights file of the session.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from advisor.usecases import weights as use
from advisor.usecases.session import Session, Weighing, weights_path, written
from knowledge.errors import KnownError
from knowledge.schema.base import Noun
from knowledge.schema.stakes import Method

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from scoring.elicitation.interview import Question


class Misfit(Noun):
    """The answer that fits the others least."""

    first: str
    second: str
    judged: float
    implied: float


class Weighed(Noun):
    """What the answers of a session amount to."""

    shares: dict[str, float]
    """Criterion -> share of 1: by the answers, or the scenario's own while they say too little."""
    file: Path | None = None
    """Where these weights are; None where they are the scenario's own."""
    ratio: float | None = None
    """Consistency ratio of pairwise answers."""
    consistent: bool = True
    misfit: Misfit | None = None
    done: int = 0
    total: int = 0
    """Questions answered, and all there are."""
    open: tuple[str, ...] = ()
    """Keys of the questions not answered yet that come next."""
    problem: tuple[str, str] | None = None
    """Why the answers do not count yet, and what to do."""


def question(wiring: Wiring, session: Session) -> Question | None:
    """The next question of the session's method; None when all are answered."""
    from scoring.elicitation.interview import next_question

    found = next_question(Method(session.weighing), _criteria(wiring, session), _answers(session))
    return None if found is None or found.key == "certainty" else found


def answered(question: Question, text: str) -> str:
    """An answer in the form that is kept.

    Raises:
        KnownError: it is none.
    """
    from scoring.elicitation.interview import check

    return check(question, text)


def weigh(wiring: Wiring, session: Session) -> Weighed:
    """What the session's answers amount to; weights that count are written to its file.

    Raises:
        KnownError: the file cannot be written.
    """
    from scoring.elicitation.interview import next_question, statements
    from scoring.elicitation.pairwise import LIMIT

    scenario = wiring.catalog.scenario(session.scenario)
    method, criteria = Method(session.weighing), _criteria(wiring, session)
    answers = _answers(session)
    following = next_question(method, criteria, answers)
    total = following.total if following else len(answers)
    facts = {"done": len(answers), "total": max(0, total - 1)}
    said = statements(method, criteria, answers)
    try:
        stated, told = use.stated(
            wiring,
            scenario,
            method,
            said,
            who=use.somebody(),
            certainty=session.certainty,
            force=True,
        )
    except KnownError as error:
        own = use.own_weights(scenario)
        problem = (error.message, error.hint) if answers else None
        return Weighed(shares=_normal(own), problem=problem, **facts)
    ratio = stated.consistency.ratio if stated.consistency else None
    consistent = ratio is None or ratio <= LIMIT
    misfit = told.misfit and Misfit(
        first=told.misfit.first,
        second=told.misfit.second,
        judged=told.misfit.judged,
        implied=told.misfit.implied,
    )
    counts = consistent or session.forced
    file = weights_path(wiring, session.id) if counts else None
    if file is not None:
        written(file, use.as_yaml(stated).encode())
    return Weighed(
        shares=stated.weights if counts else _normal(use.own_weights(scenario)),
        file=file,
        ratio=ratio,
        consistent=consistent,
        misfit=misfit,
        **facts,
    )


def colleague(wiring: Wiring, session: Session, path: Path) -> str:
    """Whose weights are in the file `path`, checked to be about the session's scenario.

    Raises:
        KnownError: it cannot be read, is no weights file, or weighs other criteria.
    """
    return use.read_stated(path, wiring.catalog.scenario(session.scenario)).who


def _criteria(wiring: Wiring, session: Session) -> tuple[str, ...]:
    return tuple(p.criterion for p in wiring.catalog.scenario(session.scenario).preferences)


def _answers(session: Session) -> dict[str, str]:
    return dict(session.answers.get(Weighing(session.weighing), {}))


def _normal(own: dict[str, float]) -> dict[str, float]:
    total = sum(own.values())
    return {name: weight / total for name, weight in own.items()}
