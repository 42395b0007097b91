"""advisor: decide which deep-learning stack to use, by evidence.

The front ends (cli, tui), the use cases they call, and the one place where everything is wired.
"""

__version__ = "0.1.0"
