"""A recommendation without what says whose machine it was made on.

Dropped are the host's name and every path: of interpreters, folders of own facts, environments and
home folders. What the machine is made of stays: without it no measurement could be read.
"""

from __future__ import annotations

import re
import shlex

from knowledge.schema.decision import Recommendation
from reports.literal import changed

NAME = "host"
PATH = "PATH"
# An absolute path of at least two parts, not within an address or a relative path; a drive's too.
_PATH = re.compile(r"(?<![\w./:%-])(?:/[^\s/'\",;:()<>]+){2,}/?|\b[A-Za-z]:\\[^\s'\",;()<>]+|~/\S+")
_OF_PATHS = frozenset(["--knowledge", "--python", "--weights", "--html", "--pdf"])


def anonymous(recommendation: Recommendation) -> Recommendation:
    """The same recommendation without host name, user name and paths."""
    hostname = recommendation.host.hostname
    plain = changed(
        recommendation.model_dump(), lambda text: without_paths(_without_name(text, hostname))
    )
    return type(recommendation).model_validate(
        {
            **plain,
            "command": _command(recommendation.command),
            "overlays": tuple(str(n) for n, _ in enumerate(recommendation.overlays, start=1)),
        }
    )


def without_paths(text: str) -> str:
    """`text` with every absolute path replaced.

    >>> without_paths("made by /home/ada/env/bin/python3 (see https://example.org/a/b)")
    'made by PATH (see https://example.org/a/b)'
    >>> without_paths("items/s of docs/source/guide.md")
    'items/s of docs/source/guide.md'
    """
    return _PATH.sub(PATH, text) if "/" in text or "\\" in text else text


def _without_name(text: str, hostname: str) -> str:
    """Whole words only: a host may be called "gpu"."""
    if text == hostname:
        return NAME
    if len(hostname) < 4 or hostname not in text:
        return text
    return re.sub(rf"(?<![\w-]){re.escape(hostname)}(?![\w-])", NAME, text)


def _command(command: str) -> str:
    """The command with a placeholder for the value of each option that names a path."""
    words, shown = shlex.split(command), []
    for before, word in zip(["", *words], words, strict=False):
        shown.append(PATH if before in _OF_PATHS else without_paths(word))
    return shlex.join(shown)
