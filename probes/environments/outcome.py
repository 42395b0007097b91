"""How provisioning can end other than well: a value, since no network is not a bug."""

from __future__ import annotations

from typing import Literal

from knowledge.schema.base import Id, Noun
from knowledge.schema.probing import Status


class Unavailable(Noun):
    """An environment could not be had: why in one line, what to do, and what uv said last."""

    spec: Id
    status: Literal[Status.UNAVAILABLE] = Status.UNAVAILABLE
    message: str
    hint: str = ""
    lines: tuple[str, ...] = ()


def hint_for(said: str) -> str:
    """What to do about a failure of uv, by what it said.

    >>> hint_for("error: No space left on device (os error 28)")
    'the disk is full: make room, or choose another place with XDG_CACHE_HOME (and UV_CACHE_DIR)'
    """
    lowered = said.lower()
    if "no space left" in lowered:
        return (
            "the disk is full: make room, or choose another place with XDG_CACHE_HOME "
            "(and UV_CACHE_DIR)"
        )
    if "certificate" in lowered or "unknownissuer" in lowered:
        return (
            "the server's certificate is not trusted: set pip's cert, SSL_CERT_FILE, or "
            "UV_SYSTEM_CERTS=true"
        )
    if "no solution found" in lowered:
        return (
            "the pinned versions are not in the configured indexes: check pip's index-url, "
            "extra-index-url and find-links (`pip config list`)"
        )
    if any(word in lowered for word in ("connect", "dns", "timed out", "request failed")):
        return (
            "the package index was not reached: check the network, pip's indexes and proxy, or "
            "put the wheels into a folder and name it in pip's find-links"
        )
    return "see what uv said above"
