"""Finding and loading adapter, converter and recipe files.

Each is a file, never a registration: its module gets a private name, so that the adapter torch.py
and the framework torch do not meet.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

FOLDER = Path(__file__).resolve().parent / "adapters"
CONVERTERS = FOLDER.with_name("converters")
RECIPES = FOLDER.with_name("recipes")


def load(name: str, folder: Path = FOLDER) -> ModuleType:
    """Load a file: a stem in `folder` (adapters/, converters/, recipes/), or (with a slash) a path.

    Raises:
        FileNotFoundError: there is no such file.
    """
    given = "/" in name or "\\" in name
    path = Path(name) if given else folder / f"{name}.py"
    if not path.is_file():
        raise FileNotFoundError(f"no {folder.name.rstrip('s')} {name!r}")
    private = f"{__package__}.{folder.name}.{'given_' if given else ''}{path.stem}"
    if private in sys.modules:
        return sys.modules[private]
    spec = importlib.util.spec_from_file_location(private, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[private] = module
    keep, sys.dont_write_bytecode = sys.dont_write_bytecode, True
    try:
        spec.loader.exec_module(module)
    finally:
        sys.dont_write_bytecode = keep
    return module


def stems() -> tuple[str, ...]:
    """Names of the adapters in the folder, sorted."""
    return tuple(sorted(p.stem for p in FOLDER.glob("*.py") if not p.stem.startswith("_")))
