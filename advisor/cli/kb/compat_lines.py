"""The answer of `advisor kb compat` in lines: the verdict, why, what to do, what works instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from advisor.cli.kb.layout import Line, heading, item, pairs, paragraph
from advisor.cli.kb.ranges import spoken
from advisor.cli.kb.wording import citation, local
from advisor.usecases.compatibility import Compatibility, Nearest, Rule
from knowledge.compatibility.values import OPERATOR
from knowledge.schema.compatibility import Verdict
from knowledge.texts import Texts

TOLD = 3
"""Rules that are told in full; a yes may rest on many."""
LONG = 14
"""Values of an axis that are listed one by one."""
STYLES = {Verdict.YES: "bold", Verdict.NO: "alert", Verdict.UNKNOWN: "bold"}


def lines(found: Compatibility, texts: Texts, width: int) -> Iterator[Line]:
    """Everything a reader needs of an answer."""
    words = _Words(found, texts)
    combination = words.combination({**found.asked, **_given(found)})
    verdict = texts.t(f"kb.works.{found.verdict}")
    told = texts.t("kb.compat.verdict", verdict=verdict, combination=combination)
    yield from paragraph(told, width, style=STYLES[found.verdict])
    follows = {a: v for a, v in found.values.items() if a not in found.asked}
    if follows:
        derived = texts.t("kb.compat.derived", combination=words.combination(follows))
        yield from paragraph(derived, width, style="dim")
    yield from _open(found, words, width)
    yield from _why(found, words, width)
    yield from _listed("works", found.works, words, width)
    yield from _listed("needs", found.needs, words, width)
    if found.beware:
        yield from heading(texts.t("kb.compat.beware"), width)
        for rule in found.beware:
            yield from _rule(rule, words, width)
    if found.nearest is not None:
        yield from _nearest(found.nearest, found.asked, words, width)


class _Words:
    """Axes and values in the reader's language."""

    def __init__(self, found: Compatibility, texts: Texts) -> None:
        self.texts = texts
        self._axes = found.axes

    def axis(self, axis: str) -> str:
        return local(self._axes[axis], self.texts)

    def combination(self, values: Mapping[str, str]) -> str:
        told = (
            f"{self.axis(axis)} {spoken(value, self.texts)}".strip()
            for axis, value in values.items()
        )
        return self.texts.t("statement.join").join(told)

    def values(self, values: Sequence[str]) -> str:
        join = self.texts.t("statement.join")
        values = [spoken(value, self.texts) for value in values]
        if len(values) <= LONG:
            return join.join(values)
        kept = join.join((*values[: LONG - 1], self.texts.t("kb.compat.dots"), values[-1]))
        return self.texts.t("kb.compat.counted", values=kept, count=len(values))


def _given(found: Compatibility) -> dict[str, str]:
    """Asked axes with the value the answer is about; open ones only where it does not work.

    A range stays the range that was asked: the answer is about all of it.
    """
    return {
        axis: asked if OPERATOR.match(asked) else found.values[axis]
        for axis, asked in found.asked.items()
        if axis in found.values and (asked or found.verdict is not Verdict.YES)
    }


def _open(found: Compatibility, words: _Words, width: int) -> Iterator[Line]:
    """Why an answer is not known."""
    texts = words.texts
    for axis, newest in found.newest.items():
        asked = found.asked[axis]
        known = {"axis": words.axis(axis), "asked": asked, "newest": newest}
        yield from item(texts.t("kb.compat.newer", **known), width)
    led = {lead.about for lead in found.leads}
    for lead in found.leads:
        told = {
            "table": local(lead.title, texts),
            "axis": words.axis(lead.about),
            "missing": texts.t("statement.join").join(map(words.axis, lead.axes)),
        }
        yield from item(texts.t("kb.compat.lead", **told), width)
        yield from paragraph(texts.t("kb.compat.ask", command=lead.command), width, indent=2)
    unverified = [axis for axis in found.unverified if axis not in {*found.newest, *led}]
    if found.verdict is Verdict.UNKNOWN and unverified:
        named = texts.t("statement.join").join(map(words.axis, unverified))
        yield from item(texts.t("kb.compat.unverified", axes=named), width)
    if found.verdict is Verdict.UNKNOWN:
        yield from item(texts.t("kb.compat.not-a-no"), width)


def _why(found: Compatibility, words: _Words, width: int) -> Iterator[Line]:
    if found.decided:
        verdict = found.verdict
        yield from heading(words.texts.t(f"kb.compat.why-{verdict}"), width)
        for rule in found.decided[:TOLD]:
            yield from _rule(rule, words, width)
        left = len(found.decided) - TOLD
        if left > 0:
            yield from paragraph(words.texts.t("kb.compat.more", count=left), width, style="dim")


def _rule(rule: Rule, words: _Words, width: int) -> Iterator[Line]:
    """What a rule says, its reason, what to do, and where it stands."""
    texts = words.texts
    key = "kb.compat.only" if rule.row is None else "kb.compat.row"
    told = {"when": words.combination(rule.when), "verdict": texts.t(f"kb.works.{rule.verdict}")}
    table = local(rule.title, texts)
    if rule.offers:
        keys = {a: v for a, v in rule.when.items() if not any(a in offer for offer in rule.offers)}
        either = texts.t("kb.compat.or").join(map(words.combination, rule.offers))
        said = texts.t("kb.compat.either", table=table, when=words.combination(keys), offers=either)
    elif rule.when:
        said = texts.t(key, table=table, **told)
    else:
        said = texts.t("kb.compat.lacks", table=table)
    yield from item(said, width, style="bold")
    if rule.note is not None:
        yield from paragraph(local(rule.note, texts), width, indent=2)
    if rule.action is not None and rule.verdict is not Verdict.YES:
        advice = texts.t("kb.compat.action", action=local(rule.action, texts))
        yield from paragraph(advice, width, indent=2)
    for cited in rule.evidence:
        yield from paragraph(citation(cited, texts), width, indent=2, style="dim")


def _listed(
    section: str, values: Mapping[str, Sequence[str]], words: _Words, width: int
) -> Iterator[Line]:
    if values:
        yield from heading(words.texts.t(f"kb.compat.{section}"), width)
        yield from pairs([(words.axis(axis), words.values(v)) for axis, v in values.items()], width)


def _nearest(
    nearest: Nearest, asked: Mapping[str, str], words: _Words, width: int
) -> Iterator[Line]:
    texts = words.texts
    yield from heading(texts.t("kb.compat.nearest"), width)
    nothing = texts.t("kb.diff.absent")
    for axis, (before, after) in nearest.changes.items():
        whole = asked.get(axis, "")
        was = whole if OPERATOR.match(whole) else before
        told = spoken(was, texts) if was else nothing
        change = texts.t("kb.diff.to", before=told, after=spoken(after, texts))
        yield from item(f"{words.axis(axis)} {change}", width, style="bold")
    yield from paragraph(words.combination(nearest.values), width, indent=2)
    yield from paragraph(texts.t("kb.compat.ask", command=nearest.command), width, indent=2)
    if nearest.needs:
        yield from _needs(nearest.needs, words, width)


def _needs(needs: Mapping[str, Sequence[str]], words: _Words, width: int) -> Iterator[Line]:
    told = {axis: words.values(values) for axis, values in needs.items()}
    join = "; " if words.texts.language == "en" else "；"
    named = join.join(f"{words.axis(axis)} {values}" for axis, values in told.items())
    yield from paragraph(words.texts.t("kb.compat.with", needs=named), width, indent=2, style="dim")
