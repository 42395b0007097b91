"""Weights that people state: read and write their files, elicit them, and combine them.

A weights file is a `Stated` (knowledge.schema.stakes) in YAML or JSON.
"""

from __future__ import annotations

import getpass
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import yaml
from pydantic import ValidationError

from knowledge import dialect
from knowledge.errors import KnownError
from knowledge.schema.base import Noun
from knowledge.schema.stakes import Certainty, Method, Stated, Statements

if TYPE_CHECKING:
    from advisor.wiring import Wiring
    from knowledge.schema.scenario import Scenario
    from scoring.elicitation.all import Elicited

N = TypeVar("N", bound=Noun)

MOST_BYTES = 1 << 20
SUM_TOLERANCE = 1e-3


class Said(Noun):
    """A statement file: what `advisor weights elicit --from` reads. A weights file is one too."""

    scenario: str | None = None
    method: Method | None = None
    who: str | None = None
    certainty: Certainty | None = None
    statements: Statements


class Draft(Noun):
    """Answers of an interview that was broken off, as kept in the state folder."""

    scenario: str
    method: Method
    criteria: tuple[str, ...]
    answers: dict[str, str] = {}


def read_said(path: Path) -> Said:
    """The statement file at `path`.

    Raises:
        KnownError: it cannot be read, or is none.
    """
    found = _parsed(path)
    known = {name: found[name] for name in Said.model_fields if name in found}
    extra = set(found) - set(Said.model_fields) - set(Stated.model_fields)
    if extra:
        raise KnownError(f"{path}: unknown part {min(extra)!r}", hint=_parts(Said))
    return _valid(Said, known, path)


def read_stated(path: Path, scenario: Scenario) -> Stated:
    """The weights file at `path`, checked to be of `scenario`.

    Raises:
        KnownError: it cannot be read, is no weights file, or speaks of other criteria.
    """
    found = _valid(Stated, _parsed(path), path)
    own = {preference.criterion for preference in scenario.preferences}
    named = set(found.weights)
    if named != own:
        which = ", ".join(sorted(own ^ named))
        raise KnownError(
            f"{path} weighs other criteria than scenario {scenario.id}: {which}",
            hint=f"advisor weights elicit --scenario {scenario.id} --from {path}",
        )
    total = math.fsum(found.weights.values())
    if abs(total - 1) > SUM_TOLERANCE:
        raise KnownError(
            f"the weights in {path} sum to {total:g} and not to 1",
            hint="change the statements instead and elicit the weights from them again",
        )
    return found


def stated(
    wiring: Wiring,
    scenario: Scenario,
    method: Method,
    said: Statements,
    *,
    who: str,
    certainty: Certainty,
    force: bool = False,
) -> tuple[Stated, Elicited]:
    """The weights file that `said` amounts to, and what to tell the person of it.

    Raises:
        KnownError: the statements cannot be used or contradict each other.
    """
    from scoring.elicitation.all import elicited

    found = elicited(own_weights(scenario), method, said, force=force)
    return Stated(
        scenario=scenario.id,
        who=who,
        when=wiring.now(),
        method=method,
        certainty=certainty,
        statements=said,
        weights={name: round(weight, 12) for name, weight in found.weights.items()},
        consistency=found.consistency,
        kept=found.kept,
    ), found


def own_weights(scenario: Scenario) -> dict[str, float]:
    """The scenario's own weights by criterion."""
    return {preference.criterion: preference.weight for preference in scenario.preferences}


def as_yaml(noun: Stated) -> str:
    """A weights file in YAML."""
    content = noun.model_dump(mode="json", exclude_defaults=True)
    head = {"format": noun.format, "certainty": noun.certainty.value}
    order = [name for name in Stated.model_fields if name in content or name in head]
    text = yaml.safe_dump(
        {name: content.get(name, head.get(name)) for name in order},
        sort_keys=False,
        allow_unicode=True,
    )
    return str(text)


def somebody() -> str:
    """The name of the user, where the system knows one."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return "anonymous"


def draft_file(wiring: Wiring, scenario: Scenario, method: Method) -> Path:
    """Where the answers of an interview are kept while it is under way."""
    return wiring.state_dir / "weights" / f"{scenario.id}.{method}.yaml"


def save_draft(path: Path, draft: Draft) -> None:
    """Keep the answers; a folder that cannot be written is a KnownError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        text = yaml.safe_dump(draft.model_dump(mode="json"), sort_keys=False, allow_unicode=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise KnownError(
            f"the answers cannot be kept in {path}: {error.strerror}",
            hint="set XDG_STATE_HOME to a folder you may write to",
        ) from error


def read_draft(path: Path, criteria: Sequence[str]) -> dict[str, str]:
    """The answers kept at `path`; none where there are none for these criteria."""
    if not path.is_file():
        return {}
    found = _valid(Draft, _parsed(path), path)
    return dict(found.answers) if found.criteria == tuple(criteria) else {}


def _parsed(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise KnownError(f"{path} is too large for a weights file", hint="name another one")
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise KnownError(f"{path} cannot be read: {reason}", hint="name a weights file") from error
    try:
        found = dialect.parse(text).value
    except dialect.DialectError as error:
        raise KnownError(f"{path}: {error}", hint="it is read as YAML or JSON") from error
    if not isinstance(found, dict):
        raise KnownError(f"{path} is no weights file", hint=_parts(Said))
    return found


def _valid(noun: type[N], content: Mapping[str, Any], path: Path) -> N:
    try:
        return noun.model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "it"
        raise KnownError(f"{path}: {where}: {first['msg']}", hint=_parts(noun)) from error


def _parts(noun: type[Noun]) -> str:
    return f"its parts are {', '.join(noun.model_fields)}"
