"""The nearest known name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that names the closest of `known`, or all of them when none is close.

    >>> did_you_mean("edge-vc", ["edge-cv", "research"])
    'did you mean edge-cv?'
    >>> did_you_mean("zzz", ["edge-cv", "research"])
    'known: edge-cv, research'
    """
    from rapidfuzz import process

    names = sorted(known)
    best = process.extractOne(name.lower(), names, score_cutoff=60)
    return f"did you mean {best[0]}?" if best else f"known: {', '.join(names)}"
