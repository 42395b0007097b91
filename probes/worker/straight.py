"""A plan as straight Python: a table of operators is run once on stand-ins, and its calls are kept.

For frameworks that run operators one by one: what the table decides from the graph (attributes,
padding, layouts) is settled while recording, and intermediate results are let go after their last
use, as in a model written by hand. A table gets `namespace(module)` in place of a framework's
module, and otherwise is what `walk` describes.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

from .walk import check, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .case import Case


class Straight:
    """A recording; what it becomes is a function of (weights, *inputs) that gives a tuple."""

    def __init__(self) -> None:
        self._steps: list[tuple[Stand, str, list[Stand]]] = []
        self._space: dict[str, Any] = {}
        self._count = 0

    def namespace(self, module: Any) -> Namespace:
        """The module, whose functions are recorded where a stand-in is among their arguments."""
        return Namespace(self, module)

    def function(self, case: Case, table: Any) -> Callable[..., Any]:
        """Run the table over the case, and make a function of what it called.

        Its first argument is the sequence of weights that `used` names; then come the inputs.

        Raises:
            Unsupported: the table lacks an operator, or one of its methods says so.
        """
        check(case, table)
        weights = {name: Stand(self, f"w{i}") for i, name in enumerate(used(case))}
        inputs = [Stand(self, f"x{i}") for i in range(len(case.inputs))]
        outputs = walk(case, table, weights, inputs)
        text = self._source(list(weights.values()), inputs, outputs)
        exec(compile(text, f"<{case.name}>", "exec"), self._space)  # noqa: S102 - our own names only
        made: Callable[..., Any] = self._space["run"]
        return made

    def call(self, function: Any, *given: Any, **named: Any) -> Stand:
        """Record a call; returns what stands for its result."""
        read: list[Stand] = []
        arguments = [self._written(each, read) for each in given]
        arguments += [f"{name}={self._written(each, read)}" for name, each in named.items()]
        result = Stand(self, f"v{len(self._steps)}")
        text = f"{self._constant(function)}({', '.join(arguments)})"
        self._steps.append((result, text, read))
        return result

    def _written(self, value: Any, read: list[Stand]) -> str:
        """An argument as source; stand-ins may lie in tuples and lists."""
        if isinstance(value, Stand):
            read.append(value)
            return value.name
        if isinstance(value, (tuple, list)) and _has_stand(value):
            inner = "".join(f"{self._written(each, read)}, " for each in value)
            return f"[{inner}]" if isinstance(value, list) else f"({inner})"
        return self._constant(value)

    def _constant(self, value: Any) -> str:
        name = f"k{self._count}"
        self._count += 1
        self._space[name] = value
        return name

    def _source(
        self, weights: Sequence[Stand], inputs: Sequence[Stand], outputs: Sequence[Stand]
    ) -> str:
        steps = self._needed(outputs)
        last = {stand: step for step, (_, _, read) in enumerate(steps) for stand in read}
        lines = [f"def run(weights{''.join(f', {each.name}' for each in inputs)}):"]
        if weights:
            lines.append(f"    {''.join(f'{each.name}, ' for each in weights)}= weights")
        kept = {*weights, *inputs, *outputs}
        for step, (result, text, read) in enumerate(steps):
            lines.append(f"    {result.name} = {text}")
            spent = dict.fromkeys(each for each in read if last[each] == step and each not in kept)
            lines += [f"    del {', '.join(each.name for each in spent)}"] if spent else []
        lines.append(f"    return ({''.join(f'{each.name}, ' for each in outputs)})")
        return "\n".join(lines) + "\n"

    def _needed(self, outputs: Sequence[Stand]) -> list[tuple[Stand, str, list[Stand]]]:
        """The steps that the outputs depend on."""
        wanted, found = set(outputs), []
        for result, text, read in reversed(self._steps):
            if result in wanted:
                wanted.update(read)
                found.append((result, text, read))
        return found[::-1]


def used(case: Case) -> list[str]:
    """Names of the weights that nodes read or the graph gives back."""
    read = {name for node in case.nodes for name in node.inputs}
    read.update(value.name for value in case.outputs)
    return [name for name in case.weights if name in read]


class Stand:
    """What stands for a tensor while recording; Python's operators on it are recorded."""

    __slots__ = ("_recording", "name")

    def __init__(self, recording: Straight, name: str) -> None:
        self._recording = recording
        self.name = name

    def __getitem__(self, key: Any) -> Stand:
        return self._recording.call(operator.getitem, self, key)

    def __neg__(self) -> Stand:
        return self._recording.call(operator.neg, self)

    def __bool__(self) -> bool:
        raise TypeError("what a tensor holds is not known while recording")

    __hash__ = object.__hash__
    __iter__ = None


class Namespace:
    """A module, or a class within it, as `Straight.namespace` hands it out."""

    def __init__(self, recording: Straight, module: Any) -> None:
        self._recording = recording
        self._module = module

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._module, name)
        if not callable(found):
            return found

        def function(*given: Any, **named: Any) -> Any:
            if _has_stand((*given, *named.values())):
                return self._recording.call(found, *given, **named)
            return found(*given, **named)

        return function


def _has_stand(values: Sequence[Any]) -> bool:
    return any(
        isinstance(each, Stand) or (isinstance(each, (tuple, list)) and _has_stand(each))
        for each in values
    )


def _binary(function: Any, *, swapped: bool = False) -> Any:
    def method(self: Stand, other: Any) -> Stand:
        pair = (other, self) if swapped else (self, other)
        return self._recording.call(function, *pair)

    return method


for _name in ("add", "sub", "mul", "truediv", "floordiv", "matmul", "pow"):
    setattr(Stand, f"__{_name}__", _binary(getattr(operator, _name)))
    setattr(Stand, f"__r{_name}__", _binary(getattr(operator, _name), swapped=True))
for _name in ("lt", "le", "gt", "ge", "eq"):
    setattr(Stand, f"__{_name}__", _binary(getattr(operator, _name)))
