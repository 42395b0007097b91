"""What was asked: the scenario, the hardware it is for, what it requires and why it weighs so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Definition, Definitions, Heading
from reports.citations import cite
from reports.host import host_line

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 12


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """The question, target, machine and requirements, then the reasons with their evidence."""
    language = texts.language
    items = [_item("question", recommendation.scenario_summary.in_language(language), texts)]
    if recommendation.target is not None:
        items.append(_item("target", recommendation.target.in_language(language), texts))
    items.append(_item("machine", host_line(recommendation.host, texts), texts))
    if recommendation.requirements:
        titles = (title.in_language(language) for title in recommendation.requirements)
        items.append(_item("requirements", texts.t("report.context.separator").join(titles), texts))
    anchors = cite(recommendation).evidence
    statements = {item.key: item.statement for item in recommendation.evidence}
    items += [
        Definition(
            term=texts.t("report.context.reason"),
            text=statements[key].in_language(language),
            evidence=(anchors[key],),
        )
        for key in recommendation.reasons
        if key in statements
    ]
    return (
        Heading(text=texts.t("report.context.heading"), anchor="context"),
        Definitions(items=tuple(items), detail=True),
    )


def _item(name: str, text: str, texts: Texts) -> Definition:
    return Definition(term=texts.t(f"report.context.{name}"), text=text)
