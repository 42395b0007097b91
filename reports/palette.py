"""The colours of every format, with the contrast between them.

Text in `text` or `link` stands on `page`, `panel` and every shade; tests compute the contrast of
each pair. Shades run from worst (0) to best: one hue that only gets stronger, so that they keep
their order for the colour-blind and in grey print.
"""

from __future__ import annotations

from collections.abc import Mapping

SHADES = 9
Colour = str  # "#rrggbb"

_LIGHT_ENDS = ("#f7fafa", "#8fd0c4")
_DARK_ENDS = ("#1d2426", "#0e554d")


def contrast(first: Colour, second: Colour) -> float:
    """Contrast ratio by WCAG 2.2, from 1 (equal) to 21 (black on white).

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    bright, dim = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def shades(ends: tuple[Colour, Colour]) -> dict[str, Colour]:
    """`SHADES` colours from one end to the other, named "shade-0", "shade-1", ..."""
    low, high = (_channels(colour) for colour in ends)
    steps = {}
    for step in range(SHADES):
        part = step / (SHADES - 1)
        mixed = (round(255 * (a + (b - a) * part)) for a, b in zip(low, high, strict=True))
        steps[f"shade-{step}"] = "#" + "".join(f"{channel:02x}" for channel in mixed)
    return steps


def shade(level: float) -> int:
    """The step that shows `level`, 0 worst to 1 best.

    >>> shade(0.0), shade(0.5), shade(1.0)
    (0, 4, 8)
    """
    return min(SHADES - 1, max(0, round(level * (SHADES - 1))))


def _channels(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue


def _luminance(colour: Colour) -> float:
    linear = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in _channels(colour)
    )
    return sum(
        weight * channel for weight, channel in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )


LIGHT: Mapping[str, Colour] = {
    "page": "#ffffff",
    "panel": "#f2f5f5",
    "text": "#172124",
    "quiet": "#4a585c",
    "link": "#0b5394",
    "rule": "#c3cdcf",
    "accent": "#0b6b60",
    "answer": "#e3f3ef",
    "warning": "#fdf1dc",
    "warning-edge": "#8a5a00",
    **shades(_LIGHT_ENDS),
}
DARK: Mapping[str, Colour] = {
    "page": "#12181a",
    "panel": "#1c2426",
    "text": "#e8eeee",
    "quiet": "#aebabc",
    "link": "#8cc4ff",
    "rule": "#3c484b",
    "accent": "#6fd3c3",
    "answer": "#12332f",
    "warning": "#3a2c10",
    "warning-edge": "#e0a94a",
    **shades(_DARK_ENDS),
}
