"""What is said of two stacks on one criterion, term by term, with where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from advisor.usecases.compare import Comparison, Difference
    from knowledge.schema.decision import EvidenceItem
    from knowledge.texts import Texts


def said_of(found: Comparison, difference: Difference, texts: Texts) -> str:
    """The points that make the difference first; and where only one is spoken of, that."""
    language = texts.language
    lines = [
        difference.criterion.title.in_language(language),
        difference.criterion.about.in_language(language),
    ]
    for point in difference.points:
        lines.append("")
        lines.append(texts.t(f"tui.result.point.{point.standing.name.lower()}"))
        for label, items in ((found.better.label, point.one), (found.other.label, point.other)):
            lines.append(f"  {label}")
            lines += _items(items, texts) if items else [f"    {texts.t('tui.result.unsaid')}"]
    if not difference.points:
        lines += ["", texts.t("tui.result.no_points")]
    return "\n".join(lines)


def _items(items: tuple[EvidenceItem, ...], texts: Texts) -> Iterator[str]:
    for item in items:
        source = item.source or texts.t(f"grade.{item.grade}")
        where = " ".join(part for part in (source, item.locator, item.address) if part)
        yield f"    • {item.statement.in_language(texts.language)}"
        yield f"      [{where}]"
