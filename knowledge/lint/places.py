"""Where in the files a finding stands: its file and line, as far as its subject names a place.

Reads and parses only the files that some finding is about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from knowledge.dialect import DialectError, Document, parse
from knowledge.lint.rule import NEEDLESS, Finding
from knowledge.overlay import KnowledgeFile, gather

Steps = tuple[str | int, ...]
_TERMS = ("axes", "capabilities", "quantities")
_SUBJECTS = ("frameworks", "devices")
_KEYED: Mapping[str, str] = {
    "route": "routes",
    "system": "systems",
    "operators": "operators",
    "compatibility": "compatibility",
    "why": "scenarios",
}
"""Kinds of evidence keys and the folder of what they are about."""
_LISTS: Mapping[str, str] = {"compatibility": "rows", "why": "why", "caveat": "caveats"}
"""Kinds of evidence keys that end with a place in a list of the entry."""


def placed(findings: Sequence[Finding], folders: Sequence[Path]) -> tuple[Finding, ...]:
    """The findings with the file and line they are about; as they are where that is not known."""
    places = _Places(folders)
    return tuple(places.of(finding) for finding in findings)


class _Places:
    def __init__(self, folders: Sequence[Path]) -> None:
        gathered = gather(folders)
        self._files = {file.key: file for file in gathered.files}
        self._exceptions = [f for f in gathered.files if f.key == "lint-exceptions"]
        self._documents: dict[str, Document | None] = {}

    def of(self, finding: Finding) -> Finding:
        """The finding with its place."""
        if finding.rule == NEEDLESS:
            return self._exception(finding)
        for key, steps in _candidates(finding.subject, self._files):
            document = self._document(key)
            found = None if document is None else steps(document.value)
            if document is not None and found is not None:
                shown = self._files[key].shown
                return finding.model_copy(update={"file": shown, "line": document.line(found)})
        return finding

    def _exception(self, finding: Finding) -> Finding:
        """An exception that excepts nothing stands in the list of exceptions."""
        for file in self._exceptions:
            document = _parsed(file)
            for index, entry in enumerate(document.value if document is not None else ()):
                accepts = f"exception from {entry.get('rule')} "
                if entry.get("subject") == finding.subject and accepts in finding.message:
                    line = document.line((index,)) if document is not None else 1
                    return finding.model_copy(update={"file": file.shown, "line": line})
        return finding

    def _document(self, key: str) -> Document | None:
        """A parsed file; None where there is none, or none that can be read."""
        if key not in self._documents:
            file = self._files.get(key)
            self._documents[key] = None if file is None else _parsed(file)
        return self._documents[key]


def _parsed(file: KnowledgeFile) -> Document | None:
    try:
        return parse(file.content.decode("utf-8"))
    except (DialectError, UnicodeDecodeError):
        return None


Finder = Callable[[Any], Steps | None]
"""From the value of a document to the path of what is sought in it; None where it is not there."""


def _candidates(subject: str, files: Mapping[str, KnowledgeFile]) -> Iterator[tuple[str, Finder]]:
    """Files that a subject may be in, each with what finds it there."""
    folder, slash, name = subject.partition("/")
    kind, _, rest = subject.partition(":")
    owner, _, detail = rest.partition(":")
    if slash and folder in _TERMS:
        yield f"vocabulary/{folder}", _key(name)
    elif slash and folder == "sources":
        yield from ((key, _key(name)) for key in files if key.startswith("sources/"))
    elif slash and subject in files:
        yield subject, lambda _: ()
    elif kind == "article":
        keys = (key for key in files if key.startswith("claims/"))
        yield from ((key, _item("claims", "id", rest)) for key in keys)
    else:
        for parent in (_KEYED[kind],) if kind in _KEYED else _SUBJECTS:
            yield f"{parent}/{owner}", _inside(kind, detail)


def _inside(kind: str, detail: str) -> Finder:
    """What finds a statement in the entry it is about, or else the entry."""
    if kind == "claim":
        return _item("claims", "capability", detail)
    if kind == "fact":
        return _fact(*detail.split(":"))
    if kind == "never-released":
        return _item("never_released", "version", detail)
    if kind in _LISTS and detail.isdecimal():
        return lambda _: (_LISTS[kind], int(detail))
    return lambda _: ()


def _fact(quantity: str, *qualifiers: str) -> Finder:
    def find(value: Any) -> Steps | None:
        near: Steps | None = None
        for index, fact in enumerate(value.get("facts", ())):
            if fact.get("quantity") == quantity:
                near = near or ("facts", index)
                stated = fact.get("qualifiers") or {}
                if {f"{name}={text}" for name, text in stated.items()} == {*qualifiers}:
                    return ("facts", index)
        return near

    return find


def _key(name: str) -> Finder:
    return lambda value: (name,) if isinstance(value, dict) and name in value else None


def _item(field: str, key: str, wanted: str) -> Finder:
    def find(value: Any) -> Steps | None:
        items = value.get(field, ()) if isinstance(value, dict) else ()
        for index, item in enumerate(items):
            if isinstance(item, dict) and str(item.get(key)) == wanted:
                return (field, index)
        return None

    return find
