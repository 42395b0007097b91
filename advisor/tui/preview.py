"""What a scenario implies, as the blocks that reports are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Cell, Definition, Definitions, Paragraph, Table
from reports import wording

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.scenario import Scenario
    from knowledge.texts import Texts


def preview(catalog: Catalog, scenario: Scenario, texts: Texts) -> Iterator[Block]:
    """Its question, target, requirements, weights, and why it weighs so."""
    language = texts.language
    yield Paragraph(text=scenario.summary.in_language(language))
    items = [
        _item(texts, "target", scenario.target.in_language(language) if scenario.target else ""),
        _item(
            texts,
            "requirements",
            wording.names(texts, [one.title.in_language(language) for one in scenario.requirements])
            if scenario.requirements
            else "",
        ),
        _item(
            texts,
            "workloads",
            wording.names(texts, [f"{use.workload} × {use.batch}" for use in scenario.workloads])
            if scenario.workloads
            else texts.t("tui.scenario.unmeasured"),
        ),
    ]
    yield Definitions(items=tuple(item for item in items if item.text))
    yield weights(catalog, scenario, texts)
    reasons = tuple(
        Definition(
            term=wording.names(texts, [catalog.sources[e.source].title for e in reason.evidence]),
            text=reason.text.in_language(language),
        )
        for reason in scenario.why
        if all(e.source in catalog.sources for e in reason.evidence)
    )
    if reasons:
        yield Paragraph(text=texts.t("tui.scenario.why"))
        yield Definitions(items=reasons)


def weights(catalog: Catalog, scenario: Scenario, texts: Texts) -> Table:
    """What counts, how much, and what is worst and best."""
    rows = []
    for preference in scenario.preferences:
        criterion = catalog.criterion(preference.criterion)
        worst, best = preference.anchors.worst, preference.anchors.best
        rows.append(
            (
                Cell(text=criterion.title.in_language(texts.language)),
                Cell(text=texts.number(preference.weight)),
                Cell(
                    text=texts.t(
                        "tui.scenario.span",
                        worst=wording.exact(texts, worst, criterion.unit),
                        best=wording.exact(texts, best, criterion.unit),
                    )
                ),
            )
        )
    names = ("criterion", "weight", "from_to")
    return Table(
        caption=texts.t("tui.scenario.weights"),
        columns=tuple(texts.t(f"tui.scenario.{name}") for name in names),
        rows=tuple(rows),
        numeric=(1,),
    )


def _item(texts: Texts, name: str, text: str) -> Definition:
    return Definition(term=texts.t(f"tui.scenario.{name}"), text=text)
