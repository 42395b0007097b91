"""Line breaking by terminal cells, for English, Chinese and both in one line.

Latin words stay whole, Chinese may break between any two characters except before closing and
after opening punctuation. Widths are cells (a Chinese character is two), never `len`.
"""

from __future__ import annotations

import re

from rich.cells import cell_len, chop_cells

_WIDE = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6"
_ATOM = re.compile(f"[{_WIDE}\U00020000-\U0003ffff]|[^\\s{_WIDE}\U00020000-\U0003ffff]+|\\s+")
_RUN = re.compile(f"[{_WIDE}]+")
_CLOSING = "，。；：、！？）》」』】〉％”’,.;:!?)]}%"
_OPENING = "（《「『【〈“‘([{"


def wrap(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` cells; a longer word is cut, nothing else is.

    >>> wrap("one two three", 8)
    ['one two', 'three']
    >>> wrap("首选方案，其次", 8)
    ['首选方', '案，其次']
    """
    lines, line = [], ""
    for atom in _atoms(text):
        if cell_len(line + atom.rstrip()) <= width:
            line += atom
            continue
        if line.strip():
            lines.append(line.rstrip())
        *whole, line = chop_cells(atom.lstrip(), width) or [""]
        lines += whole
    if line.strip() or not lines:
        lines.append(line.rstrip())
    return lines


def longest_word(text: str, term: int = 0) -> int:
    """Cells of the longest piece of `text` that should stay whole in a column.

    Args:
        text: what the column holds.
        term: a run of Chinese up to this many cells counts as a word; a longer one as `term`.

    >>> longest_word("decision matrix"), longest_word("决策矩阵"), longest_word("决策矩阵", 10)
    (8, 2, 8)
    """
    words = (cell_len(atom.strip()) for atom in _atoms(text))
    runs = (min(term, cell_len(run)) for run in _RUN.findall(text))
    return max((*words, *runs), default=0)


def _atoms(text: str) -> list[str]:
    """Pieces that are not broken: words, single characters, with their punctuation."""
    atoms: list[str] = []
    glue = False
    for piece in _ATOM.findall(text):
        if atoms and (glue or piece[0] in _CLOSING) and not piece.isspace():
            atoms[-1] += piece
        else:
            atoms.append(piece)
        glue = piece[-1] in _OPENING
    return atoms


def shortened(text: str, width: int) -> str:
    """`text` in at most `width` cells, with an ellipsis where something was cut off.

    >>> shortened("one two three", 8), shortened("首选方案", 7), shortened("one", 3)
    ('one two…', '首选方…', 'one')
    """
    if cell_len(text) <= width:
        return text
    return f"{chop_cells(text, width - 1)[0].rstrip()}…"
