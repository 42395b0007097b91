"""The nearest known name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

LISTED = 30
"""Names that are all listed where none is close; of more, only their number is told."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that names the closest of `known`, or where none is close all of a few.

    >>> did_you_mean("edge-vc", ["edge-cv", "research"])
    'did you mean edge-cv?'
    >>> did_you_mean("zzz", ["edge-cv", "research"])
    'known: edge-cv, research'
    """
    from rapidfuzz import process

    names = sorted(known)
    best = process.extractOne(name.lower(), names, score_cutoff=60)
    if best:
        return f"did you mean {best[0]}?"
    if len(names) > LISTED:
        return f"none of the {len(names)} known names is close"
    return f"known: {', '.join(names)}"
