"""Whose weights count before the run, in the words and blocks in which a report says it after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Cell, Paragraph, Table
from reports import wording

if TYPE_CHECKING:
    from advisor.usecases.asking.profiles import Profiles
    from knowledge.schema.stakes import Disagreement
    from knowledge.texts import Texts


def people(found: Profiles, texts: Texts) -> Iterator[Block]:
    """Everyone's weights and first place beside the group's, then every disagreement."""
    yield weights(found, texts)
    for one in found.stakeholders.disagreements:
        yield Paragraph(text=_disagreement(found, one, texts))


def weights(found: Profiles, texts: Texts) -> Table:
    """A row per criterion and one for who comes first; a column per person and one for all."""
    persons = found.stakeholders.people
    rows = [
        (
            Cell(text=title.in_language(texts.language)),
            *(Cell(text=texts.percent(person.weights[name])) for person in persons),
            Cell(text=texts.percent(found.group[name])),
        )
        for name, title in found.criteria.items()
    ]
    firsts = (
        Cell(text=texts.t("report.stakeholders.column.first")),
        *(Cell(text=found.labels[person.ranking[0]]) for person in persons),
        Cell(text=found.labels[found.first]),
    )
    return Table(
        caption=texts.t("tui.priorities.profiles"),
        columns=(
            texts.t("report.stakeholders.criterion"),
            *(person.who for person in persons),
            texts.t("report.stakeholders.group"),
        ),
        rows=(firsts, *rows),
        numeric=(),
    )


def _disagreement(found: Profiles, one: Disagreement, texts: Texts) -> str:
    tau = wording.fixed(texts, one.tau, 2)
    if one.criterion is None:
        return texts.t("report.stakeholders.alike", one=one.one, other=one.other, tau=tau)
    same = one.one_first == one.other_first
    return texts.t(
        "report.stakeholders.disagree_both" if same else "report.stakeholders.disagree",
        one=one.one,
        other=one.other,
        tau=tau,
        criterion=found.criteria[one.criterion].in_language(texts.language),
        reordered=wording.counted(texts, "report.stakeholders.pairs", one.reordered),
        one_first=found.labels[one.one_first],
        other_first=found.labels[one.other_first],
    )
