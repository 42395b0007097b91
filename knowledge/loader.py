"""Load the knowledge base from its YAML files, or say everything that is wrong with it at once."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError

from knowledge.catalog import Catalog, GradeTable
from knowledge.dialect import DialectError, Document, parse
from knowledge.findings import KnowledgeError, Problem, explain, problem
from knowledge.overlay import Gathered, KnowledgeFile, gather
from knowledge.paths import data_dir
from knowledge.references import Reference, check
from knowledge.schema.base import Id, Moved, Noun
from knowledge.schema.compatibility import AxisTerm, CompatibilityTable
from knowledge.schema.criterion import Criterion
from knowledge.schema.device import Device
from knowledge.schema.environment import EnvironmentSpec
from knowledge.schema.evidence import Grade, Source
from knowledge.schema.framework import Framework, Route
from knowledge.schema.operators import OperatorRegistry
from knowledge.schema.recipe import Recipe
from knowledge.schema.scenario import Scenario
from knowledge.schema.system import System
from knowledge.schema.trial import Article
from knowledge.schema.vocabulary import CapabilityTerm, QuantityTerm

FAMILIES: dict[str, type[Noun]] = {
    "claims": Article,
    "compatibility": CompatibilityTable,
    "criteria": Criterion,
    "devices": Device,
    "environments": EnvironmentSpec,
    "frameworks": Framework,
    "operators": OperatorRegistry,
    "recipes": Recipe,
    "routes": Route,
    "scenarios": Scenario,
    "systems": System,
}
_TERMS: dict[str, type[Noun]] = {
    "vocabulary/axes": AxisTerm,
    "vocabulary/capabilities": CapabilityTerm,
    "vocabulary/quantities": QuantityTerm,
}
_ID = TypeAdapter(Id)
N = TypeVar("N", bound=BaseModel)


class _Grade(Noun):
    sd: float


class _Grades(Noun):
    grades: dict[Grade, _Grade]
    stale_factor: float


class _LintException(Noun):
    rule: str
    subject: str
    reason: str


@dataclass
class _Loading:
    """What has been read so far; `names` also holds the ids of entries that are invalid."""

    documents: dict[str, tuple[KnowledgeFile, Document]] = field(default_factory=dict)
    nouns: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    moved: dict[str, str] = field(default_factory=dict)
    exceptions: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)
    """Folders in which a file could not even be parsed."""

    def validate(
        self, file: KnowledgeFile, document: Document, path: tuple[str | int, ...], model: type[N]
    ) -> N | None:
        """The noun at `path` of the document; None, with its problems noted, when invalid."""
        value = document.value
        for step in path:
            value = value[step]
        try:
            return model.model_validate(value)
        except ValidationError as error:
            self.problems += explain(file.shown, document, path, model, error)
            return None

    def add(self, family: str, name: str, noun: object | None) -> None:
        """Keep a valid noun under its id."""
        if noun is not None:
            self.nouns.setdefault(family, {})[name] = noun


def load(folders: Sequence[Path] | None = None) -> Catalog:
    """Load `folders` (by default advisor's own data), later ones laid over earlier ones.

    Raises:
        KnowledgeError: something in the files is wrong; `findings` lists all of it.
        KnownError: a folder is not there.
    """
    gathered = gather(folders if folders is not None else (data_dir(),))
    state = _Loading(problems=list(gathered.problems))
    _read(gathered, state)
    grades = _grades(state)
    for key in _TERMS:
        _terms(state, key)
    _sources(state)
    for key, (file, document) in state.documents.items():
        family, _, stem = key.partition("/")
        if family in FAMILIES:
            _entry(state, file, document, family, stem)
    catalog = _catalog(state, gathered, grades)
    if not state.unreadable & {"vocabulary", "sources"}:
        state.problems += _resolved(state, check(catalog, state.names))
    if state.problems:
        raise KnowledgeError(state.problems)
    return catalog


def _read(gathered: Gathered, state: _Loading) -> None:
    """Parse every file; those that are not in the dialect become problems."""
    for file in gathered.files:
        folder, _, stem = file.key.partition("/")
        state.names.setdefault(folder, {})[stem] = file.key
        try:
            document = parse(file.content.decode("utf-8"))
        except DialectError as error:
            state.problems += [
                Problem(file.shown, fault.line, "", fault.message, fault.tip)
                for fault in error.problems
            ]
            state.unreadable.add(folder)
            continue
        except UnicodeDecodeError as error:
            line = file.content[: error.start].count(b"\n") + 1
            state.problems.append(Problem(file.shown, line, "", "this is not UTF-8 text"))
            state.unreadable.add(folder)
            continue
        if file.key == "lint-exceptions":
            _exceptions(state, file, document)
        elif isinstance(document.value, dict):
            state.documents[file.key] = (file, document)
        else:
            message = "a file holds one mapping, of keys to values"
            state.problems.append(Problem(file.shown, 1, "", message))
            state.unreadable.add(folder)


def _grades(state: _Loading) -> GradeTable:
    empty = GradeTable(sd=dict.fromkeys(Grade, 1.0), stale_factor=1.0)
    if "grades" not in state.documents:
        if "grades" not in state.unreadable:
            state.problems.append(Problem("grades.yaml", 1, "", "this file is missing"))
        return empty
    file, document = state.documents["grades"]
    table = state.validate(file, document, (), _Grades)
    if table is None:
        return empty
    for grade in Grade:
        if grade not in table.grades:
            text = f"the grade {grade} is missing"
            state.problems.append(problem(file.shown, document, ("grades",), text))
    sd = {grade: table.grades[grade].sd for grade in Grade if grade in table.grades}
    return GradeTable(sd=sd, stale_factor=table.stale_factor)


def _terms(state: _Loading, key: str) -> None:
    """The terms of one vocabulary; a missing file is an empty vocabulary."""
    family = key.partition("/")[2]
    state.names[family] = {}
    if key in state.documents:
        file, document = state.documents[key]
        for name in document.value:
            if _is_id(state, file, document, name):
                state.names[family][name] = key
                state.add(family, name, state.validate(file, document, (name,), _TERMS[key]))


def _sources(state: _Loading) -> None:
    """The sources of all files together; an id may stand in one of them only."""
    home: dict[str, str] = {}
    for key, (file, document) in state.documents.items():
        if not key.startswith("sources/"):
            continue
        for name in document.value:
            if name in home:
                message, tip = f"the source {name!r} is there already", f"see {home[name]}"
                state.problems.append(problem(file.shown, document, (name,), message, tip))
                continue
            home[name] = f"{file.shown}:{document.line((name,))}"
            if _is_id(state, file, document, name):
                state.add("sources", name, state.validate(file, document, (name,), Source))
    state.names["sources"] = home


def _entry(
    state: _Loading, file: KnowledgeFile, document: Document, family: str, stem: str
) -> None:
    """One file of one noun; one with `moved_to` is only a pointer to the new id."""
    value = document.value
    if value.get("id", stem) != stem:
        message = f"the id is {value['id']!r} but the file is called {stem}.yaml"
        tip = "they must be equal"
        state.problems.append(problem(file.shown, document, ("id",), message, tip))
    if "moved_to" in value:
        pointer = state.validate(file, document, (), Moved)
        if pointer is not None:
            state.moved[file.key] = f"{family}/{pointer.moved_to}"
        return
    state.problems += _numbers(file, document, state.nouns.get("quantities", {}))
    state.add(family, stem, state.validate(file, document, (), FAMILIES[family]))


def _numbers(
    file: KnowledgeFile, document: Document, quantities: Mapping[str, QuantityTerm]
) -> Iterator[Problem]:
    """Turn the values of numeric facts into numbers, as the dialect leaves them text."""
    facts = document.value.get("facts")
    for index, fact in enumerate(facts if isinstance(facts, list) else ()):
        if not isinstance(fact, dict) or not isinstance(fact.get("value"), str):
            continue
        term = quantities.get(str(fact.get("quantity")))
        if term is None or not term.numeric:
            continue
        number = _number(fact["value"])
        if number is None:
            message = f"{fact['quantity']} is a number, not {fact['value']!r}"
            yield problem(
                file.shown, document, ("facts", index, "value"), message, f"in {term.unit}"
            )
        else:
            fact["value"] = number


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _exceptions(state: _Loading, file: KnowledgeFile, document: Document) -> None:
    if not isinstance(document.value, list):
        state.problems.append(Problem(file.shown, 1, "", "this file holds a list of exceptions"))
        return
    for index in range(len(document.value)):
        entry = state.validate(file, document, (index,), _LintException)
        if entry is not None:
            state.exceptions[f"{entry.rule} {entry.subject}"] = entry.reason


def _is_id(state: _Loading, file: KnowledgeFile, document: Document, name: str) -> bool:
    try:
        _ID.validate_python(name)
    except ValidationError:
        message, tip = f"{name!r} is no id", "lower-case letters, digits, dot, dash, underscore"
        state.problems.append(problem(file.shown, document, (name,), message, tip))
        return False
    return True


def _catalog(state: _Loading, gathered: Gathered, grades: GradeTable) -> Catalog:
    families = (*FAMILIES, "sources", "capabilities", "quantities", "axes")
    for name, registry in state.nouns.get("operators", {}).items():
        framework = state.nouns.get("frameworks", {}).get(name)
        if framework is not None:
            state.nouns["frameworks"][name] = _counted(framework, registry)
    return Catalog(
        grades=grades,
        **{family: dict(sorted(state.nouns.get(family, {}).items())) for family in families},
        moved=state.moved,
        exceptions=state.exceptions,
        assumed=frozenset(),
        overlaid=frozenset(file.key for file in gathered.files if file.overlaid),
        digest=gathered.digest,
    )


def _counted(framework: Framework, registry: OperatorRegistry) -> Framework:
    """The framework with the counts of its registry among its facts, unless it has its own."""
    stated = {(fact.quantity, *sorted(fact.qualifiers.items())) for fact in framework.facts}
    counts = (
        fact
        for fact in registry.facts()
        if (fact.quantity, *sorted(fact.qualifiers.items())) not in stated
    )
    return framework.model_copy(update={"facts": (*framework.facts, *counts)})


def _resolved(state: _Loading, references: Iterator[Reference]) -> Iterator[Problem]:
    """Broken references with the lines they stand on."""
    for broken in references:
        file, document = state.documents[broken.file]
        yield problem(file.shown, document, broken.path, broken.message, broken.tip)
