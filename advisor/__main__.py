"""Entry point: run the command line and turn known errors into one line and an exit code.

Exit codes: 0 an answer, 1 a negative answer, 2 unusable input, 70 a bug in advisor,
130 interrupted before there was an answer.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import click

from advisor.cli.main import advisor
from advisor.cli.options import default_language
from knowledge.errors import KnownError

USAGE, BUG, INTERRUPTED = 2, 70, 130
KEPT = "the answer is kept: advisor history show latest"


def main() -> None:
    """Run `advisor` with the process arguments and exit with its code.

    A command makes many objects that live until it ends: collecting them early and once more at
    exit took a sixth of the time of an answer without measuring. Nor are plug-ins of pydantic
    looked for among all installed packages.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.set_threshold(200_000, 50, 50)
    unseen = _opened()
    code = run(sys.argv[1:])
    if unseen and code == 0:
        code = _refuse(
            KnownError("the output could not be written: stdout is closed"), sys.argv[1:]
        )
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    # Not sys.exit: giving back every object one by one takes a tenth of a second, and nothing is
    # left to be done at exit; files, databases and processes are closed where they are used.
    os._exit(code)


def _opened() -> bool:
    """Put /dev/null where a standard stream is closed; whether stdout was.

    Else the next file that is opened would take its place and be written into.
    """
    unseen = sys.stdout is None
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115
    return unseen


def run(arguments: list[str]) -> int:
    """Run the command line on `arguments`; the exit code is returned, nothing is raised."""
    try:
        result = advisor.main(args=arguments, prog_name="advisor", standalone_mode=False)
        sys.stdout.flush()
    except KnownError as error:
        return _refuse(error, arguments)
    except click.ClickException as error:
        return _refuse(KnownError(error.format_message(), hint=_usage_hint(error)), arguments)
    except (click.Abort, KeyboardInterrupt):
        click.echo(_say(arguments)("interrupted"), err=True)
        return INTERRUPTED
    except OSError as error:
        return _unwritable(error, arguments)
    except Exception:  # the outermost boundary: a bug keeps its traceback and has its own exit code
        return _bug(arguments)
    return result if isinstance(result, int) else 0


def _unwritable(error: OSError, arguments: list[str]) -> int:
    """Deal with a stdout that takes no more: its reader left, or the disk is full."""
    if error.errno not in (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO):
        return _bug(arguments)
    # What is left in the buffer goes nowhere, so that leaving does not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return 0
    hint = KEPT if "recommend" in arguments else ""
    return _refuse(
        KnownError(f"the output could not be written: {error.strerror}", hint=hint), arguments
    )


def _bug(arguments: list[str]) -> int:
    import traceback

    traceback.print_exc()
    _report("this is a bug in advisor; the traceback above says where", "", arguments)
    return BUG


def _refuse(error: KnownError, arguments: list[str]) -> int:
    _report(*error.told(_say(arguments)), arguments)
    return USAGE


def _report(message: str, hint: str, arguments: list[str]) -> None:
    say = _say(arguments)
    click.echo(say(f"error: {message}"), err=True)
    if hint:
        click.echo(say(f"hint: {hint}"), err=True)


def _say(arguments: list[str]) -> Callable[[str], str]:
    """What gives an English sentence in the language of the output; loads nothing for English."""
    language = _language(arguments)
    if language == "en":
        return str
    from knowledge.phrasebook import phrasebook

    return phrasebook(language).say


def _language(arguments: list[str]) -> str:
    """The language that the arguments or the locale ask for: an error may come before click reads
    its options.
    """
    given = [
        value
        for option, value in pairwise([*arguments, ""])
        for value in [value if option == "--lang" else option.removeprefix("--lang=")]
        if option == "--lang" or option.startswith("--lang=")
    ]
    return given[-1] if given and given[-1] in ("en", "zh") else default_language()


def _usage_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"see {context.command_path if context else 'advisor'} --help"


if __name__ == "__main__":
    main()
