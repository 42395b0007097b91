"""`advisor kb operators ...`: one module per subcommand, imported when it is called."""

from __future__ import annotations

import click

from advisor.cli.lazy import LazyGroup


class OperatorsGroup(LazyGroup):
    """The subcommands of `advisor kb operators`."""

    commands_in = {
        name: (f"advisor.cli.kb.operators.{name}", text)
        for name, text in (
            ("list", "List what the registries of frameworks hold."),
            ("show", "Show the operators of one framework, by set and by back end."),
            ("coverage", "Hold every framework against a set of operators."),
            ("extract", "Read the registries of the frameworks on this machine."),
            ("test", "Put ONNX's own test cases to a runtime on this machine."),
        )
    }


@click.group("operators", cls=OperatorsGroup)
def command() -> None:
    """Say which operators frameworks have, by their own registries."""
