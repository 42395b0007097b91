"""What `advisor kb` prints with --json: one document, with a schema that names its shape.

Texts are objects with `en` and `zh`, dates ISO 8601, and null means unknown or not applicable.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any

import click
from pydantic import BaseModel


def print_document(command: str, values: Mapping[str, object]) -> None:
    """Print `values` as the document of a command ("show"), hidden characters as escapes."""
    document = {"schema": f"advisor.kb.{command}/1", **{k: plain(v) for k, v in values.items()}}
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2)
    click.echo(
        "".join(sign if sign.isprintable() or sign == "\n" else _escape(sign) for sign in text)
    )


def plain(value: object) -> Any:
    """A value as JSON has it: nouns and dataclasses as objects, enum members as their words."""
    if isinstance(value, Enum):
        return value.name.lower() if isinstance(value, int) else value.value
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [plain(item) for item in value]
    return value.isoformat() if isinstance(value, date) else value


def _escape(sign: str) -> str:
    return json.dumps(sign)[1:-1]
