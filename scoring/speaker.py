"""Whose statements count where a term is asked of one part of a stack.

Pure. Mostly the part itself; Keras computes on what its back end computes on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from knowledge.schema.criterion import Part
from knowledge.schema.decision import Alternative
from knowledge.schema.framework import Framework
from knowledge.schema.vocabulary import DEVICES

if TYPE_CHECKING:
    from knowledge.catalog import Catalog


def speaker(catalog: Catalog, alternative: Alternative, part: Part, term: str) -> Framework:
    """The framework whose claim or fact on `term` speaks for `part` of `alternative`.

    A mode that computes through another framework reaches that one's devices, unless its own
    says something on them. All else, its interface first of all, is its own.
    """
    own = catalog.framework(alternative.trainer if part is Part.TRAINER else alternative.runtime)
    if not term.startswith(DEVICES) or own.id != alternative.runtime or own.claim(term):
        return own
    _, mode = catalog.mode(alternative.stack)
    return own if mode.on is None else catalog.framework(mode.on.partition("/")[0])
