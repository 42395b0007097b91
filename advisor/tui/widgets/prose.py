"""Running text that breaks where its language breaks; Textual itself breaks at spaces alone."""

from __future__ import annotations

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.widgets import Static

from reports.wrapping import wrap


class Prose(Static):
    """Text without markup; every line keeps its indentation when it is wrapped."""

    def __init__(
        self,
        text: str | Text = "",
        *,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__("", markup=False, id=id, classes=classes)
        self._told = text if isinstance(text, Text) else Text(text)

    @property
    def told(self) -> str:
        """The text as it was given."""
        return self._told.plain

    def tell(self, text: str | Text) -> None:
        """Show another text."""
        self._told = text if isinstance(text, Text) else Text(text)
        self.refresh(layout=True)

    def render(self) -> Text:
        """The text in lines that fit."""
        style = self._told.style if isinstance(self._told.style, Style) else str(self._told.style)
        lines = self._lines(max(1, self.content_size.width))
        return Text("\n".join(lines), style=style, no_wrap=True, end="")

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002
        """Cells of the longest line."""
        return min(container.width, max(map(cell_len, self.told.split("\n"))))

    def get_content_height(
        self,
        container: Size,  # noqa: ARG002
        viewport: Size,  # noqa: ARG002
        width: int,
    ) -> int:
        """Lines at `width`."""
        return len(self._lines(max(1, width))) if self.told else 0

    def _lines(self, width: int) -> list[str]:
        found: list[str] = []
        for line in self.told.split("\n"):
            indent = line[: len(line) - len(line.lstrip())]
            room = max(1, width - len(indent))
            found += [indent + part for part in wrap(line.strip(), room)]
        return found
