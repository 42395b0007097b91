"""Bundles: levels that enter every cell together, drawn as the one number they add up to.

Pure. A rubric asks a framework dozens of questions, and most answers count in the same criteria in
the same proportions, so that only their weighted sum matters. It is drawn as a normal number with
the exact mean and deviation of that sum: by the central limit theorem that is near, as the levels
are independent and none outweighs the rest. What a bundle is depends on the rubrics alone, not on
which alternatives there are. Devices are left out: a mode may have them through another framework.
"""

from __future__ import annotations

import hashlib
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from knowledge.schema.criterion import Indicator
from knowledge.schema.decision import Belief, DecisionMatrix, Latent, Term
from knowledge.schema.vocabulary import DEVICES
from scoring.moments import level_moments

LEAST = 5
"""Terms a bundle must have; fewer are drawn one by one."""


def signatures(rubrics: Mapping[str, Iterable[Indicator]]) -> dict[str, str]:
    """What terms are asked alike: `asked` of an indicator -> name of its bundle.

    Args:
        rubrics: criterion -> its indicators, weights as shares.
    """
    places: defaultdict[str, list[tuple[str, str, float]]] = defaultdict(list)
    for criterion, indicators in rubrics.items():
        for indicator in indicators:
            if not indicator.term.startswith(DEVICES):
                place = (criterion, indicator.part.value, indicator.weight)
                places[asked(indicator)].append(place)
    names = {}
    for term, found in places.items():
        ordered = sorted(found)
        first = ordered[0][2]
        text = repr([(c, part, round(weight / first, 9)) for c, part, weight in ordered])
        names[term] = hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
    many = Counter(names.values())
    return {term: name for term, name in names.items() if many[name] >= LEAST}


def asked(indicator: Indicator) -> str:
    """What an indicator asks, whatever part and weight: two that ask alike share a latent."""
    qualifiers = sorted(indicator.qualifiers.items())
    anchors = indicator.anchors
    ends = "" if anchors is None else f"@{anchors.worst:g}..{anchors.best:g}:{anchors.shape}"
    return f"{indicator.term}{qualifiers}{ends}"


def bundled(matrix: DecisionMatrix) -> DecisionMatrix:
    """The same matrix with the members of each bundle replaced by the number they add up to."""
    members: defaultdict[str, list[Latent]] = defaultdict(list)
    for latent in matrix.latents:
        if latent.bundle:
            members[latent.bundle].append(latent)
    home = {m.id: name for name, found in members.items() if len(found) > 1 for m in found}
    if not home:
        return matrix
    share = _shares(matrix.beliefs, home)
    sums = [_sum(name, found, share) for name, found in members.items() if len(found) > 1]
    return matrix.model_copy(
        update={
            "latents": (*(x for x in matrix.latents if x.id not in home), *sums),
            "beliefs": tuple(_rebundled(belief, home, share) for belief in matrix.beliefs),
        }
    )


def _shares(beliefs: Iterable[Belief], home: Mapping[str, str]) -> dict[str, float]:
    """Coefficient of each member relative to the largest of its bundle; alike in every cell."""
    share: dict[str, float] = {}
    for belief in beliefs:
        new = [term for term in belief.terms if term.latent in home and term.latent not in share]
        largest: dict[str, float] = {}
        for term in new:
            name = home[term.latent]
            largest[name] = max(largest.get(name, 0.0), term.coefficient)
        share |= {term.latent: term.coefficient / largest[home[term.latent]] for term in new}
    return share


def _sum(name: str, members: Iterable[Latent], share: Mapping[str, float]) -> Latent:
    mean, variance = 0.0, 0.0
    for member in members:
        level, deviation = level_moments(member)
        mean += share[member.id] * level
        variance += (share[member.id] * deviation) ** 2
    return Latent(id=f"bundle:{name}", family="normal", a=mean, b=math.sqrt(variance))


def _rebundled(belief: Belief, home: Mapping[str, str], share: Mapping[str, float]) -> Belief:
    coefficients: dict[str, float] = {}
    for term in belief.terms:
        name = home.get(term.latent)
        if name is None:
            coefficients[term.latent] = term.coefficient
        else:
            coefficients[f"bundle:{name}"] = term.coefficient / share[term.latent]
    terms = tuple(Term(latent=key, coefficient=value) for key, value in coefficients.items())
    return belief.model_copy(update={"terms": terms})
