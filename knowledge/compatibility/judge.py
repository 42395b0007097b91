"""What the tables say of a combination in which every axis that is named has one value.

Axes that are not named may have any value: a row that says no must be met on all of its axes, one
that says yes only on those that are named.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from knowledge.compatibility.axes import Axes
from knowledge.compatibility.values import admits
from knowledge.schema.compatibility import (
    AxisKind,
    CompatibilityRow,
    CompatibilityTable,
    Verdict,
)

Values = Mapping[str, str]
Table = CompatibilityTable


class Ruling(NamedTuple):
    """A row of a table, or (`row` None) the table as a whole, that spoke."""

    table: CompatibilityTable
    row: int | None
    axes: frozenset[str]
    """The axes on which it was met."""


Said = Mapping[Verdict, Sequence[Ruling]]


@dataclass(frozen=True)
class Judgement:
    """What speaks against a combination, what leaves it open, and what admits parts of it."""

    vetoes: tuple[Ruling, ...] = ()
    doubts: tuple[Ruling, ...] = ()
    grants: tuple[Ruling, ...] = ()

    def admitted(
        self, asked: Iterable[str], implied: Mapping[str, frozenset[str]]
    ) -> frozenset[str]:
        """The largest set of `asked` axes that rows, one after another, tie together.

        A row ties the axes it names. What another of them implies does not count: that a chip has a
        GPU target of AMD's, and a build is for AMD's, does not make the build run on the chip.

        Args:
            asked: the axes that matter.
            implied: for every axis with a value, the others whose value follows from that.
        """
        groups = [_telling(ruling.axes, implied) for ruling in self.grants]
        spoken = frozenset[str]().union(*groups)
        best: frozenset[str] = frozenset()
        for root in asked:
            if root not in best:
                reached = _reached(root, groups) & spoken & set(asked)
                best = max(best, reached, key=len)
        return best | {follows for axis in best for follows in implied[axis] if follows in asked}

    def tied(self, one: str, other: str) -> bool:
        """Whether a single row admits these two axes together."""
        return any(one in ruling.axes and other in ruling.axes for ruling in self.grants)


def _telling(axes: frozenset[str], implied: Mapping[str, frozenset[str]]) -> frozenset[str]:
    return axes - frozenset[str]().union(*(implied[axis] for axis in axes))


def _reached(root: str, groups: Sequence[frozenset[str]]) -> frozenset[str]:
    reached, grew = frozenset({root}), True
    while grew:
        more = reached.union(*(group for group in groups if group & reached))
        reached, grew = more, more != reached
    return reached


class Rules:
    """Tables with the axes they are over."""

    def __init__(self, tables: Sequence[CompatibilityTable], axes: Axes) -> None:
        """Keep the tables; nothing is computed before it is asked for."""
        self.tables = tuple(tables)
        self.axes = axes
        self._seen: dict[tuple[str | None, ...], Said] = {}
        """What a table says of the values on its own axes: a search asks the same many times."""
        self._with_keys: dict[tuple[tuple[str, ...], tuple[str, ...]], tuple[Table, ...]] = {}
        """Of the tables on some axes those whose keys are all among others: axes rarely change."""
        self._closed: dict[tuple[str, ...], bool] = {}

    @cached_property
    def _by_axis(self) -> Mapping[str, tuple[CompatibilityTable, ...]]:
        found: dict[str, list[CompatibilityTable]] = {}
        for table in self.tables:
            for axis in table.axes:
                found.setdefault(axis, []).append(table)
        return {axis: tuple(tables) for axis, tables in found.items()}

    def on(self, axes: Iterable[str]) -> tuple[CompatibilityTable, ...]:
        """The tables that have any of `axes`, each once."""
        found = {t.id: t for axis in axes for t in self._by_axis.get(axis, ())}
        return tuple(found.values())

    def speaking(self, values: Values, axes: Iterable[str] | None = None) -> tuple[Table, ...]:
        """The tables with any of `axes` (by default of `values`) that say something on `values`."""
        named = tuple(values)
        around = named if axes is None else tuple(axes)
        tables = self._with_keys.get((around, named))
        if tables is None:
            keyed = (t for t in self.on(around) if values.keys() >= set(t.keys))
            tables = self._with_keys[around, named] = tuple(keyed)
        return tuple(t for t in tables if not t.scope or self._in_scope(t, values))

    def _in_scope(self, table: CompatibilityTable, values: Values) -> bool:
        return all(
            not values[key] or admits(admitted, values[key], self.axes.kind(key))
            for key, admitted in table.scope.items()
        )

    def judge(self, values: Values, asked: int = 2) -> Judgement:
        """Everything that any table says of `values`, of which so many were asked for."""
        vetoes: list[Ruling] = []
        doubts: list[Ruling] = []
        grants: list[Ruling] = []
        for table in self.speaking(values):
            said = self._said(table, values)
            vetoes.extend(said[Verdict.NO])
            granted = [ruling for ruling in said[Verdict.YES] if len(ruling.axes) >= min(2, asked)]
            grants += granted
            for doubt in said[Verdict.UNKNOWN]:
                # a case that is known to work beats a doubt on a wider range of cases
                if not any(doubt.axes <= ruling.axes for ruling in granted):
                    doubts.append(doubt)
        return Judgement(tuple(vetoes), tuple(doubts), tuple(grants))

    def vetoed(self, values: Values, axes: Iterable[str], *, strict: bool = False) -> bool:
        """Whether any table with one of `axes` speaks against `values`, or (strict) doubts it."""
        for table in self.speaking(values, axes):
            said = self._said(table, values)
            if said[Verdict.NO]:
                return True
            if strict and said[Verdict.UNKNOWN] and not said[Verdict.YES]:
                return True
        return False

    def _said(self, table: CompatibilityTable, values: Values) -> Said:
        """The rows of `table` that speak on `values`, by verdict."""
        key = (table.id, *(values.get(axis) for axis in table.axes))
        if key not in self._seen:
            self._seen[key] = self._rows(table, values)
        return self._seen[key]

    def _rows(self, table: CompatibilityTable, values: Values) -> Said:
        said: dict[Verdict, list[Ruling]] = {verdict: [] for verdict in Verdict}
        fits = False
        for number, row in enumerate(table.rows):
            met = self.met(row, values)
            if met is None:
                continue
            fits = fits or row.verdict is not Verdict.NO
            if row.verdict is Verdict.YES or len(met) == len(row.when):
                said[row.verdict].append(Ruling(table, number, met))
        if not fits and not said[Verdict.NO] and self.closed(table, values):
            named = frozenset(axis for axis in table.axes if axis in values)
            said[Verdict.NO].append(Ruling(table, None, named))
        return said

    def met(self, row: CompatibilityRow, values: Values) -> frozenset[str] | None:
        """The axes of the row that have a value, or None where it does not admit one of these."""
        for axis, admitted in row.when.items():
            if axis in values and not admits(admitted, values[axis], self.axes.kind(axis)):
                return None
        return frozenset(axis for axis in row.when if axis in values)

    def closed(self, table: CompatibilityTable, values: Values) -> bool:
        """Whether the table tells everything of the values of its keys, all of which are there."""
        if not table.closed:
            return False
        about = (table.id, *(values[key] for key in table.keys))
        if about not in self._closed:
            self._closed[about] = any(True for _ in self.of_keys(table, values))
        return self._closed[about]

    def loose(self, judgement: Judgement, values: Values, asked: Iterable[str]) -> frozenset[str]:
        """Those of `asked` that stand beside others only because no table knows the pair.

        A closed table relates its key to its other axes. Where it has no row for the value of the
        key, and no other row admits the two together, a chain over third axes says nothing: a board
        takes JetPack 4.3, and CUDA 12.9 takes TensorRT 9, but that does not bring TensorRT 9 there.
        Of such a pair it is the axis that fewer rows tie to the rest, of equal ones the key. Tables
        of what hardware has name some chips and leave the others to further tables; and a table
        about one name, say one accelerator, says nothing of the other names.
        """
        axes = tuple(asked)
        pairs = {
            (key, other): None
            for table in self.speaking(values)
            if table.closed and not self.closed(table, values) and not self.given(table.keys)
            for key in table.keys
            if key in axes and self.axes.kind(key) is AxisKind.VERSION
            for other in table.axes
            if other in axes and other != key and not judgement.tied(key, other)
        }

        def partners(axis: str) -> int:
            return sum(other != axis and judgement.tied(axis, other) for other in axes)

        return frozenset(min(pair, key=partners) for pair in pairs)

    def given(self, axes: Iterable[str]) -> bool:
        """Whether all are hardware: what a chip has, it has."""
        return all(self.axes.terms[axis].given for axis in axes)

    def of_keys(self, table: CompatibilityTable, values: Values) -> Iterable[CompatibilityRow]:
        """The rows about the values of the keys; keys with a scope do not narrow them."""
        keys = [key for key in table.keys if key not in table.scope]
        for row in table.rows:
            if all(
                key not in row.when or admits(row.when[key], values[key], self.axes.kind(key))
                for key in keys
            ):
                yield row
