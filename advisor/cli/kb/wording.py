"""Statements and entries in the reader's language, as `advisor kb` prints them."""

from __future__ import annotations

from collections.abc import Iterator

from advisor.cli.kb.layout import Line, Row
from advisor.usecases.knowledge.families import Ref
from advisor.usecases.knowledge.stated import Cited, Stated
from knowledge.schema.base import LocalText
from knowledge.texts import Texts

SIGNS = {1.0: "✓", 0.5: "~", 0.0: "✗"}
"""Before a claim or route, by its level of support."""


def local(text: LocalText, texts: Texts) -> str:
    """The text in the reader's language."""
    return text.in_language(texts.language)


def word(value: object, texts: Texts, prefix: str = "kb.word") -> str:
    """The word for a value of a closed set; the value itself where there is none."""
    key = f"{prefix}.{value}"
    return texts.t(key) if texts.keys(key) else str(value)


def named(entry: Ref, texts: Texts) -> str:
    """An entry by its title and where it stands: "LiteRT (frameworks/litert)"."""
    return f"{local(entry.title, texts)} ({entry.family}/{entry.id})"


def subject(stated: Stated, texts: Texts) -> str:
    """What a statement speaks of, with a sign for how far it is so."""
    sign = "" if stated.support is None else f"{SIGNS[stated.support.level]} "
    return sign + (local(stated.title, texts) or stated.term)


def sentence(stated: Stated, texts: Texts) -> str:
    """A statement in one line, without its note."""
    told = [local(stated.title, texts) or stated.term, local(stated.verdict, texts)]
    return ("：" if texts.language == "zh" else ": ").join(part for part in told if part)


def with_best(text: str, stated: Stated, texts: Texts) -> str:
    """A text with the grade and the day of the best evidence behind it."""
    best = stated.evidence[0]
    cited = texts.t("statement.join").join((texts.t(f"grade.{best.grade}"), best.read.isoformat()))
    return texts.t("statement.qualified", statement=text, qualifiers=cited)


def evidence(stated: Stated, texts: Texts) -> Iterator[Line]:
    """One line per citation, the best first."""
    for cited in stated.evidence:
        yield Line(citation(cited, texts), "dim")


def citation(cited: Cited, texts: Texts) -> str:
    """Grade, day of reading, source and locator, and since when it is stale."""
    stale = cited.stale_since
    return texts.t(
        "kb.show.cited" if stale is None else "kb.show.cited-stale",
        grade=texts.t(f"grade.{cited.grade}"),
        read=cited.read,
        stale=stale,
        source=cited.title,
        locator=cited.locator,
    )


def statement_row(stated: Stated, texts: Texts, *, brief: bool) -> Row:
    """A statement as a row: what of, what; under it its note and evidence."""
    note = () if stated.note is None else (Line(local(stated.note, texts)),)
    cells = (subject(stated, texts), local(stated.verdict, texts))
    if brief:
        best = stated.evidence[0]
        return Row((*cells, texts.t(f"grade.{best.grade}"), best.read.isoformat()))
    return Row(cells, (*note, *(evidence(stated, texts) if stated.own else ())))
