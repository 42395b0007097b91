"""The tables of a comparison, each under its heading; empty where nothing differs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sized
from typing import TYPE_CHECKING

from knowledge.schema.report import Block, Cell, Paragraph, Table
from reports import wording
from reports.comparison.causes import lead
from reports.comparison.differences import exclusions
from reports.comparison.inputs import different
from reports.host import host_line

if TYPE_CHECKING:
    from knowledge.schema.decision import Exclusion, Recommendation
    from knowledge.texts import Texts

FELT = 0.0005
"""Changes of a lead below this are not seen in three decimals."""
ROWS = 40
"""Rows of a table; what is left out is counted."""


def titles(before: Recommendation, after: Recommendation, texts: Texts) -> dict[str, str]:
    """Criterion to its title."""
    views = (*before.matrix.criteria, *after.matrix.criteria)
    return {view.id: view.title.in_language(texts.language) for view in views}


def labels(*answers: Recommendation) -> dict[str, str]:
    """Ranked stack to its label."""
    return {ranked.id: ranked.label for answer in answers for ranked in answer.ranking}


def sides(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """What the two were made of, each part with whether it differs."""
    parts = frozenset(different(before, after))
    rows = []
    for name, part, old, new in _facts(before, after, texts):
        differs = part in parts if part is not None else old != new
        state = "" if part == "" else texts.t(_DIFFERS if differs else "report.dash")
        label = texts.t(f"report.comparison.sides.{name}")
        rows.append((Cell(text=label), Cell(text=old), Cell(text=new), Cell(text=state)))
    yield Table(
        caption=texts.t("report.comparison.sides.caption"),
        columns=columns("sides", ("what", "before", "after", "change"), texts),
        rows=tuple(rows),
    )


_DIFFERS = "report.comparison.sides.differs"
_SIDES: tuple[tuple[str, str | None, bool], ...] = (
    ("run", "", True),
    ("created", "", True),
    ("scenario", "scenario", True),
    ("target", "target", False),
    ("requirements", "requirements", True),
    ("assumptions", "assumptions", False),
    ("machine", "machine", True),
    ("weights_of", "people", False),
    ("measured", "measurements", True),
    ("nearby", "measurements", False),
    ("version", None, True),
    ("knowledge", "knowledge", True),
    ("overlays", "overlays", False),
    ("code", None, True),
    ("inputs", None, True),
    ("seed", "seed", True),
    ("draws", "draws", True),
)
"""Rows of what the two were made of: its name, the part of the input it stands for ("" where it
differs always, None where the text says it), and whether it is shown where both have nothing."""


def _facts(
    before: Recommendation, after: Recommendation, texts: Texts
) -> Iterator[tuple[str, str | None, str, str]]:
    pair, dash = (_said(before, texts), _said(after, texts)), texts.t("report.dash")
    for name, part, always in _SIDES:
        old, new = (side[name] for side in pair)
        if always or old or new:
            yield name, part, old or dash, new or dash


def _said(answer: Recommendation, texts: Texts) -> dict[str, str]:
    """What one of them was made of, "" for what it has not."""
    language = texts.language

    def count(found: Sized) -> str:
        return wording.whole(texts, len(found)) if found else ""

    return {
        "run": answer.id,
        "created": answer.created.isoformat(timespec="seconds"),
        "scenario": answer.scenario_title.in_language(language),
        "target": answer.target.in_language(language) if answer.target else "",
        "requirements": count(answer.requirements),
        "assumptions": count(answer.assumptions),
        "machine": host_line(answer.host, texts),
        "weights_of": _people(answer, texts),
        "measured": count(answer.measurements),
        "nearby": count(answer.nearby),
        "version": answer.version,
        "knowledge": answer.digests.knowledge,
        "overlays": wording.names(texts, answer.overlays),
        "code": answer.digests.code,
        "inputs": answer.digests.inputs,
        "seed": str(answer.seed),
        "draws": wording.whole(texts, answer.draws),
    }


def _people(answer: Recommendation, texts: Texts) -> str:
    if answer.stakeholders is None:
        return ""
    return wording.names(texts, [person.who for person in answer.stakeholders.people])


def columns(part: str, names: tuple[str, ...], texts: Texts) -> tuple[str, ...]:
    """Titles of columns: those that all parts share, else the part's own."""
    shared = {"before", "after", "change"}
    return tuple(
        texts.t(f"report.comparison.column.{name}")
        if name in shared
        else texts.t(f"report.comparison.{part}.{name}")
        for name in names
    )


