"""`advisor claims ...`: one module per subcommand, imported when it is called."""

from __future__ import annotations

import click

from advisor.cli.lazy import LazyGroup


class ClaimsGroup(LazyGroup):
    """The subcommands of `advisor claims`."""

    commands_in = {
        "list": ("advisor.cli.claims.list", "List the claims with their verdicts."),
        "show": ("advisor.cli.claims.show", "Show a claim, the finding and the evidence."),
        "verify": ("advisor.cli.claims.verify", "Measure on this machine what a claim says."),
        "stars": ("advisor.cli.claims.stars", "Show articles' stars beside ours, and why."),
        "conflicts": ("advisor.cli.claims.conflicts", "List claims that exclude each other."),
    }


@click.group("claims", cls=ClaimsGroup)
def command() -> None:
    """What articles claim, put on trial: verdicts, conflicts, measurements."""
