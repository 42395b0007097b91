"""Entry point: run the command line and turn known errors into one line and an exit code.

Exit codes: 0 an answer, 1 a negative answer, 2 unusable input, 70 a bug in advisor.
"""

from __future__ import annotations

import contextlib
import errno
import gc
import os
import sys

import click

from advisor.cli.main import advisor
from knowledge.errors import KnownError

USAGE, BUG, INTERRUPTED = 2, 70, 130


def main() -> None:
    """Run `advisor` with the process arguments and exit with its code.

    A command makes many objects that live until it ends: collecting them early and once more at
    exit took a sixth of the time of an answer without measuring. Nor are plug-ins of pydantic
    looked for among all installed packages.
    """
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    gc.set_threshold(200_000, 50, 50)
    code = run(sys.argv[1:])
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    # Not sys.exit: giving back every object one by one takes a tenth of a second, and nothing is
    # left to be done at exit; files, databases and processes are closed where they are used.
    os._exit(code)


def run(arguments: list[str]) -> int:
    """Run the command line on `arguments`; the exit code is returned, nothing is raised."""
    try:
        result = advisor.main(args=arguments, prog_name="advisor", standalone_mode=False)
        sys.stdout.flush()
    except KnownError as error:
        return _refuse(error.message, error.hint)
    except click.ClickException as error:
        return _refuse(error.format_message(), _usage_hint(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return INTERRUPTED
    except OSError as error:
        return _unwritable(error)
    except Exception:  # the outermost boundary: a bug keeps its traceback and has its own exit code
        return _bug()
    return result if isinstance(result, int) else 0


def _unwritable(error: OSError) -> int:
    """Deal with a stdout that takes no more: its reader left, or the disk is full."""
    if error.errno not in (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO):
        return _bug()
    # What is left in the buffer goes nowhere, so that leaving does not fail again.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if error.errno == errno.EPIPE:
        return 0
    return _refuse(
        f"the output could not be written: {error.strerror}",
        "the answer is kept: advisor history show latest",
    )


def _bug() -> int:
    import traceback

    traceback.print_exc()
    click.echo("error: this is a bug in advisor; the traceback above says where", err=True)
    return BUG


def _refuse(message: str, hint: str) -> int:
    click.echo(f"error: {message}", err=True)
    if hint:
        click.echo(f"hint: {hint}", err=True)
    return USAGE


def _usage_hint(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    return f"see {context.command_path if context else 'advisor'} --help"


if __name__ == "__main__":
    main()
