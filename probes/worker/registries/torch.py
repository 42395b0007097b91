"""Operators of PyTorch: those native_functions.yaml declares, which every wheel carries.

A CPU build has no CUDA kernels to ask the dispatcher for; the declarations name the kernels of all
back ends. An operator is a name without its overloads, in-place and out= forms. For the CPU the
dispatcher is asked too, and must know the name. Functions of torch.nn.functional and higher-order
operators are made of others; they go by "nn.functional." and "higher_order.".
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

BACKENDS = {"CPU": "cpu", "CUDA": "cuda", "MPS": "mps", "XPU": "xpu"}
EVERYWHERE = (
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
    "CompositeImplicitAutograd",
)
"""Dispatch keys of kernels that are made of other operators."""
_FUNC = re.compile(r"^- func: (\w+)", re.MULTILINE)


def operators() -> dict[str, object]:
    """Version, names per back end, and the set `core` as the wheel tags it."""
    import torch
    import torchgen

    folder = Path(torchgen.__file__).parent / "packaged" / "ATen" / "native"
    declared = (folder / "native_functions.yaml").read_text(encoding="utf-8")
    names = {name.partition(".")[0] for name in torch._C._dispatch_get_all_op_names()}
    found = collect(declared, {name.removeprefix("aten::") for name in names}, _functions())
    return {"version": torch.__version__, **found}


def collect(
    declared: str, dispatched: set[str], functions: frozenset[str] = frozenset()
) -> dict[str, object]:
    """The operators of a native_functions.yaml of which the dispatcher knows `dispatched`.

    `functions` are composed ones besides.
    """
    kernels: dict[str, set[str]] = {device: set() for device in BACKENDS.values()}
    composed = set(functions)
    core: set[str] = set()
    for name, keys, tags in declarations(declared):
        if name not in dispatched:
            continue
        base = functional(name)
        for key in keys:
            if key in BACKENDS:
                kernels[BACKENDS[key]].add(base)
            elif key in EVERYWHERE:
                composed.add(base)
        if "core" in tags:
            core.add(base)
    return {
        "backends": {
            device: {"kernels": sorted(own), "composed": sorted(composed - own)}
            for device, own in kernels.items()
        },
        "sets": {"aten-core": sorted(core)},
    }


def declarations(text: str) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Name, dispatch keys and tags of every entry.

    An entry without dispatch is composed implicitly, unless it has its kernels from another one.
    """
    starts = [*_FUNC.finditer(text)]
    ends = [match.start() for match in starts[1:]] + [len(text)]
    for match, end in zip(starts, ends):  # noqa: B905 - strict needs Python 3.10
        entry = text[match.end() : end]
        lines = [line.split("#")[0].rstrip() for line in entry.splitlines()[1:]]
        keys = tuple(_dispatch(lines))
        if not keys and not any(line.startswith("  structured_delegate:") for line in lines):
            keys = ("CompositeImplicitAutograd",)
        tags = [line.partition(":")[2] for line in lines if line.startswith("  tags:")]
        yield match[1], keys, tuple(re.findall(r"\w+", " ".join(tags)))


def functional(name: str) -> str:
    """The name without the mark of in-place forms: "add_" is "add", "__and__" stays."""
    in_place = name.endswith("_") and not name.endswith("__")
    return name[:-1] if in_place else name


def _functions() -> frozenset[str]:
    """What is built of operators in Python."""
    import torch._ops
    from torch.nn import functional as space

    found = {f"higher_order.{name}" for name in torch._ops._higher_order_ops}
    for name in dir(space):
        public = not name.startswith(("_", "has_", "handle_")) and not name.endswith("_")
        if public and callable(getattr(space, name)) and name.islower():
            found.add(f"nn.functional.{name}")
    return frozenset(found)


def _dispatch(lines: list[str]) -> Iterator[str]:
    """The keys of the mapping `dispatch`."""
    inside = False
    for line in lines:
        if line.startswith("  dispatch:"):
            inside = True
        elif inside and line.startswith("    "):
            yield from (key.strip() for key in line.partition(":")[0].split(","))
        elif line.strip():
            inside = False
