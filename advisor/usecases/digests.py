"""Digests of what an answer depends on: inputs by content, code by its source files."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from pydantic import TypeAdapter

PACKAGES = ("advisor", "knowledge", "probes", "scoring", "reports")


def digest(*parts: object) -> str:
    """The first 16 hex digits of SHA-256 over the JSON of `parts`.

    >>> digest({"a": 1.0}, 2) == digest({"a": 1.0}, 2)
    True
    >>> digest(1) == digest(2)
    False
    """
    value = TypeAdapter(list[object]).dump_python(list(parts), mode="json")
    text = json.dumps(value, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def code_digest() -> str:
    """The digest of advisor's own source files, names and contents."""
    total = hashlib.sha256()
    for package in PACKAGES:
        spec = find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            root = Path(folder)
            for file in sorted(root.rglob("*.py")):
                total.update(f"{package}/{file.relative_to(root).as_posix()}".encode())
                total.update(file.read_bytes())
    return total.hexdigest()[:16]
