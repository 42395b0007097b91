"""Two thousand small files read one by one against one tar file read in order."""

from __future__ import annotations

import io
import tarfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILES, BYTES, FOLDERS = 2000, 8192, 20


def arrange(variant: str, threads: int, scratch: Path) -> Callable[[], object]:  # noqa: ARG001
    """Write the samples in one of the forms; a call reads them all."""
    import random

    rng = random.Random(0)  # noqa: S311 - content of files
    samples = {f"{n % FOLDERS:02}/{n:05}.jpg": rng.randbytes(BYTES) for n in range(FILES)}
    shard = scratch / "shard.tar"
    if variant == "shard":
        with tarfile.open(shard, "w") as archive:
            for name, content in samples.items():
                entry = tarfile.TarInfo(name)
                entry.size = len(content)
                archive.addfile(entry, io.BytesIO(content))
        return lambda: _read_shard(shard)
    for name, content in samples.items():
        file = scratch / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
    return lambda: sum(len((scratch / name).read_bytes()) for name in samples)


def _read_shard(shard: Path) -> int:
    read = 0
    with tarfile.open(shard, "r|") as archive:
        for entry in archive:
            content = archive.extractfile(entry)
            read += len(content.read()) if content else 0
    return read
