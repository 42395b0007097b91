"""Colours: light and dark from the palette of the reports, and both for terminals of 16 colours.

Blue-green and amber differ for every kind of colour vision; nothing is said by colour alone.
"""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES, Theme

from reports.palette import DARK, LIGHT, Colour

DAY, NIGHT = "advisor-light", "advisor-dark"
PLAIN_DAY, PLAIN_NIGHT = "ansi-light", "ansi-dark"


def _theme(name: str, colours: dict[str, Colour], *, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=colours["accent"],
        secondary=colours["link"],
        accent=colours["link"],
        warning=colours["warning-edge"],
        error=colours["warning-edge"],
        success=colours["accent"],
        foreground=colours["text"],
        background=colours["page"],
        surface=colours["page"],
        panel=colours["panel"],
        dark=dark,
    )


THEMES = (
    _theme(DAY, dict(LIGHT), dark=False),
    _theme(NIGHT, dict(DARK), dark=True),
    *(BUILTIN_THEMES[name] for name in (PLAIN_DAY, PLAIN_NIGHT)),
)
