"""The YAML dialect of the knowledge base: only true, false and null mean anything but themselves.

Plain YAML reads 2.10 as 2.1 and no as False; here both stay the text that was typed, and the
schema decides what is a number. Duplicate keys, tags, anchors and empty values are errors, all
reported with their line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import yaml

_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_PLAIN = "tag:yaml.org,2002:"
_TAGS: dict[type[yaml.Node], str] = {
    yaml.ScalarNode: _PLAIN + "str",
    yaml.SequenceNode: _PLAIN + "seq",
    yaml.MappingNode: _PLAIN + "map",
}


class Fault(NamedTuple):
    """Something that is not in the dialect: its line (from 1), what it is, what to do."""

    line: int
    message: str
    tip: str = ""


class DialectError(Exception):
    """A text that is not in the dialect; `problems` are its faults in order of lines."""

    def __init__(self, problems: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"line {fault.line}: {fault.message}" for fault in problems))
        self.problems = tuple(problems)


class DialectLoader(yaml.CSafeLoader):
    """A safe loader without implicit types: every scalar without a tag is text."""

    def resolve(self, kind: type[yaml.Node], value: str | None, implicit: object) -> str:  # noqa: ARG002
        """The tag of a node that has none; a third of the time of PyYAML's own."""
        return _TAGS[kind]

    def descend_resolver(self, current_node: yaml.Node | None, current_index: object) -> None:
        """Nothing: no tag depends on a path."""

    def ascend_resolver(self) -> None:
        """Nothing: no tag depends on a path."""


@dataclass(frozen=True)
class Document:
    """A parsed file: its value and the node tree that knows where everything stands."""

    value: Any
    root: yaml.Node | None

    def line(self, path: Sequence[str | int]) -> int:
        r"""The line (from 1) of the value at `path`, or of the deepest part of it that exists.

        >>> parse("a:\n  - b: 1\n  - b: 2\n").line(("a", 1, "b"))
        3
        """
        return self.locate(path)[0]

    def locate(self, path: Sequence[str | int]) -> tuple[int, tuple[str | int, ...]]:
        """The line as in `line`, and the steps of `path` that stand in the text."""
        node, line, taken = self.root, 1, []
        for step in path:
            found = _child(node, step)
            if found is None:
                continue
            node, line = found
            taken.append(step)
        return line, tuple(taken)


def parse(text: str) -> Document:
    r"""Read one document in the dialect.

    >>> parse("version: 2.10\nanswer: no\nsure: true\n").value
    {'version': '2.10', 'answer': 'no', 'sure': True}

    Raises:
        DialectError: with every problem found and its line.
    """
    loader = DialectLoader(text)
    try:
        root = loader.get_single_node()
    except yaml.YAMLError as error:
        from knowledge.yaml_tips import explain

        raise DialectError([Fault(*explain(text, error))]) from None
    finally:
        loader.dispose()
    reader = _Reader()
    value = reader.build(root) if root is not None else None
    if reader.problems:
        raise DialectError(sorted(reader.problems))
    return Document(value, root)


class _Reader:
    """Turns nodes into plain values and collects what the dialect forbids."""

    def __init__(self) -> None:
        self.problems: list[Fault] = []
        self._seen: set[int] = set()

    def build(self, node: yaml.Node) -> Any:
        if id(node) in self._seen:
            self._problem(node, "anchors and aliases are not part of the dialect", "write it out")
            return None
        self._seen.add(id(node))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if node.tag[len(_PLAIN) :] not in ("map", "seq"):
            self._problem(node, f"the tag {node.tag} is not part of the dialect")
        if isinstance(node, yaml.SequenceNode):
            return [self.build(item) for item in node.value]
        return self._mapping(node) if isinstance(node, yaml.MappingNode) else None

    def _scalar(self, node: yaml.ScalarNode) -> str | bool | None:
        text: str = node.value
        if node.tag != _PLAIN + "str":
            self._problem(node, f"the tag {node.tag} is not part of the dialect")
        if not node.style:  # plain, neither quoted nor a block
            if not text:
                self._problem(node, "there is no value here", "write null or '', or leave it out")
            return _WORDS.get(text, text)
        return text

    def _mapping(self, node: yaml.MappingNode) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            key = key_node.value
            if not isinstance(key, str):
                self._problem(key_node, "a key must be a word")
                continue
            if key in result:
                self._problem(key_node, f"the key {key!r} stands here twice")
            if node.flow_style and _is_empty(value_node):
                self._problem(key_node, f"{key!r} has no value", _flow_tip(key))
                continue
            result[key] = self.build(value_node)
        return result

    def _problem(self, node: yaml.Node, message: str, tip: str = "") -> None:
        self.problems.append(Fault(node.start_mark.line + 1, message, tip))


def _flow_tip(key: str) -> str:
    from knowledge.yaml_tips import full_width

    return full_width(key) or "quote a text that holds a comma"


def _is_empty(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and not node.style and not node.value


def _child(node: yaml.Node | None, step: str | int) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == step:
                return value, key.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        item = node.value[step]
        return item, item.start_mark.line + 1
    return None
