"""The one exception that front ends turn into a message.

Known outcomes are values; a `KnownError` is for input that cannot be used. Anything else is a bug
and keeps its traceback.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence


class KnownError(Exception):
    """Bad input, said in one line, with a hint that tells what to do next.

    >>> str(KnownError("unknown scenario 'edge'", hint="did you mean edge-cv?"))
    "unknown scenario 'edge'"
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def told(self, say: Callable[[str], str]) -> tuple[str, str]:
        """Message and hint by `say`, which gives English sentences in another language."""
        return say(self.message), say(self.hint)


class ManifoldError(KnownError):
    """More than one thing is wrong: all of it is said at once, each with its own hint."""

    def __init__(self, errors: Sequence[KnownError]) -> None:
        self.errors = tuple(one for error in errors for one in _flat(error))
        super().__init__(_listed(self.errors, str))

    def told(self, say: Callable[[str], str]) -> tuple[str, str]:
        """All messages and hints by `say`."""
        return _listed(self.errors, say), ""


def failures(checks: Iterable[Callable[[], object]]) -> tuple[KnownError, ...]:
    """What is wrong by any of the checks: none of them waits for another to be mended."""
    found: list[KnownError] = []
    for check in checks:
        try:
            check()
        except KnownError as error:
            found.append(error)
    return tuple(found)


def together(errors: Sequence[KnownError]) -> KnownError:
    r"""The one error, or all of several.

    >>> together([KnownError("no a"), KnownError("no b", hint="try c")]).message
    '2 things are wrong:\n  no a\n  no b (try c)'
    """
    return errors[0] if len(errors) == 1 else ManifoldError(errors)


def check_all(checks: Iterable[Callable[[], object]]) -> None:
    """Run every check, then raise what is wrong by any of them.

    Raises:
        KnownError: one or more checks failed.
    """
    failed = failures(checks)
    if failed:
        raise together(failed)


def _flat(error: KnownError) -> tuple[KnownError, ...]:
    return error.errors if isinstance(error, ManifoldError) else (error,)


def _listed(errors: Sequence[KnownError], say: Callable[[str], str]) -> str:
    lines = [say(f"{len(errors)} things are wrong:")]
    for error in errors:
        message, hint = error.told(say)
        lines.append(f"{message} ({hint})" if hint else message)
    return "\n  ".join(lines)
