"""Where the knowledge base lies: beside the packages in a checkout, inside the wheel otherwise."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_dir() -> Path:
    """The folder with frameworks/, devices/, locales/ and the other facts."""
    checkout = _PACKAGE.parent / "data"
    return checkout if (checkout / "vocabulary").is_dir() else _PACKAGE / "_data"
