"""The scheduler through which MindSpore's ranks find each other; it computes nothing.

Run by `rank_main`, with the environment variables that MindSpore wants of it, until it is ended.
"""

from __future__ import annotations


def follow() -> None:
    """Be the scheduler: `init` returns when all ranks have left, if ever."""
    import mindspore

    mindspore.set_device("CPU")
    mindspore.communication.init()
