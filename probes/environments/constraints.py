"""Whether the user's constraint files leave room for the versions that are pinned here."""

from __future__ import annotations

import re
from collections.abc import Iterable

from packaging.requirements import InvalidRequirement, Requirement
from packaging.utils import canonicalize_name


def pins(requirements: Iterable[str]) -> dict[str, str]:
    """Exact versions by normalised name.

    >>> pins(["torch==2.13.0", "numpy>=2"])
    {'torch': '2.13.0'}
    """
    exact: dict[str, str] = {}
    for text in requirements:
        requirement = Requirement(text)
        for specifier in requirement.specifier:
            if specifier.operator == "==" and "*" not in specifier.version:
                exact[canonicalize_name(requirement.name)] = specifier.version
    return exact


def contradiction(constraints: str, requirements: Iterable[str]) -> str | None:
    r"""What in a constraint file rules a pin out; None when nothing does.

    >>> contradiction("torch<=2.14.1\n", ["torch==2.13.0"]) is None
    True
    >>> contradiction("numpy>=2  # house rule\n", ["numpy==1.26.4"])
    'numpy>=2 rules out 1.26.4'
    """
    pinned = pins(requirements)
    for line in re.sub(r"\\\r?\n", " ", constraints).splitlines():
        text = re.split(r"(?:^|\s)#", line)[0].split(" --hash")[0].strip()
        if not text or text.startswith("-"):
            continue
        try:
            requirement = Requirement(text)
        except InvalidRequirement:
            return f"{text!r} is not a requirement"
        version = pinned.get(canonicalize_name(requirement.name))
        if version is None or (requirement.marker and not requirement.marker.evaluate()):
            continue
        if requirement.url or not requirement.specifier.contains(version, prereleases=True):
            return f"{text} rules out {version}"
    return None
