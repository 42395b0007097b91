"""Whose weights these are: each one's first place, where people disagree, and over what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Cell, Heading, Paragraph, Table
from knowledge.schema.stakes import Disagreement, Stakeholder, Stakeholders
from reports import wording
from reports.citations import METHOD

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 43


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """Everyone's weights and ranking; nothing where nobody stated any or nothing is ranked."""
    found = recommendation.stakeholders
    if found is None or not recommendation.ranking:
        return ()
    heading = Heading(text=texts.t("report.stakeholders.heading"), anchor="stakeholders")
    if len(found.people) == 1:
        return heading, Paragraph(text=_alone(found.people[0], texts))
    return (
        heading,
        Paragraph(text=_rule(recommendation, found, texts)),
        _people(recommendation, found, texts),
        _weights(recommendation, found, texts),
        *_disagreements(recommendation, found, texts),
    )


def _alone(person: Stakeholder, texts: Texts) -> str:
    return texts.t(
        "report.stakeholders.alone",
        who=person.who,
        method=texts.t(f"report.stakeholders.method.{person.method}"),
        certainty=texts.t(f"report.stakeholders.certainty.{person.certainty}"),
    )


def _rule(recommendation: Recommendation, found: Stakeholders, texts: Texts) -> str:
    firsts = {person.ranking[0] for person in found.people}
    return texts.t(
        "report.stakeholders.agree" if len(firsts) == 1 else "report.stakeholders.differ",
        count=wording.whole(texts, len(found.people)),
        first=recommendation.ranking[0].label,
        firsts=wording.whole(texts, len(firsts)),
        concentration=texts.number(found.concentration, 2),
    )


def _labels(recommendation: Recommendation) -> dict[str, str]:
    return {ranked.id: ranked.label for ranked in recommendation.ranking}


def _people(recommendation: Recommendation, found: Stakeholders, texts: Texts) -> Table:
    labels, leader = _labels(recommendation), recommendation.ranking[0]
    rows = [
        (
            Cell(text=person.who),
            Cell(text=texts.t(f"report.stakeholders.method.{person.method}")),
            Cell(text=texts.t(f"report.stakeholders.certainty.{person.certainty}")),
            Cell(text=labels[person.ranking[0]], evidence=(METHOD,)),
            Cell(text=wording.score(texts, person.expected[person.ranking[0]]), evidence=(METHOD,)),
            Cell(text=_share(person, person.ranking[0], texts), evidence=(METHOD,)),
            Cell(
                text=wording.whole(texts, person.ranking.index(leader.id) + 1), evidence=(METHOD,)
            ),
            Cell(text=_share(person, leader.id, texts), evidence=(METHOD,)),
        )
        for person in found.people
    ]
    share = wording.share_in_words(texts, leader.rank_acceptability[0])
    group = (
        Cell(text=texts.t("report.stakeholders.group")),
        Cell(text=texts.t("report.stakeholders.mean")),
        Cell(text=texts.t("report.dash")),
        Cell(text=leader.label, evidence=(METHOD,)),
        Cell(text=wording.score(texts, leader.expected.point), evidence=(METHOD,)),
        *(Cell(text=text, evidence=(METHOD,)) for text in (share, wording.whole(texts, 1), share)),
    )
    columns = ("who", "how", "sure", "first", "value", "share", "place", "leader_share")
    return Table(
        caption=texts.t("report.stakeholders.people"),
        columns=tuple(
            texts.t(f"report.stakeholders.column.{name}", first=leader.label) for name in columns
        ),
        rows=(*rows, group),
        numeric=(4, 5, 6, 7),
    )


def _share(person: Stakeholder, alternative: str, texts: Texts) -> str:
    """In how many draws, by this person's weights, it is first."""
    shares = person.rank_acceptability.get(alternative)
    return wording.share_in_words(texts, shares[0]) if shares else texts.t("report.dash")


def _weights(recommendation: Recommendation, found: Stakeholders, texts: Texts) -> Table:
    rows = [
        (
            Cell(text=view.title.in_language(texts.language)),
            *(
                Cell(text=texts.percent(person.weights[view.id], 1), evidence=(METHOD,))
                for person in found.people
            ),
            Cell(text=texts.percent(view.weight, 1), evidence=(METHOD,)),
        )
        for view in recommendation.matrix.criteria
    ]
    return Table(
        caption=texts.t("report.stakeholders.weights"),
        columns=(
            texts.t("report.stakeholders.criterion"),
            *(person.who for person in found.people),
            texts.t("report.stakeholders.group"),
        ),
        rows=tuple(rows),
        numeric=tuple(range(1, len(found.people) + 2)),
        detail=True,
    )


def _disagreements(
    recommendation: Recommendation, found: Stakeholders, texts: Texts
) -> Iterator[Block]:
    for one in found.disagreements:
        yield Paragraph(text=_disagreement(recommendation, one, texts))


def _disagreement(recommendation: Recommendation, one: Disagreement, texts: Texts) -> str:
    labels = _labels(recommendation)
    tau = wording.fixed(texts, one.tau, 2)
    if one.criterion is None:
        return texts.t("report.stakeholders.alike", one=one.one, other=one.other, tau=tau)
    titles = {v.id: v.title.in_language(texts.language) for v in recommendation.matrix.criteria}
    same = one.one_first == one.other_first
    return texts.t(
        "report.stakeholders.disagree_both" if same else "report.stakeholders.disagree",
        one=one.one,
        other=one.other,
        tau=tau,
        criterion=titles[one.criterion],
        reordered=wording.counted(texts, "report.stakeholders.pairs", one.reordered),
        one_first=labels[one.one_first],
        other_first=labels[one.other_first],
    )
