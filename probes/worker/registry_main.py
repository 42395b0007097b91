"""Entry point of the worker that reads registries of operators: run by file path, as main.py is.

What it is asked and answers stands in `registry`. Standard library only.
"""

from __future__ import annotations

import importlib
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType


def neighbour(name: str) -> ModuleType:
    """The file `name` of this folder, which stands on no search path."""
    path = Path(__file__).resolve().with_name(f"{name}.py")
    spec = importlib.util.spec_from_file_location(f"advisor_worker_{name}", path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    main = neighbour("main")
    main.die_with_parent()
    requests, replies = main.take_over_streams()
    session = main.private_package()
    registry = importlib.import_module(f"{main.PACKAGE}.registry")
    session.serve(requests, replies, registry.Session())
