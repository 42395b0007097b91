"""New colours and a new width, a part at a turn: keys are read while a large screen is restyled."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from textual.css.stylesheet import Stylesheet

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import App
    from textual.dom import DOMNode

PART = 12
"""Widgets styled before the event loop turns."""


async def recoloured(app: App[None], variables: Mapping[str, str]) -> None:
    """Style every widget of `app` with these variables; what parses works in a thread.

    Nothing is painted in between, so no frame has the colours of two themes.
    """
    before = app.stylesheet
    app.stylesheet = await _parsed(before, variables)
    if app.stylesheet.source.keys() != before.source.keys():  # a widget's were added meanwhile
        app.stylesheet = await _parsed(before, variables)
    with app.batch_update():
        for screen in reversed(app.screen_stack):
            await restyled(app, list(screen.walk_children(with_self=True)))
    app.screen.refresh(layout=True)


async def restyled(app: App[None], nodes: Sequence[DOMNode]) -> None:
    """Look up the styles of `nodes` anew; those that are gone by then are passed over."""
    for start in range(0, len(nodes), PART):
        there = [node for node in nodes[start : start + PART] if node.is_attached]
        app.stylesheet.update_nodes(there)
        await asyncio.sleep(0)


async def _parsed(sheet: Stylesheet, variables: Mapping[str, str]) -> Stylesheet:
    made = sheet.copy()
    made.set_variables(dict(variables))
    await asyncio.to_thread(made.reparse)
    return made
