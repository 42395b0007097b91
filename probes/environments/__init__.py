"""Environments that hold a framework: find those of this machine, and make pinned ones.

`discover` lists what is there, `preferred` picks one per specification, `provision` makes one,
`remove` deletes it. Frameworks are never imported here: foreign interpreters run `inspector.py`.
"""

from probes.environments.discovery import discover, preferred
from probes.environments.outcome import Unavailable
from probes.environments.provisioning import provision, remove

__all__ = ["Unavailable", "discover", "preferred", "provision", "remove"]
