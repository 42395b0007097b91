"""What is doubtful in the knowledge base and its overlays, and where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.usecases.knowledge.comparing import Change, compare
from advisor.usecases.knowledge.families import families
from advisor.usecases.knowledge.statements import Reader
from advisor.wiring import Wiring
from knowledge.lint.places import placed
from knowledge.lint.rule import Finding
from knowledge.lint.run import lint

DROPPED = "dropped-statements"
"""Rule of the findings on overlays that leave out much of what they replace."""
FEW, PART = 3, 0.2
"""An overlay may leave out fewer statements than this, or a smaller part, without a word."""


def findings(wiring: Wiring) -> tuple[Finding, ...]:
    """Everything doubtful, with file and line where they are known.

    Raises:
        KnowledgeError: something in the files is wrong.
    """
    found = lint(wiring.catalog, wiring.now().date(), tuple(_dropped(wiring)))
    return placed(found, wiring.folders)


def _dropped(wiring: Wiring) -> Iterator[Finding]:
    """Entries that an overlay replaces by one that says much less."""
    today = wiring.now().date()
    for layer in range(1, len(wiring.folders)):
        before, after = (wiring.load(wiring.folders[: layer + n]) for n in (0, 1))
        reader, known = Reader(before, today), families(before)
        for entry in compare(before, after, today):
            gone = sum(one.change is Change.REMOVED for one in entry.statements)
            if entry.change is not Change.CHANGED or gone < FEW:
                continue
            family, id_ = entry.entry.family, entry.entry.id
            total = sum(1 for _ in reader.statements(family, id_, known[family][id_]))
            if gone >= PART * total:
                message = (
                    f"leaves out {gone} of the {total} statements of the entry it replaces; "
                    "copy what still holds into the file"
                )
                yield Finding(rule=DROPPED, subject=f"{family}/{id_}", message=message)
