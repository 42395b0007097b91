from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knowledge.errors import KnownError
from scoring.elicitation.best_worst import best_worst


def compared(names: str, best: tuple[float, ...], worst: tuple[float, ...]) -> tuple[object, ...]:
    return list(names), dict(zip(names, best, strict=True)), dict(zip(names, worst, strict=True))


def test_rezaeis_car() -> None:
    """J. Rezaei, Omega 53, 2015, 49-57: fully consistent."""
    found = best_worst(*compared("abcde", (2, 1, 4, 2, 8), (4, 8, 2, 4, 1)))  # type: ignore[arg-type]
    assert list(found.weights.values()) == pytest.approx([4 / 19, 8 / 19, 2 / 19, 4 / 19, 1 / 19])
    assert found.deviation == pytest.approx(0, abs=1e-9)
    assert found.misfit is None


def test_rezaeis_transport() -> None:
    """J. Rezaei, Omega 64, 2016, 126-130: the linear model."""
    found = best_worst(*compared("abc", (8, 2, 1), (1, 5, 8)))  # type: ignore[arg-type]
    assert list(found.weights.values()) == pytest.approx([0.0714, 0.3214, 0.6071], abs=5e-5)
    assert found.deviation == pytest.approx(0.0357, abs=5e-5)
    assert found.misfit == "b"


@settings(deadline=None)
@given(st.lists(st.floats(1, 9), min_size=3, max_size=7))
def test_agreeing_comparisons_give_back_their_weights(raw: list[float]) -> None:
    names = [f"c{i}" for i in range(len(raw))]
    best, worst = max(raw), min(raw)
    if best == worst:
        return
    found = best_worst(
        names,
        {n: best / w for n, w in zip(names, raw, strict=True)},
        {n: w / worst for n, w in zip(names, raw, strict=True)},
    )
    assert list(found.weights.values()) == pytest.approx([w / sum(raw) for w in raw], rel=1e-5)


@pytest.mark.parametrize(("best", "worst", "words"), [
    ((1, 2), (2, 1, 1), "is nan"),
    ((1, 0.5, 2), (2, 1, 1), "ratio of 1 or more|is 0.5"),
    ((2, 2, 2), (2, 1, 1), "has no 1"),
    ((1, 2, 2), (1, 2, 2), "are the same"),
])  # fmt: skip
def test_what_cannot_be_used_is_refused(
    best: tuple[float, ...], worst: tuple[float, ...], words: str
) -> None:
    with pytest.raises(KnownError, match=words):
        best_worst(
            list("abc"), dict(zip("abc", best, strict=False)), dict(zip("abc", worst, strict=False))
        )
