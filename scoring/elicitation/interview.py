"""The questions by which weights are elicited, one after the other, as a function of the answers.

Pure. `next_question` looks at the answers given so far and nothing else: going back is leaving the
last answer out, and resuming is having them again.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from knowledge.errors import KnownError
from knowledge.schema.stakes import Certainty, Judgement, Method, Statements
from scoring.elicitation.points import FULL

Kind = Literal["points", "largest", "swing", "order", "ratio", "best", "worst", "over", "certainty"]
Answers = Mapping[str, str]
"""Question key -> answer as it was typed, in the order of asking."""
SKIP = "skip"
"""Answer to a pairwise question that is left out."""
MOST = 9.0
"""End of Saaty's scale."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question: what kind, about which criteria, and what may be answered."""

    key: str
    kind: Kind
    first: str = ""
    second: str = ""
    choices: tuple[str, ...] = ()
    """Criteria to choose from by number, or the degrees of certainty."""
    done: int = 0
    """Questions answered before it."""
    total: int = 0
    """Questions in all, as far as can be said."""


def next_question(method: Method, criteria: Sequence[str], answers: Answers) -> Question | None:
    """The first question that is not answered; None when all are."""
    total = _total(method, len(criteria))
    for question in _questions(method, criteria, answers):
        if question.key not in answers:
            return _counted(question, len(answers), total)
    sure = Question("certainty", "certainty", choices=tuple(Certainty))
    return None if sure.key in answers else _counted(sure, len(answers), total)


def check(question: Question, text: str) -> str:
    """`text` as an answer to `question`, in the form that is kept.

    Raises:
        KnownError: it is none, with the answers that are.
    """
    word = text.strip().lower()
    if question.kind in ("largest", "best", "worst", "certainty"):
        return _choice(question, word)
    if question.kind == "order":
        if word in ("1", "2", "="):
            return word
        raise KnownError(f"{text.strip()!r} is no answer", hint="1, 2 or =")
    if question.kind == "ratio":
        if word in (SKIP, "s"):
            return SKIP
        return f"{_ratio(word):.12g}"
    value = _number(word)
    low, high = {"points": (0.0, math.inf), "swing": (0.0, FULL), "over": (1.0, MOST)}[
        question.kind
    ]
    if not low <= value <= high:
        bounds = f"from {low:g} to {high:g}" if math.isfinite(high) else f"{low:g} or more"
        raise KnownError(f"{value:g} is out of range", hint=f"a number {bounds}")
    return f"{value:.12g}"


def statements(method: Method, criteria: Sequence[str], answers: Answers) -> Statements:
    """What the answers say, complete or not."""
    if method is Method.DIRECT:
        return Statements(points={c: float(answers[c]) for c in criteria if c in answers})
    if method is Method.SWING:
        if "largest" not in answers:
            return Statements()
        points = {answers["largest"]: FULL}
        points |= {c: float(answers[c]) for c in criteria if c in answers}
        return Statements(points=points)
    if method in (Method.ROC, Method.SMARTER):
        return Statements(order=tuple(_sorted(criteria, answers)))
    if method is Method.AHP:
        judged = [(a, b, answers.get(f"{a}:{b}", SKIP)) for a, b in combinations(criteria, 2)]
        return Statements(
            judgements=tuple(
                Judgement(first=a, second=b, ratio=float(text))
                for a, b, text in judged
                if text != SKIP
            )
        )
    return _best_worst(criteria, answers)


def certainty(answers: Answers) -> Certainty:
    """How sure the person is; fair where nothing is said."""
    return Certainty(answers.get("certainty", Certainty.FAIR))


def _counted(question: Question, done: int, total: int) -> Question:
    return Question(
        question.key, question.kind, question.first, question.second, question.choices, done, total
    )


def _total(method: Method, count: int) -> int:
    """Questions in all, that of certainty included; an upper bound where criteria are sorted."""
    if method is Method.AHP:
        return count * (count - 1) // 2 + 1
    if method is Method.BEST_WORST:
        return 2 + max(0, 2 * count - 3) + 1
    if method in (Method.ROC, Method.SMARTER):
        return sum(math.ceil(math.log2(place)) for place in range(2, count + 1)) + 1
    return count + 1


