"""One entry of the knowledge base as lines for a terminal: what is over comes first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from advisor.cli.kb.details import details
from advisor.cli.kb.layout import Line, Row, heading, item, pairs, paragraph, table
from advisor.cli.kb.wording import evidence, local, named, sentence, statement_row, with_best, word
from advisor.usecases.knowledge.entry import Over, Standing, View, Way
from advisor.usecases.knowledge.families import summary
from advisor.usecases.knowledge.lookup import By
from advisor.usecases.knowledge.stated import Kind, Stated
from knowledge.texts import Texts

_UNNAMED = (Kind.CAVEAT, Kind.REASON, Kind.STANDING)
"""Kinds of statements that are only a text."""


def lines(view: View, texts: Texts, width: int, *, brief: bool) -> Iterator[Line]:
    """The entry in lines of at most `width` cells.

    Args:
        view: the entry.
        texts: the words of the reader's language.
        width: cells per line.
        brief: one line per statement, without notes and further evidence.
    """
    entry = view.found.entry
    overlaid = f", {texts.t('kb.show.overlaid')}" if view.overlaid else ""
    yield from paragraph(named(entry, texts) + overlaid, width, style="head")
    yield from _first(view, texts, width)
    about = summary(view.noun)
    if about is not None:
        yield from paragraph(local(about, texts), width)
    rows = details(view.noun, texts)
    if rows:
        yield Line("")
        yield from pairs(rows, width)
    for kind in Kind:
        said = [stated for stated in view.statements if stated.kind is kind]
        if said:
            yield from _heading(f"kb.section.{kind}", len(said), texts, width)
            yield from _statements(said, texts, width, brief=brief)
    for name, ways in (("routes-from", view.routes_from), ("routes-to", view.routes_to)):
        if ways:
            yield from _heading(f"kb.section.{name}", len(ways), texts, width)
            yield from _ways(ways, texts, width, brief=brief)
    yield from _mentions(view, texts, width, brief=brief)


def _first(view: View, texts: Texts, width: int) -> Iterator[Line]:
    """What must be known before anything else: renamed, over, never released."""
    title = local(view.found.entry.title, texts)
    told = []
    if view.found.by is By.MOVED:
        told.append(texts.t("kb.show.renamed", old=view.found.called, new=title))
    elif view.found.by is By.ALIAS:
        told.append(texts.t("kb.show.called", asked=view.found.called, title=title))
    if view.over is not None:
        told += _over(view.over, title, texts)
    if view.asked is not None:
        told.append(_release(view, title, texts))
    for text in told:
        yield from paragraph(text, width, style="alert")
    if view.asked is not None and view.asked.statement is not None:
        yield from paragraph(local(view.asked.statement.verdict, texts), width)
        yield from _cited(view.asked.statement, texts, width)
    # its own environment is told further down, and its versions as an axis are no other thing
    itself = {link.entry for link in view.links} | {replace(view.found.entry, family="axes")}
    also = [named(other, texts) for other in view.found.also if other not in itself]
    if also:
        others = texts.t("statement.join").join(also)
        shared = texts.t("kb.show.also", name=view.found.called, others=others)
        yield from paragraph(shared, width, style="dim")


def _over(over: Over, title: str, texts: Texts) -> Iterator[str]:
    yield texts.t("kb.show.over", title=title, state=local(over.wording, texts))
    if over.successors:
        arrow = texts.t("kb.show.arrow")
        successors = arrow.join(named(successor, texts) for successor in over.successors)
        yield texts.t("kb.show.successor", successors=successors)
    if over.migration is not None:
        yield texts.t("kb.show.migration", migration=local(over.migration, texts))
    if over.routes:
        routes = texts.t("statement.join").join(named(route, texts) for route in over.routes)
        yield texts.t("kb.show.routes", routes=routes)


def _release(view: View, title: str, texts: Texts) -> str:
    asked = view.asked
    if asked is None:
        return ""
    if asked.standing is Standing.UNKNOWN and not asked.described:
        return texts.t("kb.show.unversioned", version=asked.version)
    return texts.t(
        f"kb.show.{asked.standing}", title=title, version=asked.version, described=asked.described
    )


def _heading(key: str, count: int, texts: Texts, width: int) -> Iterator[Line]:
    return heading(texts.t("kb.section.counted", title=texts.t(key), count=count), width)


def _statements(said: Sequence[Stated], texts: Texts, width: int, *, brief: bool) -> Iterator[Line]:
    if said[0].kind in _UNNAMED:
        for stated in said:
            text = local(stated.verdict, texts)
            yield from item(with_best(text, stated, texts) if brief else text, width)
            if not brief:
                yield from _cited(stated, texts, width)
        return
    rows = [statement_row(stated, texts, brief=brief) for stated in said]
    yield from table([""] * len(rows[0].cells), rows, width)


def _cited(stated: Stated, texts: Texts, width: int) -> Iterator[Line]:
    for text, style in evidence(stated, texts):
        yield from paragraph(text, width, indent=4, style=style)


def _ways(ways: Sequence[Way], texts: Texts, width: int, *, brief: bool) -> Iterator[Line]:
    for way in ways:
        yield from item(f"{named(way.other, texts)}: {way.route.id}", width)
        rows = [statement_row(stated, texts, brief=brief) for stated in way.statements]
        for line in table([""] * len(rows[0].cells), rows, width - 2):
            yield Line(f"  {line.text}", line.style)


def _mentions(view: View, texts: Texts, width: int, *, brief: bool) -> Iterator[Line]:
    """Where else the entry comes up: entries that name it, statements on it or from it."""
    if view.links:
        yield from _heading("kb.section.links", len(view.links), texts, width)
        yield from table(
            ["", ""],
            [
                Row((named(link.entry, texts), word(link.field, texts, "kb.link")))
                for link in view.links
            ],
            width,
        )
    if view.uses:
        key = "cited" if view.found.entry.family == "sources" else "uses"
        yield from _heading(f"kb.section.{key}", len(view.uses), texts, width)
        for use in view.uses:
            yield from item(
                f"{local(use.entry.title, texts)}: {sentence(use.statement, texts)}", width
            )
            if not brief and key == "uses":
                yield from _cited(use.statement, texts, width)
