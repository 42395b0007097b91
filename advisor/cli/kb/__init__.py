"""`advisor kb ...`: one module per subcommand, imported when it is called."""

from __future__ import annotations

import click

from advisor.cli.lazy import LazyGroup


class KnowledgeGroup(LazyGroup):
    """The subcommands of `advisor kb`."""

    commands_in = {
        "lint": ("advisor.cli.kb.lint", "Load every fact and report what is doubtful."),
    }


@click.group("kb", cls=KnowledgeGroup)
def command() -> None:
    """Look into the knowledge base and check it."""