def causes(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """What moved the lead, by criterion, with the sum."""
    found = lead(before, after)
    if found is None or not any(
        max(abs(cause.by_weight), abs(cause.by_evidence)) >= FELT for cause in found.causes
    ):
        return
    named, title = labels(before, after), titles(before, after, texts)
    pair = {"one": named[found.one], "other": named[found.other]}
    yield Paragraph(text=texts.t("report.comparison.causes.intro", **pair))
    rows = [
        (title[cause.criterion], (cause.by_weight, cause.by_evidence, cause.together))
        for cause in found.causes
    ]
    sums = [math.fsum(values[n] for _, values in rows) for n in range(3)]
    rows.append((texts.t("report.contributions.total"), (sums[0], sums[1], sums[2])))
    yield Table(
        caption=texts.t("report.comparison.causes.caption", **pair),
        columns=columns("causes", ("criterion", "weight", "evidence", "together"), texts),
        rows=tuple(
            (Cell(text=name), *(Cell(text=wording.signed(texts, value)) for value in values))
            for name, values in rows
        ),
        numeric=(1, 2, 3),
    )


def places(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """Every ranked stack with its places and values; a sentence where they read alike."""
    named = labels(before, after)
    if not named:
        return
    sides_ = [_ranked(answer, texts) for answer in (before, after)]
    if sides_[0] == sides_[1]:
        yield Paragraph(text=wording.counted(texts, "report.comparison.places.same", len(named)))
        return
    away = [_away(answer, texts) for answer in (before, after)]
    order = sorted(named, key=lambda id_: (_place(sides_[1], id_), _place(sides_[0], id_)))
    rows = [
        (
            Cell(text=named[id_]),
            *(
                cell
                for side, absent in zip(sides_, away, strict=True)
                for cell in side.get(id_) or _absent(absent.get(id_, ""), texts)
            ),
        )
        for id_ in order[:ROWS]
    ]
    names = ("place", "value", "first")
    titled = [
        texts.t(f"report.comparison.places.{name}_{side}")
        for side in ("before", "after")
        for name in names
    ]
    yield Table(
        caption=texts.t("report.comparison.places.caption"),
        columns=(texts.t("report.ranking.stack"), *titled),
        rows=tuple(rows),
        numeric=(1, 2, 3, 4, 5, 6),
    )
    yield from left(len(order) - ROWS, texts)


def _ranked(answer: Recommendation, texts: Texts) -> dict[str, tuple[Cell, ...]]:
    """Stack to its place, value and share of first places, in the order of the ranking."""
    return {
        ranked.id: (
            Cell(text=wording.whole(texts, number)),
            Cell(
                text=wording.score(texts, ranked.expected.point),
                sub=wording.score_interval(texts, ranked.expected),
            ),
            Cell(text=wording.share(texts, ranked.rank_acceptability[0])),
        )
        for number, ranked in enumerate(answer.ranking, start=1)
    }


def _away(answer: Recommendation, texts: Texts) -> dict[str, str]:
    """Why a stack is not in a ranking: ruled out, or ranked as another one."""
    merged = labels(answer)
    return {
        **{e.alternative: texts.t("report.comparison.places.out") for e in answer.excluded},
        **{
            one.alternative: texts.t("report.comparison.places.merged", stack=merged[one.into])
            for one in answer.merged
            if one.into in merged
        },
    }


def _absent(why: str, texts: Texts) -> tuple[Cell, ...]:
    dash = texts.t("report.dash")
    return Cell(text=dash), Cell(text=dash, sub=why), Cell(text=dash)


def _place(side: Mapping[str, object], id_: str) -> int:
    return list(side).index(id_) if id_ in side else len(side)


def left(count: int, texts: Texts) -> Iterator[Block]:
    """How many rows a table has no room for."""
    if count > 0:
        yield Paragraph(text=wording.counted(texts, "report.comparison.left", count))


def weights(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """The weights of both, the most changed first."""
    old = {view.id: view.weight for view in before.matrix.criteria}
    new = {view.id: view.weight for view in after.matrix.criteria}
    change = {name: new.get(name, 0.0) - old.get(name, 0.0) for name in {**old, **new}}
    if all(abs(size) < FELT for size in change.values()):
        yield Paragraph(text=texts.t("report.comparison.weights.same"))
        return
    title, dash = titles(before, after, texts), texts.t("report.dash")
    order = sorted(change, key=lambda name: (-abs(change[name]), name))
    yield Table(
        caption=texts.t("report.comparison.weights.caption"),
        columns=columns("weights", ("criterion", "before", "after"), texts),
        rows=tuple(
            (
                Cell(text=title[name]),
                Cell(text=texts.percent(old[name], 1) if name in old else dash),
                Cell(text=texts.percent(new[name], 1) if name in new else dash),
            )
            for name in order
        ),
        numeric=(1, 2),
    )


def ruled(before: Recommendation, after: Recommendation, texts: Texts) -> Iterator[Block]:
    """What a requirement rules out in one of them alone."""
    rows = [
        (
            Cell(text=one.label),
            Cell(text=texts.t(f"report.comparison.ruled.{key}{_besides(one, there)}")),
            Cell(text=one.title.in_language(texts.language)),
            Cell(text=one.reason.in_language(texts.language)),
        )
        for here, there, key in ((after, before, "now"), (before, after, "no_more"))
        for one in exclusions(here, there)
    ]
    if not rows:
        return
    yield Table(
        caption=texts.t("report.comparison.ruled.caption"),
        columns=columns("ruled", ("stack", "change", "requirement", "reason"), texts),
        rows=tuple(rows[:ROWS]),
    )
    yield from left(len(rows) - ROWS, texts)


def _besides(one: Exclusion, there: Recommendation) -> str:
    """Whether the stack is out in the other run too, by another requirement."""
    return "_besides" if any(e.alternative == one.alternative for e in there.excluded) else ""
