"""Weights from ranks: rank-order centroid, and what partial orders of criteria leave open.

Pure. F. H. Barron, B. E. Barrett, Management Science 42(11), 1996, 1515-1523 (rank-order centroid);
W. Edwards, F. H. Barron, Organizational Behavior and Human Decision Processes 60(3), 1994, 306-325
(SMARTER, which is swing ranks turned into weights by it).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from knowledge.errors import KnownError
from knowledge.nearest import did_you_mean

MOST_ORDERS = 50_000
"""Orders of the criteria that are averaged at most; enough for every statement about eight."""


def centroid(count: int) -> tuple[float, ...]:
    """Rank-order centroid weights of `count` criteria, most important first.

    >>> [round(w, 4) for w in centroid(3)]
    [0.6111, 0.2778, 0.1111]
    """
    return tuple(sum(1 / k for k in range(rank, count + 1)) / count for rank in range(1, count + 1))


def ranked(order: Sequence[str | Sequence[str]]) -> dict[str, float]:
    """Weights of criteria in order of importance; a group within it shares its places.

    >>> {name: round(w, 4) for name, w in ranked(["a", ["b", "c"]]).items()}
    {'a': 0.6111, 'b': 0.1944, 'c': 0.1944}

    Raises:
        KnownError: no criterion, or one named twice.
    """
    groups = [[place] if isinstance(place, str) else list(place) for place in order]
    names = [name for group in groups for name in group]
    if not names or len(set(names)) < len(names):
        raise KnownError("name each criterion once, the most important first")
    shares, found, taken = centroid(len(names)), {}, 0
    for group in groups:
        share = sum(shares[taken : taken + len(group)]) / max(len(group), 1)
        found.update(dict.fromkeys(group, share))
        taken += len(group)
    return found


def ordered(criteria: Sequence[str], above: Sequence[tuple[str, str]]) -> dict[str, float]:
    """Weights that agree with partial statements "this matters more than that".

    The mean of all weights that agree: every full order the statements allow counts alike, with
    its rank-order centroid, since the weights of each order fill a simplex of the same size. With
    no statement all are equal.

    >>> {name: round(w, 4) for name, w in ordered(["a", "b", "c"], [("a", "b")]).items()}
    {'a': 0.5, 'b': 0.1667, 'c': 0.3333}

    Raises:
        KnownError: an unknown criterion, statements that contradict each other (the circle is
            named), or so few of them that there are too many orders to average.
    """
    if not above:
        return dict.fromkeys(criteria, 1 / len(criteria))
    below: dict[str, set[str]] = {name: set() for name in criteria}
    for more, less in above:
        for name in (more, less):
            if name not in below:
                raise KnownError(f"unknown criterion {name!r}", hint=did_you_mean(name, criteria))
        below[more].add(less)
    _refuse_circle(below)
    shares, sums, orders = centroid(len(criteria)), dict.fromkeys(criteria, 0.0), 0
    for order in islice(_orders(below), MOST_ORDERS + 1):
        orders += 1
        for name, share in zip(order, shares, strict=True):
            sums[name] += share
    if orders > MOST_ORDERS:
        raise KnownError(
            f"{len(above)} statements leave more than {MOST_ORDERS} orders of the criteria open",
            hint="say more of which criterion matters more than which, or rank them all",
        )
    return {name: total / orders for name, total in sums.items()}


def _orders(below: Mapping[str, set[str]]) -> Iterator[tuple[str, ...]]:
    """Every order in which each criterion comes before those it matters more than."""
    if not below:
        yield ()
        return
    beaten = set().union(*below.values())
    for name in below:
        if name not in beaten:
            rest = {other: less for other, less in below.items() if other != name}
            for order in _orders(rest):
                yield (name, *order)


def _refuse_circle(below: Mapping[str, set[str]]) -> None:
    done: set[str] = set()

    def visit(name: str, path: tuple[str, ...]) -> None:
        if name in path:
            circle = " > ".join([*path[path.index(name) :], name])
            raise KnownError(
                f"the statements contradict each other: {circle}", hint="take one of them back"
            )
        if name not in done:
            for less in sorted(below[name]):
                visit(less, (*path, name))
            done.add(name)

    for name in below:
        visit(name, ())
