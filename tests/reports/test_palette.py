"""Contrast is computed, not judged by eye (WCAG 2.2: 4.5 for text, 3 for graphics)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from reports.palette import DARK, LIGHT, SHADES, contrast, shade

PALETTES = {"light": LIGHT, "dark": DARK}
BACKGROUNDS = ["page", "panel", "answer", "warning", *(f"shade-{step}" for step in range(SHADES))]


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
class TestContrast:
    @pytest.mark.parametrize("background", BACKGROUNDS)
    def test_text(self, palette: Mapping[str, str], background: str) -> None:
        assert contrast(palette["text"], palette[background]) >= 7

    @pytest.mark.parametrize("ink", ["quiet", "link", "accent"])
    @pytest.mark.parametrize("background", ["page", "panel", "answer"])
    def test_small_print_links_and_labels(
        self, palette: Mapping[str, str], ink: str, background: str
    ) -> None:
        assert contrast(palette[ink], palette[background]) >= 4.5

    @pytest.mark.parametrize("step", range(SHADES))
    def test_signs_on_shades(self, palette: Mapping[str, str], step: int) -> None:
        assert contrast(palette["accent"], palette[f"shade-{step}"]) >= 3

    def test_edges(self, palette: Mapping[str, str]) -> None:
        assert contrast(palette["warning-edge"], palette["page"]) >= 3

    def test_shades_keep_their_order_in_grey(self, palette: Mapping[str, str]) -> None:
        steps = [contrast(palette[f"shade-{step}"], palette["page"]) for step in range(SHADES)]
        assert steps == sorted(steps)


def test_both_palettes_name_the_same_colours() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_known_contrast() -> None:
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)


def test_levels_outside_the_scale_are_clipped() -> None:
    assert (shade(-0.1), shade(1.2)) == (0, SHADES - 1)
