"""A few lines for a chat or a pull request: the answer, the first places, what to do next.

Plain text without markup, so that it reads the same wherever it is pasted.
"""

from __future__ import annotations

from knowledge.schema.report import Callout, Code, Paragraph, Report, Table
from knowledge.texts import Texts

SECTIONS = ("answer", "ranking", "next_step")
FIRST_PLACES = 3


def render(report: Report) -> str:
    """Title, the sentences of the answer, the first places, and the next measurement's command."""
    texts = Texts(report.language)
    lines = [report.title, report.subtitle, ""]
    sections = {section.id: section.blocks for section in report.sections}
    for block in sections.get("answer", ()):
        if isinstance(block, Callout | Paragraph):
            lines.append(block.text)
    ranking = next((b for b in sections.get("ranking", ()) if isinstance(b, Table)), None)
    if ranking is not None:
        lines.append("")
        for row in ranking.rows[:FIRST_PLACES]:
            value, interval, share = (cell.text for cell in row[1:4])
            lines.append(
                texts.t(
                    "report.short.place",
                    stack=row[0].text,
                    value=value,
                    interval=interval,
                    share=share,
                )
            )
    commands = [b.text for b in sections.get("next_step", ()) if isinstance(b, Code)]
    lines += ["", *(f"$ {command}" for command in commands[:1])] if commands else []
    return "\n".join(lines).strip("\n") + "\n"
