"""Options that several commands share, and the checks of their values."""

from __future__ import annotations

import math
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from knowledge.errors import KnownError

F = TypeVar("F", bound=Callable[..., Any])


def default_language() -> str:
    """Chinese ("zh") where the locale says so, else English ("en")."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def language(function: F) -> F:
    """--lang en|zh, taken from the locale when absent."""
    return click.option(
        "--lang",
        type=click.Choice(["en", "zh"]),
        default=default_language,
        help="Language of the output. [default: from the locale]",
    )(function)


def as_json(function: F) -> F:
    """--json."""
    return click.option("--json", "json_", is_flag=True, help="Print JSON instead of text.")(
        function
    )


def knowledge(function: F) -> F:
    """--knowledge DIR, repeatable."""
    return click.option(
        "--knowledge",
        "overlays",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="A folder of your own facts, laid over advisor's; repeatable.",
    )(function)


def sources(function: F) -> F:
    """--knowledge DIR and --python PATH, both repeatable."""
    function = click.option(
        "--python",
        "pythons",
        multiple=True,
        type=click.Path(path_type=Path),
        metavar="PATH",
        help="An interpreter (or its environment's folder) to look for frameworks in; repeatable.",
    )(function)
    return knowledge(function)


def _finite(context: click.Context, parameter: click.Parameter, value: float) -> float:
    """`value`, unless it is not a number: click's range lets that through."""
    if math.isnan(value):
        raise click.BadParameter("nan is not a number of seconds", context, parameter)
    return value


def measuring(function: F) -> F:
    """--budget, --provision and --seed."""
    function = click.option(
        "--seed",
        type=click.IntRange(0, 2**32 - 1),
        default=0,
        show_default=True,
        help="Seed of weights, inputs and draws: same seed, same answer.",
    )(function)
    function = click.option(
        "--provision", is_flag=True, help="First make the environments that are missing."
    )(function)
    return click.option(
        "--budget",
        type=click.FloatRange(min=0, max=86_400),
        callback=_finite,
        default=150.0,
        show_default=True,
        metavar="SECONDS",
        help="Time for measuring; making environments does not count.",
    )(function)


def what_if(function: F) -> F:
    """--require, --exclude, --veto, --pin and --replay."""
    function = click.option(
        "--replay",
        metavar="RUN",
        help="Decide as on the machine and day of an earlier answer, by its measurements: its id, "
        "the start of it, or latest.",
    )(function)
    for name, metavar, text in (
        (
            "--pin",
            "SUBJECT:TERM=VALUE",
            "What if this were so? It counts as certain, never as evidence; see below; repeatable.",
        ),
        (
            "--veto",
            "CRITERION=AMOUNT",
            "A stack that is worse than this by the criterion is not chosen, whatever its other "
            "merits; in the criterion's unit; repeatable.",
        ),
        ("--exclude", "ID", "Rule out a framework, runtime, route or stack; repeatable."),
        ("--require", "NAME[=VALUE]", "What every stack must meet besides; see below; repeatable."),
    ):
        function = click.option(name, multiple=True, metavar=metavar, help=text)(function)
    return function


def requirement_help() -> str:
    """The vocabulary of --require and the forms of --pin, for the end of the help."""
    from knowledge.requirements import TERMS

    rows = [(term.usage, term.about.en) for term in TERMS.values()]
    width = max(len(name) for name, _ in rows if len(name) < 30)
    lines = [
        f"  {name:<{width}}  {title}"
        if len(name) <= width
        else f"  {name}\n  {'':<{width}}  {title}"
        for name, title in rows
    ]
    return "\n\n".join(
        (
            "\b\nWhat can be required (`advisor kb list requirements`), or the id of any\n"
            "capability (`advisor kb list capabilities`):\n" + "\n".join(lines),
            "\b\nWhat can be pinned:\n"
            "  pytorch:license=GPL-3.0              a quantity of a framework\n"
            "  openvino:os.android=true             a capability: true, false or partial\n"
            "  tensorflow:lifecycle=maintenance     active, maintenance or dead\n"
            "  pytorch-to-openvino:works=false      a route\n"
            "  onnxruntime/cpu:latency=4ms          latency, throughput, memory, runs;\n"
            "                                       [workload=...,batch=...] to tell which",
        )
    )


def output_files(html: Path | None, pdf: Path | None) -> tuple[Path | None, Path | None]:
    """Both paths, checked to be writable and different before any work is done.

    Raises:
        KnownError: one of them cannot be written, or both name one file.
    """
    if html is not None and html == pdf:
        raise KnownError(f"--html and --pdf both name {html}", hint="give each a file of its own")
    return output_file("--html", html), output_file("--pdf", pdf)


def output_file(option: str, path: Path | None) -> Path | None:
    """`path`, checked to be writable before any work is done.

    Raises:
        KnownError: it is a folder or a device, its folder does not exist, or it cannot be written.
    """
    if path is None:
        return None
    if str(path) == "-":
        hint = f"give the name of a file, for example report.{option.lstrip('-')}"
        raise KnownError(f"{option} - is not a file; - means nothing here", hint=hint)
    if path.is_dir():
        raise KnownError(f"{path} is a folder", hint="give the name of a file in it")
    _refuse_devices(path)
    if path.parent.exists() and not path.parent.is_dir():
        raise KnownError(f"{path.parent} is no folder", hint="choose a place in a folder")
    if not path.parent.is_dir():
        make = f"mkdir -p {shlex.quote(str(path.parent))}"
        raise KnownError(f"the folder {path.parent} does not exist", hint=make)
    target = path if path.exists() else path.parent
    if not os.access(target, os.W_OK):
        raise KnownError(f"{path} cannot be written", hint="choose a place you may write to")
    return path


def _refuse_devices(path: Path) -> None:
    """KnownError for a device, a pipe or the like: the rename of a draft would replace it."""
    if path.exists() and not path.is_file():
        hint = "give the name of a file, for example report.html"
        raise KnownError(f"{path} is not a file that can be written", hint=hint)


def write_file(path: Path, content: str | bytes) -> None:
    """Write `content` beside `path` first and rename it, so that no half file is ever left.

    A link stays one: what it leads to is written.

    Raises:
        KnownError: it is no file, the disk is full, or the place became unwritable.
    """
    _refuse_devices(path)
    shown, path = path, path.resolve()
    data = content.encode() if isinstance(content, str) else content
    draft = path.with_name(f".{path.name}.part")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except OSError as error:
        draft.unlink(missing_ok=True)
        raise KnownError(
            f"{shown} could not be written: {error.strerror}",
            hint="the answer is kept: advisor history show latest",
        ) from error
