"""How a run measures: generations, rounds, sample lengths, deadlines.

One frozen noun, so that tests use tiny values and a run can be described by its settings.
"""

from __future__ import annotations

from knowledge.schema.base import Noun


class Deadlines(Noun):
    """Seconds a worker gets for each message before it is killed."""

    start: float = 30.0
    open: float = 120.0
    convert: float = 300.0
    """Longer: a converter that imports two frameworks and exports took 105 s on a busy machine."""
    prepare: float = 180.0
    sample: float = 30.0
    """At least; a sample that is expected to be long gets more."""
    close: float = 5.0


class Settings(Noun):
    """Defaults give a sample of about an eighth of a second and three processes per stack."""

    generations: int = 3
    """Processes per stack, one after the other, that a run aims at ..."""
    most_generations: int = 5
    """... and takes if the budget lasts: processes differ more than rounds of one process do."""
    rounds: int = 5
    """Rounds of every case in every generation."""
    repeats: int = 3
    """Times one case may repeat a contended sample, per generation."""
    sample_s: float = 0.12
    """Aimed-at length of one sample."""
    calls: int = 3
    """Calls in a sample, at least, ..."""
    longest_sample_s: float = 1.5
    """... unless they would take longer than this."""
    warmup_s: float = 0.03
    """Aimed-at length of one warm-up sample."""
    warmups: int = 8
    """Warm-up samples at most, where a stack does not become steady."""
    longest_warmup_s: float = 1.0
    contended_cores: float = 0.15
    """Cores kept busy by others above which a sample is rejected."""
    memory_share: float = 0.6
    """Share of the host's memory that waiting workers may hold together."""
    parallel: int = 2
    """Workers prepared at the same time where the budget is too short for one after the other."""
    deadlines: Deadlines = Deadlines()
