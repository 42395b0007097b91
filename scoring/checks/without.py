"""Whether the user ruled a stack out by name.

Pure.
"""

from __future__ import annotations

from knowledge.schema.decision import Alternative
from knowledge.schema.scenario import Requirement
from scoring.checks import sentences
from scoring.checks.known import Doubt, Known


def without(known: Known, requirement: Requirement, alternative: Alternative) -> Doubt | None:
    """Whether the stack is, has or computes through what is ruled out."""
    value = requirement.value or ""
    named = (alternative.id, alternative.full, alternative.stack)
    if value in (*named, f"{alternative.stack}~{alternative.precision}"):
        return Doubt(True, sentences.ruled_out(alternative.label, None))
    if value == alternative.route:
        return Doubt(
            True, sentences.ruled_out(alternative.label, known.catalog.routes[value].title)
        )
    _, mode = known.catalog.mode(alternative.stack)
    through = mode.on.partition("/")[0] if mode.on is not None else None
    if value in (alternative.trainer, alternative.runtime, through):
        title = known.catalog.framework(value).title
        return Doubt(True, sentences.ruled_out_part(alternative.label, title, value == through))
    return None
