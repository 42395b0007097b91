"""The `advisor` command and its subcommands, each imported only when it is called.

Nothing heavier than click is imported here, so that `advisor --help` answers at once.
"""

from __future__ import annotations

import click

from advisor import __version__
from advisor.cli.lazy import LazyGroup

# name -> (module under advisor.cli, help line)
COMMANDS: dict[str, tuple[str, str]] = {
    "recommend": ("recommend", "Measure, weigh the evidence and rank the stacks of a scenario."),
    "tui": ("tui", "Open the questionnaire in the terminal."),
    "detect": ("detect", "Show this machine as advisor sees it."),
    "env": ("env", "List, create and remove the environments frameworks are measured in."),
    "probe": ("probe", "List what can be measured, or measure some of it."),
    "kb": ("kb", "Look into the knowledge base and check it."),
    "claims": ("claims", "What articles claim, put on trial."),
    "weights": ("weights", "State what matters to you, for `recommend --weights`."),
    "compare": ("compare", "Say why one stack stands above another in an answer."),
    "explain": ("explain", "Say why an answer is as it is, and what would change it."),
    "report": ("report", "Write an earlier recommendation as HTML, PDF, Markdown, JSON or CSV."),
    "history": ("history", "List and show earlier recommendations."),
}


class AdvisorGroup(LazyGroup):
    """The group of COMMANDS."""

    commands_in = {
        name: (f"advisor.cli.{module}", text) for name, (module, text) in COMMANDS.items()
    }


@click.group(cls=AdvisorGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="advisor %(version)s")
def advisor() -> None:
    """Decide which deep-learning stack to use, by evidence: graded facts, measurements on this
    machine, and a ranking that says how sure it is.

    The result goes to stdout, narration to stderr. Exit codes: 0 an answer, 1 a negative answer
    (nothing feasible, findings), 2 unusable input, 70 a bug, 130 interrupted (Ctrl-C).
    """
