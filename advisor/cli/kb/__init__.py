"""`advisor kb ...`: one module per subcommand, imported when it is called."""

from __future__ import annotations

import click

from advisor.cli.lazy import LazyGroup


class KnowledgeGroup(LazyGroup):
    """The subcommands of `advisor kb`."""

    commands_in = {
        "list": ("advisor.cli.kb.list", "List the families of entries, or the entries of one."),
        "show": ("advisor.cli.kb.show", "Show everything said of an entry, with its evidence."),
        "search": ("advisor.cli.kb.search", "Find entries by words, English or Chinese."),
        "stale": ("advisor.cli.kb.stale", "List readings past their shelf life, or soon to be."),
        "diff": ("advisor.cli.kb.diff", "Say what an overlay changes, or two folders differ in."),
        "operators": ("advisor.cli.kb.operators", "Say which operators frameworks have."),
        "compat": ("advisor.cli.kb.compat", "Say whether versions, systems and chips fit."),
        "lint": ("advisor.cli.kb.lint", "Load every fact and report what is doubtful."),
    }


@click.group("kb", cls=KnowledgeGroup)
def command() -> None:
    """Look into the knowledge base and check it."""
