"""The `advisor` command and its subcommands, each imported only when it is called.

Nothing heavier than click is imported here, so that `advisor --help` answers at once.
"""

from __future__ import annotations

import difflib
import importlib

import click

from advisor import __version__

# name -> (module under advisor.cli, help line)
COMMANDS: dict[str, tuple[str, str]] = {
    "recommend": ("recommend", "Measure, weigh the evidence and rank the stacks of a scenario."),
    "tui": ("tui", "Open the questionnaire in the terminal."),
    "detect": ("detect", "Show this machine as advisor sees it."),
    "env": ("env", "List, create and remove the environments frameworks are measured in."),
    "probe": ("probe", "List what can be measured, or measure some of it."),
    "kb": ("kb", "Look into the knowledge base and check it."),
    "history": ("history", "List and show earlier recommendations."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The command names in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002
        cmd_name: str,
    ) -> click.Command | None:
        """Import and return the command, or None for an unknown name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"advisor.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002
        formatter: click.HelpFormatter,
    ) -> None:
        """Write the command list from COMMANDS, importing none of them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with the nearest name."""
        name = args[0] if args else ""
        if name and not name.startswith("-") and name not in COMMANDS:
            near = difflib.get_close_matches(name, COMMANDS, n=1)
            meant = f" Did you mean {near[0]}?" if near else ""
            raise click.UsageError(f"No such command {name!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="advisor %(version)s")
def advisor() -> None:
    """Decide which deep-learning stack to use, by evidence: graded facts, measurements on this
    machine, and a ranking that says how sure it is.

    The result goes to stdout, narration to stderr. Exit codes: 0 an answer, 1 a negative answer
    (nothing feasible, findings), 2 unusable input, 70 a bug.
    """
