"""How many errors in a tf.function are reported with the line that causes them, of four."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING, Any

from ._frameworks import tensorflow_with
from ._remarks import Remarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Four functions that fail, while traced or while run; the call counts the lines named."""
    tf = tensorflow_with(threads)
    named = {work.__name__: _names_its_line(tf, work) for work in (_shapes, _index, _value, _check)}
    note = ", ".join(f"{name[1:]}: {'yes' if done else 'no'}" for name, done in named.items())
    return Remarked(lambda: sum(named.values()), f"line named - {note}")


def _shapes(tf: Any, x: Any) -> Any:
    """Fails while the graph is made."""
    return tf.matmul(x, tf.zeros((7, 7)))  # here


def _index(tf: Any, x: Any) -> Any:
    """Fails in a kernel: there is no such row."""
    row = tf.cast(tf.reduce_sum(x), tf.int32) + 99
    return tf.gather(x, row)  # here


def _value(tf: Any, x: Any) -> Any:
    """Fails in a kernel: the sizes are known when it runs."""
    count = tf.cast(tf.reduce_sum(x), tf.int32) + 5
    return tf.reshape(x, (count, 3))  # here


def _check(tf: Any, x: Any) -> Any:
    """Fails in an assertion on values."""
    tf.debugging.assert_positive(x)  # here
    return x


def _names_its_line(tf: Any, work: Callable[[Any, Any], Any]) -> bool:
    """Whether the report of the error holds the number of the line that is marked."""
    import inspect

    lines, first = inspect.getsourcelines(work)
    marked = first + next(n for n, line in enumerate(lines) if line.rstrip().endswith("# here"))
    try:
        tf.function(lambda x: work(tf, x))(tf.zeros((4, 4)))
    except Exception:  # what it is does not matter
        report = traceback.format_exc()
        return f'{__file__}", line {marked}' in report
    raise ValueError(f"{work.__name__} did not fail")
