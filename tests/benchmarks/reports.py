"""How long documents take and how large they are, and that both grow with the cells alone.

Run `python -m tests.benchmarks.reports [STACKS CRITERIA]` (default: 12 12) in the repository: a
matrix of that size, then ten times as many stacks. For every format the best of five of building
and rendering, the size, and the time per cell beside that of the smaller matrix. The first line is
what a first document costs once: fonts, templates, compilers.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping

from knowledge.schema.base import LocalText
from knowledge.schema.decision import Recommendation
from knowledge.texts import Texts
from reports.brief import SECTIONS, one_page
from reports.build import build
from reports.comparison.build import build as comparison
from reports.formats import csv, html, json, markdown, pdf, short, terminal
from tests.reports import sample
from tests.reports.sample_dossier import dossier
from tests.reports.sample_live import believed

LAPS, ENOUGH_S = 5, 20.0
"""Repetitions at most, and the time after which there are no more."""
TIMES = 10


def problem(stacks: int, criteria: int) -> Recommendation:
    """The sample blown up to a matrix of that size, every cell with evidence."""
    base = sample.enlarged(-(-stacks // len(sample.ranking())))
    views = base.matrix.criteria
    copies = {
        f"{view.id}.{number}": view.model_copy(
            update={
                "id": f"{view.id}.{number}",
                "weight": view.weight * len(views) / criteria,
                "title": LocalText(en=f"{view.title.en} {number}", zh=f"{view.title.zh}{number}"),
            }
        )
        for number in range(-(-criteria // len(views)))
        for view in views
    }
    kept = dict(list(copies.items())[:criteria])
    alternatives = base.matrix.alternatives[:stacks]
    names = {one.id for one in alternatives}
    beliefs = tuple(
        belief.model_copy(update={"criterion": id_})
        for id_ in kept
        for belief in base.matrix.beliefs
        if belief.criterion == id_.rpartition(".")[0] and belief.alternative in names
    )
    ranking = tuple(
        row.model_copy(
            update={
                "rank_acceptability": tuple(1 / stacks for _ in range(stacks)),
                "contributions": {
                    id_: row.contributions.get(id_.rpartition(".")[0], 0.0) / 2 for id_ in kept
                },
                "tied_with": (),
            }
        )
        for row in base.ranking
        if row.id in names
    )
    matrix = base.matrix.model_copy(
        update={
            "criteria": tuple(kept.values()),
            "alternatives": alternatives,
            "beliefs": beliefs,
        }
    )
    empty = base.robustness.model_copy(
        update={"stability": (), "swings": (), "left_out": (), "flip": None}
    )
    changes = {"matrix": believed(matrix), "ranking": ranking, "robustness": empty}
    return base.model_copy(update={**changes, "weight_certainty": 30.0})


def writers(answer: Recommendation, texts: Texts) -> Mapping[str, Callable[[], str | bytes]]:
    """Every document that can be written of an answer."""
    more = dossier()

    return {
        "html": lambda: html.document(answer, texts, more),
        "pdf": lambda: pdf.render(build(answer, texts, dossier=more)),
        "markdown": lambda: markdown.render(build(answer, texts, dossier=more)),
        "json": lambda: json.render(answer),
        "csv": lambda: csv.render(answer),
        "short": lambda: short.render(build(answer, texts, only=short.SECTIONS)),
        "terminal": lambda: terminal.render(build(answer, texts, only=terminal.SECTIONS)),
        "one page": lambda: html.render(
            one_page(build(answer, texts, only=SECTIONS, dossier=more), answer, texts)
        ),
        "comparison": lambda: html.render(comparison(answer, answer, texts)),
    }


def best(write: Callable[[], str | bytes]) -> tuple[float, float, int]:
    """Seconds of wall and processor time of the quickest of some laps, and the size in bytes."""
    walls: list[float] = []
    used: list[float] = []
    begun, size = time.perf_counter(), 0
    while len(walls) < LAPS and (not walls or time.perf_counter() - begun < ENOUGH_S):
        start, before = time.perf_counter(), time.process_time()
        content = write()
        walls.append(time.perf_counter() - start)
        used.append(time.process_time() - before)
        size = len(content if isinstance(content, bytes) else content.encode())
    return min(walls), min(used), size


def main(stacks: int = 12, criteria: int = 12) -> None:
    """Print a table for both sizes."""
    texts = Texts("en")
    small, large = problem(stacks, criteria), problem(stacks * TIMES, criteria)
    start = time.perf_counter()
    for write in writers(small, texts).values():
        write()
    cells = [len(answer.matrix.beliefs) for answer in (small, large)]
    lines = [
        f"all documents, the first time: {time.perf_counter() - start:.2f} s",
        "wall and processor time; size; processor time per cell, large to small",
        f"{'cells':12}{cells[0]:>15}{cells[1]:>33}",
    ]
    total = [0.0, 0.0]
    for (name, few), many in zip(
        writers(small, texts).items(), writers(large, texts).values(), strict=True
    ):
        (wall, used, size), (longer, more, bytes_) = best(few), best(many)
        total = [total[0] + wall, total[1] + used]
        ratio = (more / cells[1]) / (used / cells[0])
        lines.append(
            f"{name:12}{wall:7.3f} {used:7.3f} s {size / 1000:6.0f} kB   "
            f"{longer:7.3f} {more:7.3f} s {bytes_ / 1000:6.0f} kB   {ratio:6.2f}"
        )
    lines.append(f"{'all':12}{total[0]:7.3f} {total[1]:7.3f} s")
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:3]))
