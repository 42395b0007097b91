"""The nearest known name to a mistyped one."""

from __future__ import annotations

from collections.abc import Iterable

LISTED = 30
"""Names that are all listed where none is close; of more, only their number is told."""


CLOSE = 60
"""Likeness, of 100, from which a name may have been meant."""
PART = 3
"""Letters that a name needs before being part of another one, or the other way, tells anything."""


def nearest_of(name: str, known: Iterable[str]) -> str:
    """The one of `known` that `name` most likely stands for; "" where none is near enough.

    >>> nearest_of("edge-vc", ["edge-cv", "research"]), nearest_of("trasnformers", ["transformers"])
    ('edge-cv', 'transformers')
    >>> nearest_of("banana", ["nvidia-a10", "ncnn"]), nearest_of("x", ["xla"])
    ('', '')
    """
    from rapidfuzz import fuzz, process
    from rapidfuzz.distance import DamerauLevenshtein

    wanted, names = name.strip().lower(), sorted(known)
    lowered = {one: one.lower() for one in names}
    best = process.extractOne(wanted, lowered, scorer=fuzz.ratio, score_cutoff=CLOSE)
    slips = max(1, len(wanted) // 3)
    if best and DamerauLevenshtein.distance(wanted, best[0]) <= slips:
        return str(best[2])
    begun = [one for one, low in lowered.items() if len(wanted) >= PART and wanted in low]
    begun += [one for one, low in lowered.items() if len(low) >= PART and low in wanted]
    return min(begun, key=lambda one: abs(len(one) - len(wanted)), default="")


def close(name: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The few of `known` that `name` may stand for, the nearest first.

    >>> close("tensrflow", ["TensorFlow", "TensorRT", "MindSpore"])
    ('TensorFlow',)
    """
    found: list[str] = []
    left = list(known)
    while left and len(found) < most:
        best = nearest_of(name, left)
        if not best:
            break
        found.append(best)
        left = [one for one in left if one.lower() != best.lower()]
    return tuple(found)


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A hint that names the closest of `known`, or where none is close all of a few.

    >>> did_you_mean("edge-vc", ["edge-cv", "research"])
    'did you mean edge-cv?'
    >>> did_you_mean("zzz", ["edge-cv", "research"])
    'known: edge-cv, research'
    """
    names = sorted(known)
    best = nearest_of(name, names)
    if best:
        return f"did you mean {best}?"
    if len(names) > LISTED:
        return f"none of the {len(names)} known names is close"
    return f"known: {', '.join(names)}"
