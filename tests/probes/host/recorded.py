"""Play a recording of a machine: lay its files out in a folder, answer its commands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from probes.host.system import System, normal_machine

RECORDINGS = Path(__file__).with_name("recordings")


def names() -> list[str]:
    return sorted(path.stem for path in RECORDINGS.glob("*.txt"))


def sections(text: str) -> dict[str, str]:
    parts = re.split(r"^=== (.+)\n", text, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def play(name: str, folder: Path) -> System:
    """The machine recorded under `name`, its files below `folder`."""
    parts = sections((RECORDINGS / f"{name}.txt").read_text("utf-8"))
    kernel_name, kernel, machine, hostname = parts.pop("uname").split()
    commands = {head[2:]: body for head, body in parts.items() if head.startswith("$ ")}
    for head, body in parts.items():
        if not head.startswith("$ "):
            _lay_out(folder, head, body)

    def run(argv: Sequence[str]) -> str | None:
        return commands.get(" ".join(argv))

    return System(folder, kernel_name, kernel, normal_machine(machine), hostname, run)


def _lay_out(folder: Path, head: str, body: str) -> None:
    path, _, target = head.partition(" -> ")
    place = folder / path.lstrip("/")
    place.parent.mkdir(parents=True, exist_ok=True)
    if target:
        place.symlink_to(target)
    else:
        place.write_text(body, "utf-8")
