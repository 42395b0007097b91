"""What differs in one entry of the knowledge base, as lines for a terminal."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any

from advisor.cli.kb.layout import Line, item, paragraph
from advisor.cli.kb.wording import citation, local, named, sentence
from advisor.usecases.knowledge.comparing import (
    Aspect,
    Change,
    EntryChange,
    FieldChange,
    StatementChange,
)
from advisor.usecases.knowledge.stated import Cited, Stated
from knowledge.texts import Texts

SIGNS = {Change.ADDED: "+", Change.REMOVED: "-", Change.CHANGED: "~"}
CONTRADICTION = "!"


def lines(change: EntryChange, texts: Texts, width: int) -> Iterator[Line]:
    """The entry, then a sign and a line for each statement and field that differs."""
    sign, state = SIGNS[change.change], texts.t(f"kb.diff.{change.change}")
    yield from item(f"{named(change.entry, texts)}: {state}", width, sign=sign, style="head")
    for field in change.fields:
        yield from _indented(_field(field, texts, width - 2))
    for statement in change.statements:
        yield from _indented(_statement(statement, texts, width - 2))


def _indented(inner: Iterator[Line]) -> Iterator[Line]:
    for text, style in inner:
        yield Line(f"  {text}", style)


def _field(field: FieldChange, texts: Texts, width: int) -> Iterator[Line]:
    absent = texts.t("kb.diff.absent")
    shown = [absent if value is None else _value(value) for value in (field.before, field.after)]
    change = texts.t("kb.diff.to", before=shown[0], after=shown[1])
    yield from item(f"{field.path}: {change}", width, sign="~")


def _value(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _statement(change: StatementChange, texts: Texts, width: int) -> Iterator[Line]:
    before, after = change.before, change.after
    if before is None or after is None:
        only = after or before
        if only is not None:
            told = texts.t("kb.diff.only", change=_word(change, texts), text=sentence(only, texts))
            yield from item(told, width, sign=SIGNS[change.change])
            yield from _evidence(only, width, texts)
        return
    sign = CONTRADICTION if change.contradiction else SIGNS[change.change]
    style = "alert" if change.contradiction else ""
    yield from item(_changed(change, before, after, texts), width, sign=sign, style=style)
    if Aspect.NOTE in change.aspects:
        for key, stated in (("before", before), ("after", after)):
            note = texts.t("kb.diff.absent") if stated.note is None else local(stated.note, texts)
            yield from paragraph(texts.t(f"kb.diff.{key}", text=note), width, indent=4)
    shared: set[Cited] = set() if change.contradiction else {*before.evidence} & {*after.evidence}
    if Aspect.EVIDENCE in change.aspects or change.contradiction:
        yield from _evidence(before, width, texts, "before", shared)
        yield from _evidence(after, width, texts, "after", shared)


def _word(change: StatementChange, texts: Texts) -> str:
    return texts.t(f"kb.diff.{change.change}")


def _changed(change: StatementChange, before: Stated, after: Stated, texts: Texts) -> str:
    """The statement with both its verdicts where they differ, and in what it changed."""
    told = sentence(after, texts)
    if before.verdict != after.verdict:
        verdict = local(before.verdict, texts), local(after.verdict, texts)
        told = told.removesuffix(verdict[1])
        told += texts.t("kb.diff.to", before=verdict[0], after=verdict[1])
    marks = [texts.t(f"kb.diff.{aspect}") for aspect in change.aspects]
    if change.contradiction:
        marks.insert(0, texts.t("kb.diff.contradiction"))
    if change.weaker:
        marks.append(texts.t("kb.diff.weaker"))
    listed = texts.t("statement.join").join(marks)
    return texts.t("statement.qualified", statement=told, qualifiers=listed)


def _evidence(
    stated: Stated, width: int, texts: Texts, key: str = "", but: Collection[Cited] = ()
) -> Iterator[Line]:
    """The citations of a statement, without those that are the same before and after."""
    for cited in stated.evidence:
        if cited in but:
            continue
        text = citation(cited, texts)
        shown = texts.t(f"kb.diff.{key}", text=text) if key else text
        yield from paragraph(shown, width, indent=4, style="dim")
