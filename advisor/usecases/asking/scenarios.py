"""Find scenarios by words of either language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.nearest import close

if TYPE_CHECKING:
    from knowledge.catalog import Catalog
    from knowledge.schema.scenario import Scenario


def found(catalog: Catalog, words: str) -> tuple[str, ...]:
    """Ids of the scenarios that hold all of `words`, else of those with a title near to them.

    No words find every scenario.
    """
    wanted = words.casefold().split()
    texts = {name: _text(scenario) for name, scenario in catalog.scenarios.items()}
    fitting = tuple(name for name, text in texts.items() if all(word in text for word in wanted))
    if fitting or not wanted:
        return fitting
    titles = {
        title: name
        for name, scenario in catalog.scenarios.items()
        for title in (name, scenario.title.en, scenario.title.zh)
    }
    return tuple(dict.fromkeys(titles[title] for title in close(words, titles)))


def _text(scenario: Scenario) -> str:
    parts = [scenario.title, scenario.summary, *([scenario.target] if scenario.target else [])]
    said = [scenario.id, *(text for part in parts for text in (part.en, part.zh))]
    return " ".join(said).casefold()
