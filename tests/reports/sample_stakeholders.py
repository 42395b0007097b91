"""Two people whose weights an answer rests on."""

from __future__ import annotations

from knowledge.schema.decision import Recommendation
from knowledge.schema.stakes import Certainty, Disagreement, Method, Stakeholder, Stakeholders


def person(answer: Recommendation, who: str, ranking: tuple[str, ...]) -> Stakeholder:
    criteria = [view.id for view in answer.matrix.criteria]
    return Stakeholder(
        who=who,
        method=Method.AHP,
        certainty=Certainty.SURE,
        weights=dict.fromkeys(criteria, 1 / len(criteria)),
        ranking=ranking,
        expected={name: 1 - place / 10 for place, name in enumerate(ranking)},
    )


def split(criterion: str | None, one_first: str, other_first: str) -> Disagreement:
    return Disagreement(
        one="Ana",
        other="Bo",
        tau=-0.25,
        criterion=criterion,
        reordered=3,
        one_first=one_first,
        other_first=other_first,
    )


def decided_by(
    answer: Recommendation, *people: Stakeholder, over: tuple[Disagreement, ...] = ()
) -> Recommendation:
    found = Stakeholders(people=people, concentration=12.0, disagreements=over)
    return answer.model_copy(update={"stakeholders": found})


def disputed(answer: Recommendation) -> Recommendation:
    """Ana and Bo put the first two stacks the other way round, over the first criterion."""
    first, second, *rest = (ranked.id for ranked in answer.ranking)
    return decided_by(
        answer,
        person(answer, "Ana", (first, second, *rest)),
        person(answer, "Bo", (second, first, *rest)),
        over=(split(answer.matrix.criteria[0].id, second, first),),
    )
