"""The one exception that front ends turn into a message.

Known outcomes are values; a `KnownError` is for input that cannot be used. Anything else is a bug
and keeps its traceback.
"""

from __future__ import annotations


class KnownError(Exception):
    """Bad input, said in one line, with a hint that tells what to do next.

    >>> str(KnownError("unknown scenario 'edge'", hint="did you mean edge-cv?"))
    "unknown scenario 'edge'"
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
