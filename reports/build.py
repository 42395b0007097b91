"""A recommendation becomes a report: sections of blocks in one language.

Sections are the files of reports/sections; each has `ORDER` and `build(recommendation, texts)`.
"""

from __future__ import annotations

import importlib
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Report, Section, Table
from reports import literal
from reports.host import host_line
from reports.sections import evidence

if TYPE_CHECKING:
    from knowledge.schema.dossier import Dossier
    from knowledge.texts import Texts

FOLDER = Path(__file__).parent / "sections"


class SectionModule(Protocol):
    """What a file in reports/sections offers."""

    ORDER: int
    """Place in the report; lower comes first."""

    def build(self, recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
        """The section's blocks, a level-2 heading first; empty where it has nothing to say.

        A section with `DOSSIER = True` takes a dossier as a third argument, None included.
        """


def section_ids() -> tuple[str, ...]:
    """The ids of all sections, sorted."""
    return tuple(sorted(p.stem for p in FOLDER.glob("*.py") if not p.stem.startswith("_")))


def section_modules(only: Collection[str] | None = None) -> dict[str, SectionModule]:
    """Every section, or those of `only`, by id (the file name), in the order of the report."""
    ids = [id_ for id_ in section_ids() if only is None or id_ in only]
    found = {id_: importlib.import_module(f"reports.sections.{id_}") for id_ in ids}
    modules = {id_: cast(SectionModule, module) for id_, module in found.items()}
    return dict(sorted(modules.items(), key=lambda item: item[1].ORDER))


def build(
    recommendation: Recommendation,
    texts: Texts,
    only: Collection[str] | None = None,
    citing: Collection[str] = (),
    dossier: Dossier | None = None,
) -> Report:
    """The report of `recommendation` in the language of `texts`.

    `only` names the sections of a brief format; the others are not built then, save the entries of
    the evidence that the tables of the sections in `citing` lead to. A `dossier` lets a document
    say what the recommendation does not hold: how to install, what ages, what articles claim.

    Control characters in what the facts say are made visible (see `reports.literal`), so a format
    only has to escape for its own syntax.
    """
    sections = []
    for id_, module in section_modules(only).items():
        more: tuple[Any, ...] = (dossier,) if getattr(module, "DOSSIER", False) else ()
        blocks = module.build(recommendation, texts, *more)
        if blocks:
            sections.append(Section(id=id_, blocks=blocks))
    if citing:
        wanted = _cited(section for section in sections if section.id in citing)
        found = evidence.entries(recommendation, texts, wanted)
        sections.append(Section(id="evidence", blocks=(found,)))
    scenario = recommendation.scenario_title.in_language(texts.language)
    report = Report(
        title=texts.t("report.title", scenario=scenario),
        language="zh" if texts.language == "zh" else "en",
        subtitle=_subtitle(recommendation, texts),
        created=recommendation.created,
        sections=tuple(sections),
    )
    return literal.report(report)


def _cited(sections: Iterable[Section]) -> frozenset[str]:
    tables = [b for section in sections for b in section.blocks if isinstance(b, Table)]
    return frozenset(a for t in tables for row in t.rows for cell in row for a in cell.evidence)


def _subtitle(recommendation: Recommendation, texts: Texts) -> str:
    day, host = texts.date(recommendation.created.date()), host_line(recommendation.host, texts)
    if recommendation.elsewhere and recommendation.target is not None:
        target = recommendation.target.in_language(texts.language)
        return texts.t("report.subtitle_elsewhere", date=day, target=target, host=host)
    if any(criterion.measured for criterion in recommendation.matrix.criteria):
        return texts.t("report.subtitle", date=day, host=host)
    return texts.t("report.subtitle_unmeasured", date=day, host=host)
