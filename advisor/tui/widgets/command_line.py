"""The command that asks the same question, always in sight; it wraps and can be copied."""

from __future__ import annotations

from rich.text import Text
from textual.widgets import Static


class CommandLine(Static):
    """`$ advisor recommend ...`."""

    def __init__(self, command: str = "") -> None:
        super().__init__(id="command")
        self.command = command

    def show(self, command: str) -> None:
        """Show another command."""
        self.command = command
        self.update(Text.assemble(("$ ", "bold"), command, overflow="fold"))

    def on_mount(self) -> None:
        """Show the first."""
        self.show(self.command)

    async def on_click(self) -> None:
        """Copy it."""
        await self.run_action("screen.copy_command")
