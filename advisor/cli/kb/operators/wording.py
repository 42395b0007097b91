"""Coverage in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from advisor.cli.kb.layout import Line, Row, heading, paragraph, table
from advisor.usecases.operators import Covered
from knowledge.coverage import Judged
from knowledge.schema.operators import CaseCounts, CaseResults, Counted, SetCoverage, Standing
from knowledge.texts import Texts


def share(of: SetCoverage | None, texts: Texts) -> str:
    """The covered share of a set, an interval where some of it is unknown."""
    if of is None:
        return texts.t("cli.none")
    return interval(of.covered / of.size, (of.covered + of.unknown) / of.size, texts)


def interval(least: float, most: float, texts: Texts) -> str:
    """One percentage, or two where they differ."""
    low, high = texts.percent(least), texts.percent(most)
    return low if low == high else f"{low} – {high}"


def set_title(of: SetCoverage, texts: Texts) -> str:
    """Which named set it is, of what release, and how large."""
    known = texts.keys(f"kb.operators.set-{of.set}")
    key = f"kb.operators.set-{of.set}" if known else "kb.operators.set-workload"
    return texts.t(key, id=of.set, version=of.version, count=texts.number(of.size, 6))


def basis(row: Covered, texts: Texts) -> str:
    """What a count rests on: the grade of its evidence, and whether cases were run."""
    grade = texts.t(f"grade.{row.grade}")
    return texts.t("kb.operators.with-cases", grade=grade) if row.cases else grade


def counts(of: SetCoverage, texts: Texts) -> tuple[str, str, str]:
    """Covered, missing and unknown."""
    return tuple(texts.number(n, 6) for n in (of.covered, of.missing, of.unknown))  # type: ignore[return-value]


def own_counts(of: Counted, texts: Texts) -> tuple[str, str]:
    """Operators with an implementation of their own and composed ones, where any are listed."""
    if not of.listed:
        return texts.t("kb.operators.unlisted"), texts.t("cli.none")
    return texts.number(of.kernels, 6), texts.number(of.composed, 6)


def named(row: Covered, standing: Standing) -> tuple[Judged, ...]:
    """The operators of that standing, the most used first."""
    found = (one for one in row.judged if one.standing is standing)
    return tuple(sorted(found, key=lambda one: (-one.uses, one.operator)))


def listed(operators: Iterable[Judged], texts: Texts) -> str:
    """Operators in a row, with their uses where there are several."""
    return texts.t("statement.join").join(
        one.operator if one.uses == 1 else f"{one.operator} ×{one.uses}" for one in operators
    )


def outcome(counts_: CaseCounts, texts: Texts) -> str:
    """What became of cases: "12 passed, 3 unsupported"."""
    told = counts_.model_dump()
    return texts.t("statement.join").join(
        texts.t(f"kb.operators.{name}-cases", count=number)
        for name, number in told.items()
        if number
    )


def case_lines(cases: CaseResults, texts: Texts, width: int) -> Iterator[Line]:
    """The sums, and every operator of which a case did not pass."""
    title = texts.t("kb.operators.cases", onnx=cases.onnx, device=cases.device)
    yield from heading(title, width)
    totals = CaseCounts(
        **{
            name: sum(getattr(one, name) for one in cases.operators.values())
            for name in CaseCounts.model_fields
        }
    )
    passing = sum(bool(one.passed) for one in cases.operators.values())
    number = len(cases.operators)
    summary = texts.t("kb.operators.passing", passing=passing, count=number)
    yield from paragraph(f"{summary} {outcome(totals, texts)}", width)
    rows = [
        Row((name, outcome(one, texts)))
        for name, one in cases.operators.items()
        if one != CaseCounts(passed=one.passed)
    ]
    columns = [texts.t("kb.operators.operator"), texts.t("kb.operators.outcome")]
    yield from table(columns, rows, width)
