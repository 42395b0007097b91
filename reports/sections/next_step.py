"""What to measure next: the probe with the highest expected gain per second."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from knowledge.schema.decision import Recommendation
from knowledge.schema.report import Block, Code, Heading, Paragraph
from reports import wording

if TYPE_CHECKING:
    from knowledge.texts import Texts

ORDER = 70


def build(recommendation: Recommendation, texts: Texts) -> tuple[Block, ...]:
    """The gain and cost of the next measurement with the command for it, or that there is none."""
    heading = Heading(text=texts.t("report.next_step.heading"), anchor="next-step")
    step = recommendation.next_measurement
    if recommendation.elsewhere and recommendation.target is not None:
        target = recommendation.target.in_language(texts.language)
        return heading, Paragraph(text=texts.t("report.answer.elsewhere", target=target))
    if step is None:
        name = (
            "report.next_step.none_open"
            if wording.open_first(recommendation)
            else "report.next_step.none"
        )
        return heading, Paragraph(text=texts.t(name)), *_precisions(recommendation, texts)
    return (
        heading,
        Paragraph(
            text=texts.t(
                "report.next_step.intro",
                stack=step.stack,
                workload=step.workload,
                batch=wording.whole(texts, step.batch),
                gain=texts.number(step.gain, 2),
                cost=texts.duration(step.cost_s, 2),
            )
        ),
        Paragraph(text=step.reason.in_language(texts.language)),
        *_precisions(recommendation, texts),
        Paragraph(text=texts.t("report.next_step.command"), detail=True),
        Code(text=step.command),
    )


def _precisions(recommendation: Recommendation, texts: Texts) -> Iterator[Block]:
    """That lower precision was not compared, and how to; nothing where it was or no time counts."""
    matrix = recommendation.matrix
    timed = any(view.measured in ("latency", "throughput") for view in matrix.criteria)
    asked = any(one.untried for one in recommendation.merged)
    if timed and not asked and all(a.precision == "fp32" for a in matrix.alternatives):
        yield Paragraph(text=texts.t("report.next_step.fp32_only"))
