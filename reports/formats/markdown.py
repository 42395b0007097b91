"""A decision record for a repository: the report in the order of a MADR record, as Markdown.

The headings are those of MADR 4 (Markdown Architectural Decision Records, adr.github.io/madr), in
the report's language. Text is escaped, so that what a fact says comes out literally.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from knowledge.schema.report import (
    Block,
    Callout,
    Code,
    Definitions,
    Heading,
    IntervalChart,
    Paragraph,
    RadarChart,
    Report,
    RooflineChart,
    ScatterChart,
    Section,
    StackedChart,
    Table,
    TimelineChart,
)
from knowledge.texts import Texts
from reports.citations import all_anchors, followable, is_entry

PARTS: dict[str, tuple[str, ...]] = {
    "context": ("context",),
    "drivers": ("drivers",),
    "options": ("options",),
    "outcome": ("answer", "ranking", "frameworks"),
    "consequences": ("flips", "risks"),
    "confirmation": ("measurements", "tradeoffs", "next_step"),
    "pros_and_cons": ("contributions", "matrix", "excluded"),
    "more": ("adoption", "heard"),
}
"""Headings of the record and the sections below each; those not named go below the last."""
WITHIN_OUTCOME = frozenset({"consequences", "confirmation"})
"""Parts that stand a level deeper, below the outcome."""
EVIDENCE = "evidence"
LEFT_OUT = frozenset({EVIDENCE})
"""Hundreds of entries that HTML, PDF and JSON have; here only those behind what is ruled out."""
CITING = frozenset({"excluded"})
_SPECIAL = re.compile(r"([\\`*_\[\]|~$])")
_AT_START = re.compile(r"^(\s*)(#|[+=-]|\d+(?=[.)]\s))")


def render(report: Report) -> str:
    """The record, ending in a line break."""
    return "\n\n".join(_Record(report).lines()).strip("\n") + "\n"


def escaped(text: str) -> str:
    r"""`text` as Markdown that shows it literally within a line.

    >>> escaped("a*b* <b> | [x](y)")
    'a\\*b\\* &lt;b&gt; \\| \\[x\\](y)'
    """
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", plain)


def line(text: str) -> str:
    r"""`text` as a line of its own, which must not look like a title or a list.

    >>> line("# not a title"), line("1. not a list")
    ('\\# not a title', '1\\. not a list')
    """
    return _AT_START.sub(_guarded, escaped(text))


def fenced(text: str) -> str:
    r"""`text` as a block of code, whatever runs of backticks are in it.

    >>> fenced("pip install numpy")
    '```sh\npip install numpy\n```'
    """
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}sh\n{text}\n{fence}"


def _guarded(found: re.Match[str]) -> str:
    space, sign = found.groups()
    return f"{space}{sign}\\" if sign.isdigit() else f"{space}\\{sign}"


class _Record:
    """A report on its way to Markdown."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._texts = Texts(report.language)
        self._anchors = all_anchors(report)
        self._sections = {section.id: section for section in report.sections}

    def lines(self) -> Iterator[str]:
        """Front matter, title, and the parts that have something to say.

        What is no record of a decision has its sections as they come, without front matter.
        """
        if self._report.kind != "decision":
            yield f"# {escaped(self._report.title)}"
            yield line(self._report.subtitle)
            for section in self._report.sections:
                yield from self._section(section, "#")
            return
        yield f"---\nstatus: proposed\ndate: {self._report.created.date().isoformat()}\n---"
        yield f"# {escaped(self._report.title)}"
        yield line(self._report.subtitle)
        named = {id_ for ids in PARTS.values() for id_ in ids}
        for part, ids in PARTS.items():
            own: dict[str, Callable[[], list[str]]] = {
                "drivers": self._drivers,
                "options": self._options,
            }
            rest = [id_ for id_ in self._sections if id_ not in named] if part == "more" else []
            marks = "###" if part in WITHIN_OUTCOME else "##"
            found = own[part]() if part in own else self._below([*ids, *rest], marks)
            if found:
                yield f"{marks} {self._texts.t(f'report.record.{part}')}"
                yield from found

    def _drivers(self) -> list[str]:
        """The criteria with their small print (unit, weight), one per line."""
        matrix = self._table("matrix")
        if matrix is None:
            return []
        pairs = zip(matrix.columns[1:], matrix.notes[1:], strict=True)
        return ["\n".join(f"- {escaped(title)} ({escaped(note)})" for title, note in pairs)]

    def _options(self) -> list[str]:
        """Every stack that was ranked, then those that were ruled out."""
        matrix, excluded = self._table("matrix"), self._table("excluded")
        names = [row[0].text for row in matrix.rows] if matrix is not None else []
        out = [row[0].text for row in excluded.rows] if excluded is not None else []
        lines = [f"- {escaped(name)}" for name in names]
        for name in dict.fromkeys(name for name in out if name not in names):
            lines.append(f"- {self._texts.t('report.record.ruled_out', stack=escaped(name))}")
        return ["\n".join(lines)] if lines else []

    def _table(self, section: str) -> Table | None:
        found = self._sections.get(section)
        blocks = found.blocks if found is not None else ()
        return next((block for block in blocks if isinstance(block, Table)), None)

    def _below(self, ids: Iterable[str], marks: str) -> list[str]:
        sections = [self._sections[id_] for id_ in ids if id_ in self._sections]
        return [text for section in sections for text in self._section(section, marks)]

    def _section(self, section: Section, marks: str) -> Iterator[str]:
        if section.id == EVIDENCE and not any(isinstance(b, Heading) for b in section.blocks):
            yield f"{marks}# {escaped(self._texts.t('report.evidence.heading'))}"
        for block in section.blocks:
            yield from self._block(block, marks)

    def _block(self, block: Block, marks: str) -> Iterator[str]:
        match block:
            case Heading():
                own = marks + "#" * (block.level - 1)
                yield f'{own} <a id="{block.anchor}"></a>{escaped(block.text)}'
            case Paragraph():
                yield line(block.text)
            case Callout():
                text = escaped(block.text)
                yield f"**{text}**" if block.tone == "answer" else f"> {line(block.text)}"
            case Code():
                yield fenced(block.script)
            case Table():
                yield f"*{escaped(block.caption)}*"
                yield "\n".join(self._rows(block))
            case (
                IntervalChart()
                | RadarChart()
                | RooflineChart()
                | StackedChart()
                | ScatterChart()
                | TimelineChart()
            ):
                yield line(block.alt)
            case Definitions():
                yield "\n".join(self._definitions(block))

    def _rows(self, table: Table) -> Iterator[str]:
        notes = table.notes or ("",) * len(table.columns)
        heads = [
            escaped(title) + (f"<br>{escaped(note)}" if note else "")
            for title, note in zip(table.columns, notes, strict=True)
        ]
        yield _row(heads)
        yield _row("---:" if n in table.numeric else "---" for n in range(len(heads)))
        for row in table.rows:
            yield _row(self._cell(cell.text, cell.sub, cell.mark, cell.evidence) for cell in row)

    def _cell(self, text: str, sub: str, mark: str, evidence: tuple[str, ...]) -> str:
        sign = self._texts.t(f"report.mark.{mark}") if mark not in ("", "tie") else ""
        links = [f"[{a.upper()}](#{a})" for a in evidence if a in self._anchors and is_entry(a)]
        first = " ".join(part for part in (escaped(text), sign, *links) if part)
        return first + (f"<br>{escaped(sub)}" if sub else "")

    def _definitions(self, block: Definitions) -> Iterator[str]:
        for item in block.items:
            mark = f'<a id="{item.anchor}"></a>' if item.anchor else ""
            link = f" <{item.link}>" if followable(item.link) and _plain(item.link) else ""
            also = [f"[{a.upper()}](#{a})" for a in item.evidence if a in self._anchors]
            rest = f" ({', '.join(also)})" if also else ""
            yield f"- {mark}**{escaped(item.term)}**: {escaped(item.text)}{link}{rest}"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _plain(address: str) -> bool:
    """Whether an address may stand between angle brackets as it is."""
    return re.search(r"[\s<>\\]", address) is None