def _questions(method: Method, criteria: Sequence[str], answers: Answers) -> Iterator[Question]:
    """Questions in order, up to the first whose answer decides what comes next."""
    if method is Method.DIRECT:
        for name in criteria:
            yield Question(name, "points", name)
    elif method is Method.SWING:
        yield Question("largest", "largest", choices=tuple(criteria))
        if "largest" in answers:
            for name in criteria:
                if name != answers["largest"]:
                    yield Question(name, "swing", name, answers["largest"])
    elif method is Method.AHP:
        for one, other in combinations(criteria, 2):
            yield Question(f"{one}:{other}", "ratio", one, other)
    elif method is Method.BEST_WORST:
        yield Question("best", "best", choices=tuple(criteria))
        rest = tuple(name for name in criteria if name != answers.get("best"))
        yield Question("worst", "worst", choices=rest)
        if "worst" in answers:
            yield from _over(criteria, answers["best"], answers["worst"])
    else:
        yield from _comparisons(criteria, answers)


def _over(criteria: Sequence[str], best: str, worst: str) -> Iterator[Question]:
    for name in criteria:
        if name != best:
            yield Question(f"best:{name}", "over", best, name)
    for name in criteria:
        if name not in (best, worst):
            yield Question(f"{name}:worst", "over", name, worst)


def _best_worst(criteria: Sequence[str], answers: Answers) -> Statements:
    best, worst = answers.get("best"), answers.get("worst")
    if best is None or worst is None:
        return Statements()
    over = {best: 1.0}
    under = {worst: 1.0}
    for name in criteria:
        if f"best:{name}" in answers:
            over[name] = float(answers[f"best:{name}"])
        if f"{name}:worst" in answers:
            under[name] = float(answers[f"{name}:worst"])
    if worst in over:
        under[best] = over[worst]
    return Statements(best_over=over, over_worst=under)


def _comparisons(criteria: Sequence[str], answers: Answers) -> Iterator[Question]:
    """Sorting by insertion: the comparisons that are known, then the one that is needed next."""
    groups: list[list[str]] = []
    for name in criteria:
        low, high = 0, len(groups)
        while low < high:
            middle = (low + high) // 2
            other = groups[middle][0]
            key = f"{other}>{name}"
            yield Question(key, "order", other, name)
            if key not in answers:
                return
            if answers[key] == "=":
                groups[middle].append(name)
                break
            low, high = (middle + 1, high) if answers[key] == "1" else (low, middle)
        else:
            groups.insert(low, [name])


def _sorted(criteria: Sequence[str], answers: Answers) -> list[tuple[str, ...]]:
    """The order so far, most important first; criteria that were not reached are left out."""
    groups: list[list[str]] = []
    for name in criteria:
        low, high = 0, len(groups)
        while low < high:
            middle = (low + high) // 2
            said = answers.get(f"{groups[middle][0]}>{name}")
            if said is None:
                return [tuple(group) for group in groups]
            if said == "=":
                groups[middle].append(name)
                break
            low, high = (middle + 1, high) if said == "1" else (low, middle)
        else:
            groups.insert(low, [name])
    return [tuple(group) for group in groups]


def _choice(question: Question, word: str) -> str:
    """One of the choices, by its number or its name."""
    if word in question.choices:
        return word
    if word.isdecimal() and 1 <= int(word) <= len(question.choices):
        return str(question.choices[int(word) - 1])
    raise KnownError(f"{word!r} is no answer", hint=f"a number from 1 to {len(question.choices)}")


def _ratio(word: str) -> float:
    """A ratio on Saaty's scale: "3" the first is more important, "1/3" the second is."""
    above, slash, below = word.partition("/")
    value = _number(above) / (_number(below) if slash else 1.0) if below != "0" else math.inf
    if not 1 / MOST - 1e-9 <= value <= MOST + 1e-9:
        raise KnownError(
            f"{word!r} is out of range",
            hint="1 to 9 where the first matters more, 1/2 to 1/9 where the second does",
        )
    return value


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise KnownError(f"{word!r} is not a number", hint="a number such as 3")
    return value
