"""Say what an interpreter is and what is installed in it; runs inside any Python, by file path.

Started as `<python> -I -X utf8 inspector.py`. Standard library only, nothing of ours, and no
framework is imported: distributions are read from their metadata files. The last line of standard
output is one JSON object. Syntax stays within Python 3.5, so that an old interpreter can say how
old it is instead of failing.
"""

import json
import os
import platform
import re
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

METADATA_SINCE = (3, 8)
"""The first version whose standard library can list distributions."""


def main() -> None:
    """Print the report."""
    report = interpreter()
    report.update(distributions())
    print(json.dumps(report))  # noqa: T201  standard output is this script's result


def interpreter() -> "dict[str, object]":
    """Facts about the interpreter itself."""
    config = getattr(sys, "abiflags", "")
    return {
        "inspector": 1,
        "path": os.path.abspath(sys.executable),  # noqa: PTH100  links must stay
        "version": ".".join(str(part) for part in sys.version_info[:3]),
        "final": sys.version_info[3] == "final",
        "implementation": sys.implementation.name,
        "free_threaded": "t" in config,
        "bits": struct.calcsize("P") * 8,
        "machine": platform.machine(),
        "prefix": sys.prefix,
        "base_prefix": sys.base_prefix,
        "stamps": [[path, stamp(path)] for path in sys.path],
    }


def stamp(path: str) -> "int | None":
    """Modification time of a folder in nanoseconds: installing or removing a package changes it."""
    try:
        return os.stat(path).st_mtime_ns  # noqa: PTH116  no pathlib in a start-up path
    except OSError:
        return None


def distributions() -> "dict[str, dict[str, object]]":
    """Installed distributions, and which of them provide a module of another name.

    Returns:
        `packages`: normalised name -> version, the first on the path counts; `modules`: module ->
        distributions that list it in top_level.txt (tensorflow -> tensorflow-cpu).
    """
    packages = {}  # type: dict[str, object]
    modules = {}  # type: dict[str, list[str]]
    if sys.version_info[:2] >= METADATA_SINCE:
        import importlib.metadata

        for found in importlib.metadata.distributions():
            name, version = headers(found)
            if not name or name in packages:
                continue
            packages[name] = version
            for module in (found.read_text("top_level.txt") or "").split():
                if normal(module) != name:
                    modules.setdefault(module, []).append(name)
    return {"packages": packages, "modules": dict(modules)}


def headers(found: "Any") -> "tuple[str, str]":
    """Name and version of a distribution, read as text: parsing all headers is ten times slower."""
    text = found.read_text("METADATA") or found.read_text("PKG-INFO") or ""
    head = text.replace("\r\n", "\n").split("\n\n", 1)[0]
    fields = dict(re.findall(r"(?m)^(Name|Version): *(.*?) *$", head))
    return normal(fields.get("Name", "")), fields.get("Version", "")


def normal(name: str) -> str:
    """A distribution's name as indexes compare it (PEP 503).

    >>> normal("Opencv_Python.Headless")
    'opencv-python-headless'
    """
    return re.sub(r"[-_.]+", "-", name).lower()


if __name__ == "__main__":
    main()
