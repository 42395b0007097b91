"""What only one of two recommendations asks, takes for granted or could not check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Callout, Cell, Paragraph, Table
from reports import wording
from reports.comparison.inputs import (
    OneSided,
    assumptions,
    different,
    requirements,
    scales,
    unverified,
)
from reports.comparison.tables import columns, titles

if TYPE_CHECKING:
    from knowledge.schema.decision import Recommendation
    from knowledge.texts import Texts

NAMED = 3
"""Texts of a kind that a sentence names; of more it gives the number, the table has them all."""


def inputs(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Sentences: which parts of the input differ, and what is asked or assumed in one alone."""
    parts = different(before, after)
    if not parts:
        yield Paragraph(text=texts.t("report.comparison.inputs.none"))
        return
    named = [texts.t(f"report.comparison.inputs.{part}") for part in parts]
    key = "report.comparison.inputs.some"
    yield Paragraph(text=texts.t(key, parts=wording.names(texts, named)))
    if set(parts) <= {"seed", "draws"}:
        yield Paragraph(text=texts.t("report.comparison.inputs.chance"))
    for kind, found in _kinds(before, after):
        for side, texts_ in (("now", found.after), ("then", found.before)):
            if not texts_:
                continue
            if len(texts_) > NAMED:
                many = wording.whole(texts, len(texts_))
                yield Paragraph(text=texts.t(f"report.comparison.{kind}.{side}_many", count=many))
                continue
            quoted = [
                texts.t("report.comparison.quoted", text=one.in_language(texts.language))
                for one in texts_
            ]
            yield Paragraph(
                text=texts.t(f"report.comparison.{kind}.{side}", texts=wording.names(texts, quoted))
            )
    changed = scales(before, after)
    if "scales" in parts:
        title = titles(before, after, texts)
        listed = wording.names(texts, [title[name] for name in changed])
        yield Callout(
            tone="warning", text=texts.t("report.comparison.answer.scales", criteria=listed)
        )


def asked(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Requirements and assumptions of one alone, and what could not be checked."""
    rows = [
        (
            Cell(text=texts.t(f"report.comparison.asked.{kind}")),
            Cell(text=one.in_language(texts.language)),
            Cell(text=texts.t(f"report.comparison.asked.{side}")),
        )
        for kind, found in _kinds(before, after)
        for side, texts_ in (("now", found.after), ("then", found.before))
        for one in texts_
    ]
    if rows:
        yield Table(
            caption=texts.t("report.comparison.asked.caption"),
            columns=columns("asked", ("kind", "text", "side"), texts),
            rows=tuple(rows),
        )
    counts = unverified(before, after)
    if counts:
        title = {
            one.requirement: one.title.in_language(texts.language)
            for one in (*before.unverified, *after.unverified)
        }
        yield Table(
            caption=texts.t("report.comparison.asked.unchecked"),
            columns=columns("asked", ("requirement", "before", "after"), texts),
            rows=tuple(
                (Cell(text=title[id_]), *(Cell(text=wording.whole(texts, n)) for n in pair))
                for id_, pair in counts.items()
            ),
            numeric=(1, 2),
        )


def _kinds(before: Recommendation, after: Recommendation) -> tuple[tuple[str, OneSided], ...]:
    return (
        ("requirements", requirements(before, after)),
        ("assumptions", assumptions(before, after)),
    )
