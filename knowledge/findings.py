"""What is wrong in knowledge files: where it stands, what it is, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from knowledge.dialect import Document
from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean

Path = tuple[str | int, ...]

_TIPS = {
    "string_pattern_mismatch": "it must match {pattern}",
    "missing": "add it; {model} needs it",
    "date_from_datetime_parsing": "write dates as 2026-10-01",
    "date_parsing": "write dates as 2026-10-01",
    "string_type": "true, false and null are text only in quotes",
    "tuple_type": "write each item on a line of its own, after '- '",
    "model_type": "with the keys {fields}",
}
_OTHERWISE = "correct the files, or leave out the --knowledge folder they are in"
# pydantic's kind of error -> what was expected, where its own message speaks of Python
_EXPECTED = {
    "string_type": "a text is expected",
    "tuple_type": "a list is expected",
    "model_type": "a mapping is expected",
    "dict_type": "a mapping is expected",
    "int_parsing": "a whole number is expected",
    "int_from_float": "a whole number is expected",
    "float_parsing": "a number is expected",
    "bool_parsing": "true or false is expected",
    "bool_type": "true or false is expected",
    "too_short": "the list needs at least {min_length} item(s)",
}


@dataclass(frozen=True, order=True)
class Problem:
    """One error, as `file:line: path.in.file: message (tip: ...)`."""

    file: str
    line: int
    path: str
    message: str
    tip: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}: " + (f"{self.path}: " if self.path else "")
        return where + self.message + (f" (tip: {self.tip})" if self.tip else "")

    def told(self, say: Callable[[str], str]) -> str:
        """The same by `say`, which gives English sentences in another language."""
        told = str(replace(self, message=say(self.message), tip=""))
        return f"{told} ({say('tip: ' + self.tip)})" if self.tip else told


class KnowledgeError(KnownError):
    """The knowledge base cannot be used; `findings` holds every problem in it."""

    def __init__(self, findings: Sequence[Problem]) -> None:
        self.findings = tuple(sorted(set(findings)))
        message, hint = self._worded(str, str)
        super().__init__(message, hint=hint)

    def told(self, say: Callable[[str], str]) -> tuple[str, str]:
        """Message and hint by `say`, line by line."""
        return self._worded(say, lambda finding: finding.told(say))

    def _worded(self, say: Callable[[str], str], line: Callable[[Problem], str]) -> tuple[str, str]:
        """A single problem is the message itself, and its tip the hint; several are a list."""
        if len(self.findings) == 1:
            (only,) = self.findings
            return line(replace(only, tip="")), say(only.tip or _OTHERWISE)
        title = say(f"{len(self.findings)} errors in the knowledge base:")
        return "\n  ".join((title, *map(line, self.findings))), say(_OTHERWISE)


def dotted(path: Path) -> str:
    """A path as people write it.

    >>> dotted(("claims", 3, "support"))
    'claims[3].support'
    """
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def problem(file: str, document: Document, path: Path, message: str, tip: str = "") -> Problem:
    """A problem at `path` of `document`, or at the deepest part of the path that is there."""
    line, taken = document.locate(path)
    return Problem(file=file, line=line, path=dotted(taken), message=message, tip=tip)


def explain(
    file: str, document: Document, prefix: Path, model: type[BaseModel], error: ValidationError
) -> Iterator[Problem]:
    """Every error of a failed validation of the part of `document` under `prefix`."""
    seen: set[tuple[int, Path]] = set()
    for detail in error.errors(include_url=False):
        path = (*prefix, *detail["loc"])
        line, taken = document.locate(path)
        if (line, taken) in seen and detail["type"] != "missing":
            continue  # the other branches of a union say the same again
        if detail["type"] == "too_short" and detail["input"]:
            continue  # only its items are wrong, and they are told by themselves
        seen.add((line, taken))
        owner = _model_at(model, detail["loc"]) or model
        message, tip = _wording(dict(detail), owner)
        yield Problem(file=file, line=line, path=dotted(taken), message=message, tip=tip)


def purl_fault(text: str) -> tuple[str, str]:
    """Message and tip for a text that is no package URL.

    >>> purl_fault("torch 2.13")[0]
    "a package URL is pkg:TYPE/NAME@VERSION, not 'torch 2.13'"
    """
    message = f"a package URL is pkg:TYPE/NAME@VERSION, not {text!r}"
    return message, "for example pkg:pypi/torch@2.13.0"


def _wording(detail: dict[str, Any], owner: type[BaseModel]) -> tuple[str, str]:
    kind, context = detail["type"], detail.get("ctx", {})
    name = str(detail["loc"][-1]) if detail["loc"] else ""
    if kind == "missing":
        return f"{name} is missing", _TIPS[kind].format(model=owner.__name__.lstrip("_"))
    if kind == "extra_forbidden":
        return f"unknown field {name!r}", did_you_mean(name, owner.model_fields)
    if kind == "string_pattern_mismatch" and name == "purl":
        return purl_fault(str(detail["input"]))
    message = re.sub(r"^(Value error|Assertion failed), ", "", detail["msg"])
    if kind in _EXPECTED:
        message = _EXPECTED[kind].format_map(context)
    fields = ", ".join(_fields(owner, name))
    tip = _TIPS.get(kind, "").format(pattern=context.get("pattern", ""), fields=fields)
    if kind in ("enum", "literal_error") and isinstance(detail["input"], str):
        tip = did_you_mean(detail["input"], re.findall(r"'([^']*)'", context["expected"]))
    given = detail["input"]
    if kind == "string_type" and given is not None and not isinstance(given, bool):
        tip = ""  # a list or a mapping in the place of a text has another cause
    if isinstance(given, str | bool) and kind != "value_error":
        message += f", not {str(given).lower() if isinstance(given, bool) else repr(given)}"
    return message[:1].lower() + message[1:], tip


def _fields(owner: type[BaseModel], name: str) -> Iterator[str]:
    """The fields that the noun in the field `name` of `owner` must have."""
    held = owner.model_fields.get(name)
    noun = owner if held is None else next(_nouns(held.annotation), owner)
    yield from (field for field, about in noun.model_fields.items() if about.is_required())


def _model_at(model: type[BaseModel], path: Path) -> type[BaseModel] | None:
    """The noun that holds the last step of `path`, for its name and fields."""
    current: type[BaseModel] | None = model
    for step in path[:-1]:
        if current is None:
            return None
        field = current.model_fields.get(str(step))
        if field is not None:
            current = next(_nouns(field.annotation), None)
    return current


def _nouns(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _nouns(part)
