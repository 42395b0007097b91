"""A command group that knows its commands by name and imports one only when it is called."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping

import click


class LazyGroup(click.Group):
    """Set `commands_in` to "<name>" -> (module that holds `command`, help line) after creation."""

    commands_in: Mapping[str, tuple[str, str]]

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The command names in the order they were given in."""
        return list(self.commands_in)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        """Import and return the command, or None for an unknown name."""
        if cmd_name not in self.commands_in:
            return None
        module = importlib.import_module(self.commands_in[cmd_name][0])
        command: click.Command = module.command
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the command list from the help lines, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in self.commands_in.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with the nearest name."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in self.commands_in:
            near = difflib.get_close_matches(name, self.commands_in, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"No such command {name!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)
