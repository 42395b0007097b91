"""What to measure next: the probe with the highest expected gain per second."""

from __future__ import annotations

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
        return heading, Paragraph(text=texts.t("report.next_step.none"))
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
        Paragraph(text=texts.t("report.next_step.command"), detail=True),
        Code(text=step.command),
    )
