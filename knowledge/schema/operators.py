"""Operators: what a framework's registry has, what cases it passed, and how much of a set that is.

The long lists (Registry, CaseResults) stand in data/registries and are read by the commands on
operators alone; what was counted in them (OperatorRegistry, data/operators) is in the catalog.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from knowledge.schema.base import Id, LocalText, Noun
from knowledge.schema.claims import Evidence, Fact
from knowledge.schema.evidence import Citation

Count = Annotated[int, Field(ge=0)]


class Backend(Noun):
    """The operators of one back end, by the framework's own names, sorted."""

    kernels: tuple[str, ...]
    """With an implementation of their own."""
    composed: tuple[str, ...] = ()
    """Made of others."""


class Registry(Noun):
    """What the registry of one version says."""

    framework: Id
    version: str
    namespace: Id
    """Whose names these are: the column of the table of equivalents."""
    backends: dict[str, Backend]
    sets: dict[Id, tuple[str, ...]] = {}
    """Sets of operators that the package itself defines."""


class CaseCounts(Noun):
    """What became of the cases of one operator."""

    passed: Count = 0
    constant: Count = 0
    """Passed only with all inputs but the first as constants of the model, as weights mostly
    are.
    """
    wrong: Count = 0
    unsupported: Count = 0
    failed: Count = 0
    crashed: Count = 0
    """The process died of it."""
    unfinished: Count = 0
    """No answer in time."""

    @property
    def shown(self) -> bool:
        """Whether any case shows that the operator is there."""
        return self.passed + self.constant > 0

    @property
    def refused(self) -> bool:
        """Whether all were refused as unsupported."""
        return self == CaseCounts(unsupported=self.unsupported)


class CaseResults(Noun):
    """ONNX's node cases, run by one version of a runtime on one back end."""

    framework: Id
    version: str
    device: str
    onnx: str
    """Version of the onnx package the cases came from."""
    operators: dict[str, CaseCounts]


class OperatorSet(Noun):
    """A named set of operators, each with how often it is used."""

    id: Id
    version: str
    """Of what defines the set: the opset, the release."""
    namespace: Id
    operators: dict[str, Annotated[int, Field(gt=0)]]


class Equivalents(Noun):
    """A row of the table of equivalents: what one operator is called by everyone.

    Any of several names does it alone. An empty list says that there is no operator of that
    meaning; a column that is not there says nothing.
    """

    onnx: tuple[str, ...] | None = None
    pytorch: tuple[str, ...] | None = None
    tensorflow: tuple[str, ...] | None = None
    jax: tuple[str, ...] | None = None
    mindspore: tuple[str, ...] | None = None


class Standing(StrEnum):
    """How one operator of a set stands with one back end."""

    COVERED = "covered"
    MISSING = "missing"
    UNKNOWN = "unknown"
    """Nobody has said yet what the framework would call it, or no case tells."""


class SetCoverage(Noun):
    """How much of a named set of operators one back end covers."""

    set: Id
    version: str
    """Of what defines the set: the opset, the release."""
    device: str
    covered: Count
    missing: Count
    unknown: Count

    @property
    def size(self) -> int:
        """Operators in the set."""
        return self.covered + self.missing + self.unknown


class Counted(Noun):
    """Operators of one back end, in numbers."""

    device: str
    kernels: Count
    composed: Count = 0

    @property
    def listed(self) -> bool:
        """Whether the package lists any: some leave it to the cases."""
        return self.kernels + self.composed > 0


class OperatorRegistry(Noun):
    """What was read from the registry of a framework, counted (one file in data/operators)."""

    id: Id
    """Of the framework."""
    package: str
    """Package URL of what was asked."""
    version: str
    read: date
    counted: LocalText
    """What counts as an operator here."""
    backends: Annotated[tuple[Counted, ...], Field(min_length=1)]
    coverage: tuple[SetCoverage, ...] = ()
    evidence: Evidence
    """For the counts."""
    set_evidence: tuple[Citation, ...] = ()
    """For the coverage besides: what the sets are, and cases that were run."""

    def facts(self) -> tuple[Fact, ...]:
        """The counts and shares as facts on the framework; a package that lists none has none."""
        listed = (one for one in self.backends if one.listed)
        return (*map(self._count, listed), *map(self._share, self.coverage))

    def _count(self, counted: Counted) -> Fact:
        en, zh = self.counted.en, self.counted.zh
        if counted.composed:
            en += f" {counted.composed} more are made of others."
            zh += f"另有 {counted.composed} 个由其他算子组合而成。"
        return Fact(
            quantity="operators",
            value=counted.kernels,
            unit="operators",
            qualifiers={"device": counted.device, "version": self.version},
            note=LocalText(en=en, zh=zh),
            evidence=self.evidence,
        )

    def _share(self, of: SetCoverage) -> Fact:
        en = f"{of.covered} of {of.size} operators; {of.missing} are missing"
        zh = f"{of.size} 个算子中覆盖 {of.covered} 个，缺少 {of.missing} 个"
        if of.unknown:
            en += f", and of {of.unknown} it is not known"
            zh += f"，另有 {of.unknown} 个未知"
        return Fact(
            quantity="operators.coverage",
            value=_percent(of.covered, of.size),
            upper=_percent(of.covered + of.unknown, of.size) if of.unknown else None,
            unit="%",
            qualifiers={"device": of.device, "set": of.set, "version": self.version},
            note=LocalText(en=en + ".", zh=zh + "。"),
            evidence=(*self.evidence, *self.set_evidence),
        )


def _percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2)
