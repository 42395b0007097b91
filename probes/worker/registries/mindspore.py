"""Operators of MindSpore: what the documentation inside the package says of platforms.

Every operator names its platforms under "Supported Platforms:". Those of mindspore.ops count as
operators, a primitive class and the function of its name once. mindspore.mint offers the same under
the names of PyTorch, and the layers of mindspore.nn are made of them.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PLATFORMS = {"cpu": "CPU", "cuda": "GPU", "ascend": "Ascend"}
MODULES = ("ops", "nn", "mint", "mint.nn.functional", "mint.linalg", "mint.special")
_SUPPORTED = re.compile(r"Supported Platforms:\s*\n([^\n]*)")


def operators() -> dict[str, object]:
    """Version and names per back end."""
    import mindspore

    backends: dict[str, dict[str, set[str]]] = {
        device: {"kernels": set(), "composed": set()} for device in PLATFORMS
    }
    for name, member in _members():
        kind = "kernels" if name.startswith("ops.") else "composed"
        supported = platforms(getattr(member, "__doc__", None) or "")
        for device, platform in PLATFORMS.items():
            if platform in supported:
                backends[device][kind].add(name)
    return {
        "version": mindspore.__version__,
        "backends": {
            device: {kind: distinct(names) for kind, names in found.items()}
            for device, found in backends.items()
        },
    }


def distinct(names: set[str]) -> list[str]:
    """Sorted, without classes that have the name of a function: "ops.Abs" beside "ops.abs"."""
    functions = {_folded(name) for name in names if name == name.lower()}
    return sorted(n for n in names if n == n.lower() or _folded(n) not in functions)


def _folded(name: str) -> str:
    return name.lower().replace("_", "")


def platforms(text: str) -> frozenset[str]:
    """The platforms that a documentation names: "``Ascend`` ``GPU`` ``CPU``"."""
    return frozenset(
        word for line in _SUPPORTED.findall(text) for word in re.findall(r"[A-Za-z]+", line)
    )


def _members() -> Iterator[tuple[str, object]]:
    """Public members of MODULES by the name below mindspore: "ops.Conv2D"."""
    for module in MODULES:
        space = importlib.import_module("mindspore." + module)
        for name in getattr(space, "__all__", None) or dir(space):
            if not name.startswith("_") and hasattr(space, name):
                yield f"{module}.{name}", getattr(space, name)
